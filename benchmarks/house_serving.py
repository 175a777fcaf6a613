"""What the benchmarks of the house share: a server on a core of its own, and talking to it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, cast

import orjson

__all__ = ["HERE", "Guest", "Server", "Socket", "come_in", "cores", "pinned"]

HERE: Final = "127.0.0.1"
"""All load goes to this machine alone."""
_STOP_S: Final = 30.0
_TEXT, _PING, _PONG = 1, 9, 10


def cores() -> tuple[int, int]:
    """The core that is measured and the one the load comes from; the same where there is one."""
    there = sorted(os.sched_getaffinity(0))
    return there[0], there[-1]


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """Keeps this thread, and whatever it starts meanwhile, on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Server:
    """`croupier serve` in a process of its own, on the core that is measured."""

    def __init__(self, folder: Path, config: str, database: str | None = None) -> None:
        self._config = folder / "house.toml"
        self._config.write_text(config, encoding="utf-8")
        self.database = database or str(folder / "house.db")
        self._core = cores()[0]
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.start_s = 0.0
        """How long it took from the start of the program until it listened."""

    def __enter__(self) -> Self:
        begun = time.monotonic()
        command = (
            str(Path(sys.executable).with_name("croupier")),
            "serve",
            "--port=0",
            # The mathematics would only take time from what is measured.
            "--no-work-ahead",
            f"--database={self.database}",
            f"--config={self._config}",
        )
        with pinned(self._core):
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None, "what it says is read"
        line = self._process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line}"
        self.start_s = time.monotonic() - begun
        self.port = int(line.split("http://")[1].split()[0].rsplit(":", 1)[1])
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self._end(signal.SIGKILL)

    @property
    def resident_bytes(self) -> int:
        """The memory it has now."""
        line = next(line for line in self._read("status").splitlines() if "VmRSS" in line)
        return int(line.split()[1]) * 1024

    @property
    def processor_s(self) -> float:
        """The time of the processor it has taken so far."""
        after_name = self._read("stat").rsplit(")", maxsplit=1)[-1].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def family_processor_ms(self) -> float:
        """The same of it and of the processes it has started, finer than in ticks of the clock."""
        assert self._process is not None, "it was started"
        return sum(map(_on_processor_ns, _family(self._process.pid))) / 1e6

    def _read(self, what: str) -> str:
        assert self._process is not None, "it was started"
        return Path(f"/proc/{self._process.pid}/{what}").read_text(encoding="ascii")

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _family(process: int) -> Iterator[int]:
    """A process, and all that were started by it or by those."""
    yield process
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text(encoding="ascii").split():
            yield from _family(int(child))


def _on_processor_ns(process: int) -> int:
    """How long all threads of a process were on a processor."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((one / "schedstat").read_text(encoding="ascii").split()[0]) for one in threads)


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who was let in, and the ticket for his socket."""

    address: str
    ticket: str


async def come_in(port: int, first: int, count: int, at_once: int = 20) -> list[Guest]:
    """Lets guests in, each from an address of his own, as terminals are."""
    found: list[Guest] = []
    numbers = iter(range(first, first + count))

    async def let_in() -> None:
        for number in numbers:
            address = f"127.1.{number // 250}.{number % 250 + 1}"
            answer, cookie = await _post(port, address, "/api/guests", {})
            headers = {"Cookie": cookie, "X-CSRF-Token": answer["csrf"]}
            ticket, _ = await _post(port, address, "/api/socket-tickets", headers)
            found.append(Guest(address, ticket["ticket"]))

    await asyncio.gather(*(let_in() for _ in range(min(at_once, count))))
    return found


async def _post(
    port: int, address: str, path: str, headers: Mapping[str, str]
) -> tuple[dict[str, Any], str]:
    """One request on a connection of its own: what is answered, and the cookie that is set."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(address, 0))
    lines = [f"POST {path} HTTP/1.1", f"Host: {HERE}:{port}", "Content-Length: 0"]
    lines += ["Connection: close", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await reader.read()
    writer.close()
    head, body = answer.split(b"\r\n\r\n", 1)
    first, *rest = head.decode().split("\r\n")
    assert " 201 " in first, f"{path}: {first}"
    cookies = [line for line in rest if line.lower().startswith("set-cookie:")]
    cookie = cookies[0].split(":", 1)[1].split(";", 1)[0].strip() if cookies else ""
    return orjson.loads(body), cookie


class Socket(asyncio.Protocol):
    """One WebSocket, as little of it as it takes, so that thousands fit on the other core."""

    def __init__(self, port: int, guest: Guest) -> None:
        self._port = port
        self._guest = guest
        self._transport: asyncio.Transport | None = None
        self._data = b""
        self._is_open = False

    async def open(self) -> None:
        """Connects; what the server says from then on is heard."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(
            lambda: self, HERE, self._port, local_addr=(self._guest.address, 0)
        )

    def hear(self, message: dict[str, Any], now: float, now_ms: float) -> None:
        """Takes a message that came `now`, by the clock that counts and by the wall's."""
        raise NotImplementedError

    def say(self, message: dict[str, Any]) -> None:
        """Sends a message."""
        self._send(_TEXT, orjson.dumps(message))

    def close(self) -> None:
        """Hangs up."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for a socket."""
        # uvloop's are transports without saying so.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(
            f"GET /api/socket?ticket={self._guest.ticket} HTTP/1.1\r\n"
            f"Host: {HERE}:{self._port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Takes whole frames; the rest waits for more."""
        now, now_ms = time.perf_counter(), time.time_ns() / 1e6
        data = self._data + data
        if not self._is_open:
            if b"\r\n\r\n" not in data:
                self._data = data
                return
            head, data = data.split(b"\r\n\r\n", 1)
            assert b" 101 " in head.split(b"\r\n", 1)[0], head.decode()
            self._is_open = True
        at, end = 0, len(data)
        while end - at >= 2:
            start, length = at + 2, data[at + 1]
            if length == 126:
                start, length = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif length == 127:
                start, length = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if start + length > end:
                break
            kind, payload = data[at] & 15, data[start : start + length]
            at = start + length
            if kind == _TEXT:
                self.hear(orjson.loads(payload), now, now_ms)
            elif kind == _PING:
                self._send(_PONG, payload)
        self._data = data[at:]

    def _send(self, kind: int, payload: bytes) -> None:
        """Sends a frame; a mask of zeroes leaves what is sent as it is."""
        length = len(payload)
        assert length < 65536, "a player says little"
        head = bytes((0x80 | kind, 0x80 | min(length, 126)))
        if length >= 126:
            head += length.to_bytes(2, "big")
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + bytes(4) + payload)
