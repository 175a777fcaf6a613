"""The pages, as a browser gets them; from a folder of small files, not from a build."""

import gzip
import random

import httpx
import pytest

from croupier.house.rate import RateLimiter
from croupier.web.pages import Pages

from .apis import refused, served

SCRIPT = "console.log('what is dealt is dealt')\n" * 100
PICTURE = random.Random(1).randbytes(2_000)
FILES = {
    "index.html": b'<!doctype html><title>House</title><script src="/assets/a-1.js"></script>',
    "favicon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "assets/a-1.js": SCRIPT.encode(),
    "assets/a-2.css": b"body { color: green }" * 100,
    "assets/felt-3.webp": PICTURE,
    "assets/letters-4.woff2": b"letters",
    ".made-of": b"what only the build wants to know",
}
AT_PAGES = ["/", "/table/4", "/stadium/5", "/desk", "/math/three-card-poker", "/apiary", "/a/"]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    (folder / "assets").mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    with served(people=False, pages=Pages(folder)) as found:
        yield found


@pytest.fixture
def visitor(house):
    return house.visitor()


def policy(answer):
    """What the browser is told it may load, by kind."""
    parts = answer.headers["content-security-policy"].split("; ")
    return {part.split()[0]: part.split()[1:] for part in parts}


@pytest.mark.parametrize("path", AT_PAGES)
def test_every_address_of_the_pages_has_the_one_document(visitor, path):
    answer = visitor.get(path)
    assert (answer.status_code, answer.content) == (200, FILES["index.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_the_document_may_load_what_the_house_serves_and_nothing_else(visitor):
    found = policy(visitor.get("/table/4"))
    assert found["default-src"] == ["'none'"]
    assert found["script-src"] == found["connect-src"] == found["font-src"] == ["'self'"]
    for kind in ("base-uri", "form-action", "frame-ancestors"):
        assert found[kind] == ["'none'"]
    sources = {source for some in found.values() for source in some}
    assert sources == {"'none'", "'self'", "'unsafe-inline'", "data:", "blob:"}
    assert [kind for kind, some in found.items() if "'unsafe-inline'" in some] == ["style-src"]


@pytest.mark.parametrize("path", ["/", "/assets/a-1.js", "/favicon.svg", "/none.js"])
def test_whatever_is_answered_is_guarded(visitor, path):
    headers = visitor.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers.get_list("content-security-policy", split_commas=False)[1:] == []
    assert len(headers.get_list("cache-control")) == 1


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/assets/a-1.js", "text/javascript; charset=utf-8"),
        ("/assets/a-2.css", "text/css; charset=utf-8"),
        ("/assets/felt-3.webp", "image/webp"),
        ("/assets/letters-4.woff2", "font/woff2"),
    ],
)
def test_what_is_named_after_its_content_is_kept_for_ever(visitor, path, kind):
    answer = visitor.get(path)
    assert (answer.status_code, answer.content) == (200, FILES[path[1:]])
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_what_is_not_named_after_its_content_is_asked_for_anew(visitor):
    answer = visitor.get("/favicon.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/favicon.svg", "/assets/a-1.js"])
def test_who_has_it_is_not_sent_it_again(visitor, path):
    first = visitor.get(path)
    tag = first.headers["etag"]
    again = visitor.http.get(path, headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    other = visitor.http.get(path, headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("accepts", ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5"])
def test_who_takes_it_compressed_gets_it_compressed(house, accepts):
    raw = httpx.Client(base_url=house.address, headers={"Accept-Encoding": accepts})
    with raw, raw.stream("GET", "/assets/a-1.js") as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) == len(sent) < len(SCRIPT) / 5
    assert gzip.decompress(sent).decode() == SCRIPT


@pytest.mark.parametrize(
    "accepts", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br", "gzipped"]
)
def test_who_does_not_take_it_compressed_gets_it_plain(visitor, accepts):
    answer = visitor.http.get("/assets/a-1.js", headers={"Accept-Encoding": accepts})
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.text == SCRIPT


@pytest.mark.parametrize("path", ["/assets/felt-3.webp", "/favicon.svg"])
def test_what_is_small_or_compressed_already_is_sent_as_it_is(visitor, path):
    answer = visitor.http.get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == FILES[path[1:]]


@pytest.mark.parametrize("path", ["/", "/table/4", "/assets/a-1.js"])
def test_who_only_asks_for_the_head_gets_it(visitor, path):
    head, whole = visitor.http.head(path), visitor.http.get(path)
    assert (head.status_code, head.content) == (200, b"")
    kept = ("content-type", "content-length", "content-encoding", "cache-control", "etag")
    for name in kept:
        assert head.headers.get(name) == whole.headers.get(name), name


@pytest.mark.parametrize(
    "path",
    [
        "/assets/a-9.js",
        "/robots.txt",
        "/.made-of",
        "/table/4.json",
        "/assets/../.made-of",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/..%2f..%2fapp.py",
        "/%00",
        "/table/%0a",
    ],
)
def test_a_file_that_is_not_there_is_not_there(visitor, path):
    refused(visitor.get(path), 404, "command_invalid")


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/health/4", "/ready/", "/metrics/a"]
)
def test_what_is_the_programs_own_is_never_a_page(visitor, path):
    refused(visitor.get(path), 404, "command_invalid")
    refused(visitor.post(path), 404, "command_invalid")


def test_pages_are_only_looked_at(visitor):
    answer = visitor.post("/table/4")
    refused(answer, 405, "command_invalid")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_pages_do_not_count_with_what_is_asked_of_the_api(house, visitor, monkeypatch):
    monkeypatch.setattr(house.app.state.limits, "requests", RateLimiter(burst=2, refill_ms=10**6))
    for path in AT_PAGES:
        assert visitor.get(path).status_code == 200
    assert visitor.get("/health").status_code == 200
    assert visitor.post("/table/4").status_code == 405
    refused(visitor.get("/health"), 429, "too_many_requests")
    assert visitor.get("/assets/a-1.js").status_code == 200


def test_nor_are_pages_asked_for_without_end(house, visitor, monkeypatch):
    monkeypatch.setattr(house.app.state.limits, "pages", RateLimiter(burst=2, refill_ms=10**6))
    assert visitor.get("/table/4").status_code == 200
    assert visitor.get("/assets/a-1.js").status_code == 200
    refused(visitor.get("/"), 429, "too_many_requests")
    assert visitor.get("/health").status_code == 200


@pytest.fixture(scope="module")
def bare_house(tmp_path_factory):
    with served(people=False, pages=Pages(tmp_path_factory.mktemp("nothing") / "built")) as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/table/4"])
def test_where_they_are_not_built_it_is_said_what_to_run(bare_house, path):
    answer = bare_house.visitor().get(path)
    assert answer.status_code == 503
    assert answer.headers["content-type"].startswith("text/html")
    assert "<pre>make setup</pre>" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert policy(answer)["style-src"] == ["'unsafe-inline'"]
    assert "script-src" not in policy(answer)


def test_where_they_are_not_built_the_api_answers(bare_house):
    visitor = bare_house.visitor()
    assert visitor.look("/health")["status"] == "ok"
    refused(visitor.get("/assets/a-1.js"), 404, "command_invalid")


def test_a_file_of_a_kind_that_is_not_known_is_noticed_at_the_start(tmp_path):
    (tmp_path / "index.exe").write_bytes(b"")
    with pytest.raises(AssertionError, match=r"index\.exe"):
        Pages(tmp_path)
