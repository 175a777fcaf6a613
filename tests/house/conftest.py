"""Databases for the tests of the house (SQLite in a file, a real PostgreSQL), and whole books."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .books import whole_house
from .forging import Books
from .postgres import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests of this process, started by the first that asks for it."""
    server = PostgresServer.start()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres) -> Iterator[str]:
    """The URL of a PostgreSQL database that is new and empty."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path) -> str:
    """A new, empty database of each kind, as `croupier serve --database` takes it."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return request.getfixturevalue("postgres_url")


@pytest.fixture(scope="session")
def sound(tmp_path_factory) -> Path:
    """Books of a whole house in which nothing is wrong; nobody writes to them."""
    return whole_house(tmp_path_factory.mktemp("books") / "house.db").path


@pytest.fixture
def books(sound, tmp_path) -> Books:
    """A copy of them, to be written to by whoever should not."""
    return Books(sound, tmp_path / "house.db")
