"""The cookie of a session, and whose pages may send requests with it, as browsers get to see it."""

from http.cookies import SimpleCookie

import pytest
from tests.test_web import serving

from .apis import refused
from .hostile import Rogue

CONFIG = """
[house]
secure_cookies = {secure}
origins = ["https://play.example"]
proxies = {proxies}
"""
ALLOWED = "https://play.example"
A_WEEK_S = 7 * 24 * 3600
OVER_HTTPS = {"X-Forwarded-Proto": "https"}


def address_of(folder, *, secure="false", proxies="[]"):
    """A server with such a config, for as long as its tests need it."""
    path = folder / "house.toml"
    path.write_text(CONFIG.format(secure=secure, proxies=proxies), encoding="utf-8")
    with serving("--config", str(path)) as (where, _):
        yield where


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A server reached as it is."""
    yield from address_of(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server behind another that it believes."""
    yield from address_of(tmp_path_factory.mktemp("behind"), proxies='["127.0.0.1"]')


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """A server that is told that it is reached over HTTPS alone."""
    yield from address_of(tmp_path_factory.mktemp("secure"), secure="true")


@pytest.fixture
def rogue(plain):
    found = Rogue(plain)
    yield found
    found.close()


def cookie(answer):
    """The session's cookie, as it was set."""
    (written,) = answer.headers.get_list("set-cookie")
    return SimpleCookie(written)["croupier_session"]


def guests_cookie(address, **headers):
    """The cookie that a guest gets who comes in with such headers."""
    rogue = Rogue(address)
    try:
        answer = rogue.http.post("/api/guests", json={}, headers=headers)
        assert answer.status_code == 201
        return cookie(answer)
    finally:
        rogue.close()


def test_no_script_reads_the_cookie_and_no_other_site_sends_it(plain):
    found = guests_cookie(plain)
    assert found["httponly"] is True
    assert found["samesite"].lower() == "strict"
    assert found["path"] == "/"
    assert found["max-age"] == str(A_WEEK_S)
    # It is for this host alone.
    assert found["domain"] == ""
    assert len(found.value) >= 32


def test_who_changes_his_password_gets_a_cookie_as_well_guarded(tmp_path):
    with serving() as (where, server):
        said = [server.stdout.readline() for _ in range(2)]
        word = said[1].split(" with ")[1].split(" and ")[0]
        rogue = Rogue(where)
        came = rogue.http.post("/api/log-in", json={"name": "administrator", "password": word})
        assert came.status_code == 200, came.text
        rogue.me = came.json()
        changed = rogue.post("/api/me/password", {"old": word, "new": "four words and a horse"})
        assert changed.status_code == 200, changed.text
        rogue.close()
    for answer in (came, changed):
        found = cookie(answer)
        assert found["httponly"] is True
        assert found["samesite"].lower() == "strict"


def test_over_plain_http_the_cookie_comes_back_over_plain_http(plain):
    assert not guests_cookie(plain)["secure"]


def test_where_the_config_says_so_the_cookie_travels_over_https_alone(secure):
    assert guests_cookie(secure)["secure"] is True


def test_what_came_over_https_to_a_believed_proxy_gets_such_a_cookie(behind):
    assert guests_cookie(behind, **OVER_HTTPS)["secure"] is True
    assert not guests_cookie(behind)["secure"]


def test_nobody_else_is_believed_that_he_came_over_https(plain):
    assert not guests_cookie(plain, **OVER_HTTPS)["secure"]


def test_a_page_that_the_config_names_is_heeded(rogue):
    own = {"Origin": ALLOWED, "X-CSRF-Token": rogue.me["csrf"]}
    assert rogue.http.post("/api/socket-tickets", json={}, headers=own).status_code == 201
    # It needs the token all the same.
    answer = rogue.http.post("/api/socket-tickets", json={}, headers={"Origin": ALLOWED})
    refused(answer, 403, "request_forged")
    rogue.socket(additional_headers={"Origin": ALLOWED}).close()


@pytest.mark.parametrize(
    "origin",
    [
        "http://play.example",
        "https://play.example:444",
        "https://play.example.evil.example",
        "https://evil.play.example",
        "https://play.example/",
    ],
)
def test_a_page_that_is_nearly_it_is_not(rogue, origin):
    answer = rogue.http.post(
        "/api/socket-tickets",
        json={},
        headers={"Origin": origin, "X-CSRF-Token": rogue.me["csrf"]},
    )
    refused(answer, 403, "request_forged")
    assert rogue.told_no(additional_headers={"Origin": origin}) == "request_forged"
