"""Runs the house and its application on uvicorn."""

import asyncio
import gc
import os
import shlex
import shutil
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import uvicorn
import uvloop

from croupier.house.config import Config
from croupier.house.database import database_url, open_engine
from croupier.house.office import Office, OneTime
from croupier.rejection import Code, Rejection
from croupier.web.app import create_app
from croupier.web.guarding import GuardedProtocol, GuardedSocket
from croupier.web.logs import set_up_logs
from croupier.web.room import Room, raise_descriptors
from croupier.web.socket import MOST_BYTES

__all__ = ["Serving", "run"]

_PING_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Serving:
    """How a house is served."""

    host: str
    port: int
    database: str
    config: Config
    logs_are_json: bool = False
    resets_administrator: str | None = None
    """The name of an administrator who is given a new password for one time."""
    works_ahead: bool = True
    """Whether what the bets of the tables are worth is worked out before anybody asks."""


def run(serving: Serving) -> None:
    """Serves until it is told to stop."""
    room = Room.within(raise_descriptors(), proxies=serving.config.proxies)
    # The socket is opened here, so that an address in use is said in a sentence, and who
    # comes as soon as the address is shown is let in.
    listening = _listen(serving.host, serving.port, room.queue)
    set_up_logs(are_json=serving.logs_are_json)
    # Ctrl-C is how it is meant to be stopped, so that is no failure.
    runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
    with suppress(KeyboardInterrupt), runner:
        problem = runner.run(_serve(serving, listening, room))
        if problem is not None:
            print(f"croupier: the house stopped: {problem}", file=sys.stderr)
            sys.exit(1)


async def _serve(serving: Serving, listening: socket.socket, room: Room) -> str | None:
    """Opens the house, serves it, closes it; why it stopped, if it had to."""
    url = database_url(serving.database)
    office = Office(open_engine(url), serving.config)
    chief = await office.start(resets_administrator=serving.resets_administrator)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(office, works_ahead=serving.works_ahead),
            http=type("GuardedProtocol", (GuardedProtocol,), {"room": room}),
            ws=GuardedSocket,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=_PING_S,
            ws_ping_timeout=_PING_S,
            backlog=room.queue,
            log_config=None,
            access_log=False,
            server_header=False,
            # Else whoever is on this machine could say that he comes from anywhere.
            proxy_headers=bool(serving.config.proxies),
            forwarded_allow_ips=list(serving.config.proxies),
            timeout_graceful_shutdown=5,
            timeout_keep_alive=30,
        )
    )

    def stop() -> None:
        server.should_exit = True

    office.house.publisher.on_broken = stop
    # uvicorn passes a signal on when it has stopped; that it has, is said below.
    signal.signal(signal.SIGTERM, lambda *_: stop())
    _say(serving, listening, chief, str(url.render_as_string(hide_password=True)))
    # What is loaded stays: garbage is not sought among it, and not as often as by default.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    await server.serve(sockets=[listening])
    pictures = [live.picture for live in office.house.tables.values()]
    held = sum(picture.round_is_on and bool(picture.slip_cents) for picture in pictures)
    print(f"Stopped. {_rounds(held)}", flush=True)
    return office.house.problem


def _rounds(count: int) -> str:
    if not count:
        return "No round with bets was on."
    rounds = "1 round with bets is" if count == 1 else f"{count} rounds with bets are"
    return f"{rounds} held, and will go on with the next start."


def _say(serving: Serving, listening: socket.socket, chief: OneTime | None, database: str) -> None:
    host, port = serving.host, listening.getsockname()[1]
    shown_host = f"[{host}]" if ":" in host else host
    print(f"Croupier is on http://{shown_host}:{port} (Ctrl-C stops it)", flush=True)
    print(f"The books are in {database}", flush=True)
    if chief is not None:
        url = "" if port == 8000 else f" --url http://{shown_host}:{port}"
        print(f"Log in as {chief.name} with {chief.password} and change it:", flush=True)
        print(f"  {_command()} admin{url} --as {shlex.quote(chief.name)} password", flush=True)
    if not ip_address(listening.getsockname()[0]).is_loopback:
        print("Other machines on the network can reach it.", flush=True)


def _command() -> str:
    """How this program is called where it was started: `make run` puts it on nobody's path."""
    started = Path(sys.argv[0])
    if started.name != "croupier" or shutil.which("croupier"):
        return "croupier"
    return shlex.quote(os.path.relpath(started))


def _listen(host: str, port: int, queue: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(queue)
    except OSError as error:
        raise Rejection(
            Code.ADDRESS_UNAVAILABLE,
            f"Cannot listen on {host or 'no address'} port {port}: {error.strerror or error}. "
            "Choose another with --host and --port, or PORT=… for make run.",
        ) from None
    return listening
