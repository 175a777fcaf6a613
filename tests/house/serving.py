"""A real server process: started as a person starts it, killed, and started again where it was."""

import asyncio
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .postgres import bound_to_us

COMMAND = Path(sys.executable).parent / "croupier"
DYING = Path(__file__).with_name("dying.py")
_START_S = 60.0
_STOP_S = 20.0
_PORTS = range(15_000, 32_000)
"""Below those that Linux gives to whoever connects: while the server is down, somebody who tries
to reach it must not be given its port, or he would reach himself."""
_PASSWORD = re.compile(r"administrator with (\S+)")


def lasting_port() -> int:
    """A free port that nobody else is given while the server on it is down."""
    while True:
        port = random.SystemRandom().choice(_PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class ServerProcess:
    """A server on one database and one port, which it keeps however often it is started."""

    def __init__(self, database: str, folder: Path, config: str | None = None) -> None:
        self.database = database
        self.port = lasting_port()
        self.starts = 0
        self.process: subprocess.Popen | None = None
        self._log = folder / "server.log"
        self._said_before = 0
        self._is_dying = False
        self._options: list[str] = []
        if config is not None:
            path = folder / "house.toml"
            path.write_text(config, encoding="utf-8")
            self._options = ["--config", str(path)]

    @property
    def address(self) -> str:
        """Where it is, while it is up."""
        return f"http://127.0.0.1:{self.port}"

    def launch(self, dies_at: int | None = None) -> None:
        """Starts it, without waiting until it is up. To be called on the main thread.

        It goes with the thread that starts it, so no test leaves one behind. `dies_at` has it kill
        itself before that statement, or commit, that it sends to its database.
        """
        assert self.process is None, "it is stopped first"
        program = [str(COMMAND)]
        if dies_at is not None:
            program = [sys.executable, str(DYING), str(dies_at)]
        command = [*program, "serve", "--port", str(self.port), "--database", self.database]
        # The mathematics would only take time from what is tested.
        command.append("--no-work-ahead")
        self._said_before = self._log.stat().st_size if self._log.exists() else 0
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*bound_to_us(), *command, *self._options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.starts += 1
        self._is_dying = dies_at is not None

    def is_up(self) -> bool:
        """Whether it has said since it was started that it can be reached; fails if it ended."""
        return not self._has_ended() and f"Croupier is on {self.address} " in self.said()

    def has_died(self) -> bool:
        """Whether it has killed itself, as it was told; fails if it ended in another way."""
        has_ended = self._has_ended()
        if has_ended:
            self.process = None
        return has_ended

    def _has_ended(self) -> bool:
        assert self.process is not None, "it was started"
        ended = self.process.poll()
        is_meant = ended is None or (self._is_dying and ended == -signal.SIGKILL)
        assert is_meant, f"the server ended by itself with {ended}: {self.said()}"
        return ended is not None

    def start(self) -> str:
        """Starts it and waits until it is up; gives its address."""
        self.launch()
        until = time.monotonic() + _START_S
        while not self.is_up():
            assert time.monotonic() < until, f"the server does not start: {self.said()}"
            time.sleep(0.01)
        return self.address

    async def start_meanwhile(self) -> str:
        """The same, while others go on."""
        self.launch()
        until = time.monotonic() + _START_S
        while not self.is_up():
            assert time.monotonic() < until, f"the server does not start: {self.said()}"
            await asyncio.sleep(0.01)
        return self.address

    def kill(self) -> None:
        """Ends it at once, by SIGKILL; fails if it had ended by itself and was not to."""
        self._has_ended()
        self.process.kill()
        self.process.wait()
        self.process = None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tells it to stop and waits until it has; gives its exit code."""
        assert self.process is not None, "it was started"
        self.process.send_signal(how)
        try:
            code = self.process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"the server did not stop when told: {self.said()}") from None
        finally:
            self.process = None
        return code

    async def stop_meanwhile(self) -> None:
        """Tells it to stop, while others go on; fails if it does not, or does so with a groan."""
        assert self.process is not None, "it was started"
        self.process.terminate()
        until = time.monotonic() + _STOP_S
        while self.process.poll() is None:
            assert time.monotonic() < until, f"the server does not stop: {self.said()}"
            await asyncio.sleep(0.01)
        code, self.process = self.process.returncode, None
        assert code in (0, -signal.SIGTERM), f"the server ended with {code}: {self.said()}"
        assert "Traceback" not in self.said(), f"the server did not stop well: {self.said()}"

    def end(self) -> None:
        """Leaves nothing running, whatever happened."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def said(self, *, ever: bool = False) -> str:
        """What it has printed and logged since it was last started, or ever."""
        if not self._log.exists():
            return ""
        with self._log.open("rb") as log:
            log.seek(0 if ever else self._said_before)
            return log.read().decode(errors="replace")

    def first_password(self) -> str:
        """The administrator's password for one time, as the first start printed it."""
        found = _PASSWORD.search(self.said(ever=True))
        assert found is not None, f"no password was printed: {self.said(ever=True)}"
        return found[1]


@contextmanager
def serving(database: str, folder: Path, config: str | None = None) -> Iterator[ServerProcess]:
    """A server that is up, and is gone afterwards."""
    server = ServerProcess(database, folder, config)
    try:
        server.start()
        yield server
    finally:
        server.end()
