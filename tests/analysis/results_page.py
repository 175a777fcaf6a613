"""The tables of docs/results.md, as the analysis gives them now.

    .venv/bin/python -m tests.analysis.results_page

writes them anew, between the marks that stand around each, after a change that is meant to
change them. That takes a quarter of an hour where no results of the same source are kept. Read
the difference before you commit it. `test_results_page.py` holds that the page says what is
computed; of the tables of bets, which take longest, the test of `croupier analyze` does, and of
the table of readings it holds the first row.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.analysis.cache import Cache
from croupier.analysis.compare import compare_published
from croupier.analysis.readings import BetEdge, compare_readings
from croupier.analysis.valuer import Valuer
from croupier.analysis.wording import amount, decimal, percent
from croupier.games.roll_your_own_blackjack.exact.strategies import SECOND_SEES
from croupier.table.game import Game
from croupier.table.registry import find_game
from croupier.table.settings import settings_for
from croupier.table.worth import Figure

PAGE = Path(__file__).parents[2] / "docs" / "results.md"

GAMES = (
    "three-card-poker",
    "stadium-three-card-poker",
    "pick-2-poker",
    "three-way-action",
    "roll-your-own-blackjack",
)


def table_of(game_id: str, which: str, cache: Cache | None = None) -> str:
    """One table of the page, in Markdown."""
    game = find_game(game_id)
    if which == "readings":
        rows = _readings(game, cache)
    else:
        rows = {"bets": _bets, "published": _published}[which](Valuer(game, cache=cache))
    heading, *lines = ("| " + " | ".join(row) + " |" for row in rows)
    between = "|" + "---|" * (heading.count("|") - 1)
    return "\n".join([heading, between, *lines])


def _bets(valuer: Valuer) -> Iterator[tuple[str, ...]]:
    yield ("bet", "house edge", "exactly", "element of risk", "hit frequency", "deviation")
    rules = valuer.rules({})
    tables = valuer.pay_tables(rules)
    for name in valuer.bets(rules):
        bet = valuer.bet(name, rules, tables)
        per = "" if bet.per == name else f", per {bet.per}"
        yield (
            f"{name}{per}",
            percent(bet.edge, 4),
            _exactly(bet.edge),
            percent(bet.element_of_risk, 4),
            percent(bet.hit_frequency, 2),
            amount(bet.standard_deviation, 4),
        )


def _exactly(figure: Figure) -> str:
    if not figure.is_exact:
        return f"within {float(figure.error):.1g}"
    text = str(figure.value)
    return text if len(text) <= 52 else f"{decimal(100 * figure.value, 12)}…%"


def _published(valuer: Valuer) -> Iterator[tuple[str, ...]]:
    yield ("bet", "with", "figure", "published", "ours", "", "source")
    for one in compare_published(valuer):
        theirs = one.published
        chosen = (*theirs.readings, *theirs.pay_tables)
        yield (
            theirs.bet,
            ", ".join(f"{name}: {value}" for name, value in chosen) or "the defaults",
            theirs.what,
            theirs.text,
            one.ours_written,
            "agrees" if one.agrees else f"differs. {theirs.why}",
            theirs.source,
        )


def _readings(game: Game[Any], cache: Cache | None) -> Iterator[tuple[str, ...]]:
    """The whole of Roll Your Own Blackjack under every reading, played in two ways."""
    yield ("ruling", "reading", "each hand by itself", "the second hand sees the first")
    alone, seeing = (
        compare_readings(
            game,
            settings_for(game),
            bets=["Whole game"],
            strategy=strategy,
            cache=cache,
        )
        for strategy in (None, SECOND_SEES)
    )
    edges = zip(alone.defaults, seeing.defaults, strict=True)
    yield from (("the defaults", "", *_both(one, other)) for one, other in edges)
    for ruling, also in zip(alone.rulings, seeing.rulings, strict=True):
        for one, other in zip(ruling.readings, also.readings, strict=True):
            if one.bets and not one.is_default:
                yield (ruling.name, one.name, *_both(one.bets[0], other.bets[0]))


def _both(one: BetEdge, other: BetEdge) -> tuple[str, str]:
    return percent(one.edge, 4), percent(other.edge, 4)


_MARKED = re.compile(r"<!-- (\S+) (bets|published|readings) -->\n((?:\|.*\n)*)<!-- end -->")


def marked(text: str) -> Iterator[tuple[str, str, str]]:
    """Game, kind and text of every table that a page has between marks."""
    for match in _MARKED.finditer(text):
        yield match[1], match[2], match[3].rstrip("\n")


def rewritten(text: str) -> str:
    """The page with every table as it ought to be."""

    def anew(match: re.Match[str]) -> str:
        table = table_of(match[1], match[2], Cache())
        return f"<!-- {match[1]} {match[2]} -->\n{table}\n<!-- end -->"

    return _MARKED.sub(anew, text)


def main() -> None:
    """Writes the page anew."""
    before = PAGE.read_text(encoding="utf-8")
    after = rewritten(before)
    if after != before:
        PAGE.write_text(after, encoding="utf-8")
        print(f"written: {PAGE.name}")


if __name__ == "__main__":
    main()
