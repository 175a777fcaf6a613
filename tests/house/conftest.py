"""Databases for the tests of the house: SQLite in a file, and a real PostgreSQL."""

from collections.abc import Iterator

import pytest

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
