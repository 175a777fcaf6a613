"""The server, really running: started as a person starts it, asked over the loopback."""

import contextlib
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from croupier.web.pages import BUILT

COMMAND = Path(sys.executable).parent / "croupier"


@contextlib.contextmanager
def serving(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Starts the server on a free port, gives its address, and stops it."""
    folder = tempfile.TemporaryDirectory()
    database = Path(folder.name) / "house.db"
    server = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", "--database", database, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = server.stdout.readline()
        address = re.search(r"http://\S+", said)
        assert address, said
        yield address[0], server
    finally:
        server.terminate()
        server.communicate(timeout=20)
        folder.cleanup()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as (where, _):
        yield where


def test_health_answers(address):
    assert httpx.get(f"{address}/health").json()["status"] == "ok"


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_who_only_asks_for_the_head_gets_it(address, path):
    assert httpx.head(f"{address}{path}").status_code == 200


def test_the_pages_are_served_or_it_is_said_what_to_run(address):
    answer = httpx.get(address)
    if (BUILT / "index.html").is_file():
        assert answer.status_code == 200
        assert "<script" in answer.text
    else:
        assert answer.status_code == 503
        assert "make setup" in answer.text


def test_what_is_not_there_is_404_and_as_guarded_as_the_rest(address):
    answer = httpx.get(f"{address}/nothing.txt")
    assert answer.status_code == 404
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src")
    assert answer.headers["cache-control"] == "no-store"


def test_a_port_in_use_is_said_in_one_sentence(address):
    port = address.rsplit(":", 1)[1]
    done = subprocess.run(
        [COMMAND, "serve", "--port", port, "--database", "/nowhere/house.db"],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_server_stops_when_told_without_a_traceback(how):
    with serving() as (where, server):
        httpx.get(where)
        server.send_signal(how)
        _, said = server.communicate(timeout=20)
        assert "Traceback" not in said
        if how is signal.SIGINT:
            assert server.returncode == 0
