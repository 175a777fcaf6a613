"""A real PostgreSQL server for the tests, in a folder of its own on a port of its own.

It is started when the first test needs it, keeps every commit on the disk as in earnest, and goes
when the process that started it does, however that ends.
"""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

_DEBIANS = Path("/usr/lib/postgresql")
_START_S = 30.0
_STOP_S = 10.0
_USER = "croupier"
_RUNNER = "postgres"
"""Who runs it where these tests are run by root, as whom it refuses to run."""


def find_binaries() -> Path:
    """The folder with `initdb` and `postgres`: of the path, or the newest that Debian installed."""
    on_path = shutil.which("postgres")
    found = [Path(on_path).resolve().parent] if on_path else []
    versions = [one for one in _DEBIANS.glob("*/bin") if one.parent.name.isdigit()]
    found += sorted(versions, key=lambda one: int(one.parent.name), reverse=True)
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise AssertionError(
        "There is no PostgreSQL here. Install what Debian calls postgresql; `make setup` does "
        "not, `make test` does."
    )


def free_port() -> int:
    """A port of the loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def bound_to_us(how: signal.Signals = signal.SIGKILL) -> list[str]:
    """What stands before a command that must not outlive whoever starts it, even if that is killed.

    The program after it keeps the process's id. It goes when the thread does that has started it.
    """
    return ["setpriv", f"--pdeathsig={how.name.removeprefix('SIG')}"]


@dataclass(slots=True)
class PostgresServer:
    """A server that runs. `stop` ends it and removes its folder."""

    process: subprocess.Popen
    port: int
    password: str
    folder: Path
    databases: int = 0

    @classmethod
    def start(cls) -> "PostgresServer":
        """Makes a cluster and starts a server on it."""
        folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
        try:
            return cls._start_in(folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    @classmethod
    def _start_in(cls, folder: Path) -> "PostgresServer":
        password = secrets.token_hex(16)
        (folder / "password").write_text(f"{password}\n", encoding="ascii")
        _give_away(folder)
        initdb = [
            *_as_runner(),
            str(find_binaries() / "initdb"),
            f"--pgdata={folder / 'data'}",
            f"--username={_USER}",
            f"--pwfile={folder / 'password'}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        ]
        made = subprocess.run(initdb, capture_output=True, text=True, cwd=folder, check=False)
        assert made.returncode == 0, f"initdb failed: {made.stdout}{made.stderr}"
        for _ in range(5):
            server = cls(_launch(folder, port := free_port()), port, password, folder)
            if server._answers():
                return server
            server._end_process()
        raise AssertionError(f"PostgreSQL does not start: {server.said()}")

    def url(self, database: str) -> str:
        """Where a database is, as `croupier serve --database` takes it."""
        return f"postgresql://{_USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """A connection that commits each statement by itself."""
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=10)

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        self.databases += 1
        name = f"house_{self.databases}"
        with self.connect() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def throw_out(self, url: str) -> int:
        """Ends all connections to a database; how many there were."""
        with self.connect() as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [url.rsplit("/", 1)[1]],
            )
            return len(ended.fetchall())

    def restart(self) -> None:
        """Stops it, and starts it again on the same port. To be called on the main thread."""
        self._end_process()
        self.process = _launch(self.folder, self.port)
        assert self._answers(), f"PostgreSQL does not start again: {self.said()}"

    def drop_database(self, url: str) -> None:
        """Removes a database, and throws out who is still in it."""
        with self.connect() as connection:
            connection.execute(f"DROP DATABASE {url.rsplit('/', 1)[1]} WITH (FORCE)")

    def said(self) -> str:
        """The end of its log."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")[-2000:]

    def _answers(self) -> bool:
        """Waits until it lets somebody in; False where it ended instead."""
        until = time.monotonic() + _START_S
        while self.process.poll() is None and time.monotonic() < until:
            try:
                self.connect().close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        return False

    def _end_process(self) -> None:
        """Throws everybody out and ends it, at worst without a word."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def stop(self) -> None:
        """Ends it and removes what it wrote."""
        self._end_process()
        shutil.rmtree(self.folder, ignore_errors=True)


def _launch(folder: Path, port: int) -> subprocess.Popen:
    settings = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "max_connections": 60,
        "shared_buffers": "32MB",
        "synchronous_commit": "on",
        "full_page_writes": "on",
    }
    chosen = [f"--{name}={value}" for name, value in settings.items()]
    with (folder / "log").open("ab") as log:
        # In a session of its own: Ctrl-C at the tests stops it in their order, not in its own.
        return subprocess.Popen(
            [*_as_runner(), str(find_binaries() / "postgres"), "-D", str(folder / "data"), *chosen],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            start_new_session=True,
        )


def _as_runner() -> list[str]:
    """What stands before a command that root may not run; SIGINT is its fast, clean end."""
    before = bound_to_us(signal.SIGINT)
    if os.geteuid() != 0:
        return before
    return [*before, f"--reuid={_RUNNER}", f"--regid={_RUNNER}", "--clear-groups"]


def _give_away(folder: Path) -> None:
    """Gives a folder and what is in it to whoever runs the server."""
    if os.geteuid() == 0:
        runner = pwd.getpwnam(_RUNNER)
        for one in (folder, *folder.iterdir()):
            os.chown(one, runner.pw_uid, runner.pw_gid)
