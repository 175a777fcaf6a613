"""How long the coach and the drills take over the API: the whole answer, as a page waits for it.

    make bench
    .venv/bin/python benchmarks/school.py
    .venv/bin/python benchmarks/school.py --json

A server of its own, with a database of its own, has a table of each game at which six guests play
at random; each asks the coach after every decision of his. Then guests ask for question after
question of every drill. What is measured begins when the request is sent and ends when the answer
is read, however often it must be asked for again; beside it, how long the server and the processes
it has started were on the processor for it. The server and all of them share one core.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from croupier.bots import random_slip
from croupier.table.registry import find_game, game_ids
from croupier.table.settings import settings_for
from croupier.training.chance import Chance
from croupier.training.drills import DRILLS
from house_figures import not_exceeded_by
from house_serving import HERE, Server
from measuring import print_json, print_table, progress, read_options, target_text

ANSWER_MS, QUESTION_MS = 100.0, 50.0
_SEATS: Final = 6
_CREDIT_CENTS: Final = 10_000_000
_LONGEST_S: Final = 60.0
_MOST_QUESTIONS: Final = 150
"""Of one guest: whoever asks for more at once is told to wait."""
_MOST_DECISIONS: Final = 50
"""Of one seat in a round, and more than any game asks."""


@dataclass(slots=True)
class Waited:
    """How long one sort of answer takes."""

    what: str
    target_ms: float
    first_ms: float | None = None
    """How long the first took, where it is told apart: it finds what there is to practise."""
    wall_ms: list[float] = field(default_factory=list)
    processor_ms: list[float] = field(default_factory=list)

    @property
    def figures(self) -> "Figures":
        """What is told of them."""
        return Figures(
            self.what,
            len(self.wall_ms),
            self.first_ms,
            not_exceeded_by(50, self.wall_ms),
            not_exceeded_by(95, self.wall_ms),
            not_exceeded_by(50, self.processor_ms),
            not_exceeded_by(95, self.processor_ms),
            self.target_ms,
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """Half of the answers, and nineteen of twenty, take no longer."""

    what: str
    count: int
    first_ms: float | None
    half_ms: float
    late_ms: float
    half_processor_ms: float
    late_processor_ms: float
    target_ms: float

    @property
    def row(self) -> tuple[str, ...]:
        """As a table has it."""
        return (
            self.what,
            f"{self.count:,}",
            "" if self.first_ms is None else f"{self.first_ms:,.0f}",
            f"{self.half_ms:.1f}",
            f"{self.late_ms:.1f}",
            f"{self.half_processor_ms:.1f}",
            f"{self.late_processor_ms:.1f}",
            target_text(self.late_ms, self.target_ms),
        )


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "rounds": (20, "at the table of each game, after those that make it warm"),
            "warm": (6, "rounds that make it warm"),
            "questions": (60, f"of each drill of each game, at most {_MOST_QUESTIONS}"),
        },
    )
    with TemporaryDirectory() as folder, Server(Path(folder), _config()) as server:
        found = list(measure_coach(server, options.rounds, options.warm))
        found += measure_drills(server, min(options.questions, _MOST_QUESTIONS))
    progress("")
    figures = [one.figures for one in found]
    if options.json:
        print_json(figures)
        return
    print_table(
        "The school over the API, ms",
        ("of them", "first", "half", "19 of 20", "half, processor", "19 of 20", "target"),
        (one.row for one in figures),
        "Milliseconds: half of them, and nineteen of twenty, take no longer; the target is for "
        "nineteen of twenty.",
    )


def _config() -> str:
    """A table of each game that deals by itself, as soon as all are ready."""
    tables = [
        f"""
        [[tables]]
        name = "{find_game(game_id).name}"
        game = "{game_id}"
        positions = {max(_SEATS, find_game(game_id).positions.least)}
        [tables.terms]
        betting_s = 0
        decision_s = 0
        """
        for game_id in game_ids()
    ]
    return f'[house]\nguest_credit = "{_CREDIT_CENTS // 50}"\n{"".join(tables)}'


class _Guest:
    """Somebody who plays and learns."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._http = httpx.Client(base_url=f"http://{HERE}:{server.port}", timeout=_LONGEST_S)
        self._csrf = self._http.post("/api/guests").json()["csrf"]
        self._count = 0

    def close(self) -> None:
        """Hangs up."""
        self._http.close()

    def look(self, path: str, **query: Any) -> Any:
        """What there is."""
        return _read(self._http.get(path, params=query))

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """Asks for something to be done."""
        return self._http.post(path, json=body, headers={"X-CSRF-Token": self._csrf})

    def tell(self, table: int, **command: Any) -> None:
        """A command to a table, which must be done."""
        self._count += 1
        named = {"id": f"{self._csrf[:20]}-{self._count}", **command}
        _read(self.post(f"/api/tables/{table}/commands", named))

    def coached(self, table: int, seat: int, waited: Waited | None) -> Any:
        """What the coach says, asked for until he says it."""
        with _timed(self._server, waited):
            for _ in _patience():
                found = self.look(f"/api/tables/{table}/coach", seat=seat)
                if found["state"] == "done":
                    break
        return found["result"]

    def question(self, game_id: str, drill: str, after: str | None, waited: Waited) -> str:
        """The next question; its name."""
        body = {} if after is None else {"after": after}
        with _timed(self._server, waited):
            for _ in _patience():
                answer = self.post(f"/api/school/{game_id}/drills/{drill}/next", body)
                if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
                    break
        task: str = _read(answer)["task"]
        return task


def _read(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


def _patience() -> Iterator[None]:
    """Again and again, for as long as anybody waits."""
    until = time.monotonic() + _LONGEST_S
    while time.monotonic() < until:
        yield
    raise AssertionError("it does not come to an end")


class _timed:  # noqa: N801 (it is used like a function)
    """Notes how long something takes, where it counts."""

    def __init__(self, server: Server, waited: Waited | None) -> None:
        self._server = server
        self._waited = waited

    def __enter__(self) -> None:
        self._before_ms = self._server.family_processor_ms
        self._begun = time.perf_counter()

    def __exit__(self, *_problem: object) -> None:
        took_ms = 1_000 * (time.perf_counter() - self._begun)
        if self._waited is not None:
            self._waited.wall_ms.append(took_ms)
            on_processor = self._server.family_processor_ms - self._before_ms
            self._waited.processor_ms.append(on_processor)


# The coach.


def measure_coach(server: Server, rounds: int, warm: int) -> Iterator[Waited]:
    """Each game: what six guests are told after each of their decisions."""
    for table, game_id in enumerate(game_ids(), start=1):
        guests = {seat: _Guest(server) for seat in range(1, _SEATS + 1)}
        for seat, guest in guests.items():
            guest.tell(table, do="sit", seat=seat, credit_cents=_CREDIT_CENTS)
        waited = Waited(f"{game_id}, coach", ANSWER_MS)
        chance = Chance("benchmark", game_id)
        for at in range(warm + rounds):
            progress(f"{game_id}: round {at + 1} of {warm + rounds}")
            _play(table, game_id, guests, chance, waited if at >= warm else None)
        for seat, guest in guests.items():
            guest.tell(table, do="leave", seat=seat)
            guest.close()
        yield waited


def _play(
    table: int, game_id: str, guests: dict[int, _Guest], chance: Chance, waited: Waited | None
) -> None:
    """A round at random, with the coach asked after every decision."""
    game = find_game(game_id)
    number = guests[1].look(f"/api/tables/{table}")["round"]
    for seat, guest in guests.items():
        slip = random_slip(game, settings_for(game), chance)
        bet = {"stakes": dict(slip.stakes), "picks": list(slip.picks)}
        guest.tell(table, do="bet", seat=seat, round=number, **bet)
    for seat, guest in guests.items():
        guest.tell(table, do="ready", seat=seat, round=number)
    made = dict.fromkeys(guests, 0)
    while asked := [one for one in guests if _is_asked(guests[one], table, one, number)]:
        for seat in asked:
            _choose(table, seat, number, guests[seat], chance)
            made[seat] += 1
            assert made[seat] <= _MOST_DECISIONS, "a round comes to its end"
            found = guests[seat].coached(table, seat, waited)
            assert len(found["decisions"]) == made[seat], "he speaks of every decision"


def _is_asked(guest: _Guest, table: int, seat: int, number: int) -> bool:
    """Whether a seat has to choose in that round; in a stadium nobody is told of others."""
    state = guest.look(f"/api/tables/{table}")
    is_asked = False
    for event in state["events"] if state["round"] == number else ():
        if event["event"] == "decision_asked":
            is_asked = seat in event["seats"]
        elif event["event"] == "decision_made" and event["seat"] == seat:
            is_asked = False
    return is_asked


def _choose(table: int, seat: int, number: int, guest: _Guest, chance: Chance) -> None:
    """Any of the options."""
    events = guest.look(f"/api/tables/{table}")["events"]
    asked = [event for event in events if event["event"] == "decision_asked"][-1]
    offered = next(one["options"] for one in asked["asked"] if one["seat"] == seat)
    option = chance.choice(offered)
    choice = {"option": option["name"], "stake_cents": option["most_cents"]}
    guest.tell(table, do="choose", seat=seat, round=number, **choice)


# The drills.


def measure_drills(server: Server, questions: int) -> Iterator[Waited]:
    """Each drill of each game: its first question, and those that come then."""
    for name in DRILLS:
        for game_id in game_ids():
            guest = _Guest(server)
            first, later = Waited("", QUESTION_MS), Waited(f"{game_id}, {name}", QUESTION_MS)
            task = guest.question(game_id, name, None, first)
            (later.first_ms,) = first.wall_ms
            for at in range(questions):
                progress(f"{game_id}, {name}: question {at + 1} of {questions}")
                task = guest.question(game_id, name, task, later)
            guest.close()
            yield later


if __name__ == "__main__":
    main()
