"""Runs the application on uvicorn."""

import socket
from contextlib import suppress
from ipaddress import ip_address

import uvicorn

from croupier.rejection import Code, Rejection
from croupier.web.app import create_app

__all__ = ["run"]


def run(host: str, port: int) -> None:
    """Serves until it is told to stop."""
    # The socket is opened here, so that an address in use is said in a sentence, and who
    # comes as soon as the address is shown is let in.
    listening = _listen(host, port)
    bound_port = listening.getsockname()[1]
    shown_host = f"[{host}]" if ":" in host else host
    print(f"Croupier is on http://{shown_host}:{bound_port} (Ctrl-C stops it)", flush=True)
    if not ip_address(listening.getsockname()[0]).is_loopback:
        print("Other machines on the network can reach it.", flush=True)
    config = uvicorn.Config(create_app(), loop="uvloop", http="httptools", log_level="warning")
    # Ctrl-C is how it is meant to be stopped, so that is no failure.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        raise Rejection(
            Code.ADDRESS_UNAVAILABLE,
            f"Cannot listen on {host or 'no address'} port {port}: {error.strerror or error}. "
            "Choose another with --host and --port, or PORT=… for make run.",
        ) from None
    return listening
