"""`croupier strategy`: what every option of one decision is worth."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.analysis_options import AnyPayTableOption, GameArgument, analysis_settings
from croupier.cli.columns import WIDTH, show_columns, show_text
from croupier.cli.output import emphasised, show_cards, show_json
from croupier.cli.progress import progress_shown
from croupier.cli.table_options import RulingOption
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.cli.round_file import RoundFile
    from croupier.table.game import Game
    from croupier.table.settings import TableSettings
    from croupier.table.worth import Decision, OptionWorth

__all__ = ["EPILOG", "strategy"]

_LONGEST_FRACTION = 50
"""There are few columns here, so there is room."""

EPILOG = """\b
Examples:
  croupier strategy three-card-poker "Qh 6d 4c"
  croupier strategy three-card-poker "Qh 6d 4c" --seen "Ah Ad" --json
  croupier strategy three-way-action "Ah 6d" --dealer 6c
  croupier strategy pick-2-poker "As Kd 9h 9c 2d"
  croupier strategy roll-your-own-blackjack --round round.json --seat 2

\b
A round in the format of croupier deal, as far as it has come:
  {"cards": {"seat 1/Hand": "Qh 6d 4c"},
   "seats": {"1": {"stakes": {"Ante": "$10"}}}}
"""


def strategy(
    game: GameArgument,
    cards: Annotated[
        list[str] | None,
        typer.Argument(help="Your cards: Qh 6d 4c, or in one word Qh6d4c.", metavar="CARDS"),
    ] = None,
    *,
    dealer: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The dealer's cards that show.")
    ] = None,
    seen: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Further cards you have seen: others', burned ones."),
    ] = None,
    round_file: Annotated[
        str | None,
        typer.Option("--round", metavar="FILE", help="A deal script or a record; - reads it here."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="The seat that decides, with --round.")
    ] = None,
    decision: Annotated[
        int | None,
        typer.Option(metavar="K", help="The seat's decision by number; else the one left open."),
    ] = None,
    ruling: RulingOption = None,
    paytable: AnyPayTableOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Value every option of one decision, exactly.

    The short form takes a fresh hand: your cards, the dealer's that show, and whatever others
    you have seen; all of them are gone from the deck. With --round any decision of a round is
    valued: the script is dealt as far as the first decision of the seat that it leaves open,
    and from what that seat then sees, and nothing else, its options are valued. The rulings and
    pay tables are then those of the round.

    Values count from before the round: to fold an Ante is -1 Ante. The best option stands
    first, and the cost of each other is what it is worth less.
    """
    # Imported here so that help does not wait for it.
    from croupier.table.registry import find_game  # noqa: PLC0415

    began = perf_counter()
    found = find_game(game)
    if round_file is not None:
        if cards or dealer is not None or ruling or paytable:
            raise Rejection(
                Code.OPTIONS_CONFLICT,
                "With --round the cards, rulings and pay tables are those of the round; only "
                "--seen goes with it.",
            )
    elif seat is not None or decision is not None:
        raise Rejection(Code.OPTIONS_CONFLICT, "--seat and --decision go with --round.")
    elif not cards:
        raise Rejection(
            Code.HAND_SIZE, "Say which cards are held, like “Qh 6d 4c”, or give a --round."
        )
    with progress_shown(found.name):
        if round_file is not None:
            said = _in_a_round(found, round_file, seat, decision, seen)
        else:
            settings = analysis_settings(found, ruling, paytable)
            said = _fresh(found, settings, " ".join(cards or ()), dealer, seen)
    _tell(found, *said, began=began, as_json=as_json)


def _fresh(
    game: "Game[Any]", settings: "TableSettings", cards: str, dealer: str | None, seen: str | None
) -> "tuple[TableSettings, Decision, dict[str, tuple[Card, ...]], RoundFile | None]":
    from croupier.analysis.decisions import value_fresh  # noqa: PLC0415
    from croupier.table.worth import Fresh  # noqa: PLC0415

    given = Fresh(_cards(cards), _cards(dealer), _cards(seen))
    shown = {"hand": given.hand, "dealer": given.dealer, "seen": given.seen}
    return settings, value_fresh(game, settings, given), shown, None


def _in_a_round(
    game: "Game[Any]", file: str, seat: int | None, decision: int | None, seen: str | None
) -> "tuple[TableSettings, Decision, dict[str, tuple[Card, ...]], RoundFile | None]":
    from croupier.analysis.decisions import value_moment  # noqa: PLC0415
    from croupier.cli.round_file import read_round_file  # noqa: PLC0415

    played = read_round_file(game, file, seat, decision)
    also_seen = _cards(seen)
    layout = played.moment.seen
    shown = {str(place): layout.known(place) for place in sorted(layout.cards)}
    valued = value_moment(played.game, played.settings, played.moment, also_seen)
    return played.settings, valued, {**shown, "seen": also_seen}, played


def _cards(text: str | None) -> "tuple[Card, ...]":
    from croupier.cards import parse_cards  # noqa: PLC0415

    return () if text is None else parse_cards(text)


def _tell(
    game: "Game[Any]",
    settings: "TableSettings",
    valued: "Decision",
    cards: "dict[str, tuple[Card, ...]]",
    played: "RoundFile | None",
    *,
    began: float,
    as_json: bool,
) -> None:
    from croupier.analysis.as_json import decision_json, pay_tables_json  # noqa: PLC0415

    moment = played.moment if played is not None else None
    place = moment.asked.place if moment is not None else None
    if as_json:
        show_json(
            {
                "game": game.id,
                "name": game.name,
                "rules_version": settings.rules_version,
                "rulings": dict(settings.readings),
                "pay_tables": pay_tables_json(settings.pay_tables),
                "seat": moment.seat if moment is not None else None,
                "place": None if place is None else str(place),
                "decision": played.number if played is not None else None,
                "chosen": moment.chosen if moment is not None else None,
                "cards": {place: [card.text for card in some] for place, some in cards.items()},
                **decision_json(valued),
                "elapsed_s": perf_counter() - began,
            }
        )
    else:
        whose = f", {place or f'seat {moment.seat}'}" if moment is not None else ""
        typer.echo(f"{emphasised(game.name)}{whose}: {valued.question}")
        _show_table(game, settings)
        _show_cards(cards)
        _show_options(valued, moment.chosen if moment is not None else None)


def _show_table(game: "Game[Any]", settings: "TableSettings") -> None:
    """Under which rulings and pay tables, where they are not the usual ones."""
    from croupier.cli.analysis_shown import show_table_in_force  # noqa: PLC0415
    from croupier.table.settings import settings_for  # noqa: PLC0415

    usual = settings_for(game)
    if (settings.readings, settings.pay_tables) != (usual.readings, usual.pay_tables):
        show_table_in_force(game, settings.readings, settings.pay_tables)


def _show_cards(cards: "dict[str, tuple[Card, ...]]") -> None:
    width = max(map(len, cards)) + 2
    # A ten is the longest card, and one is parted from the next.
    in_a_line = (WIDTH - 2 - width) // len("10♥ ")
    for place, some in cards.items():
        for at in range(0, len(some), in_a_line):
            named = "" if at else place
            typer.echo(f"  {named:{width}}{show_cards(some[at : at + in_a_line])}")


def _option_text(option: "OptionWorth") -> str:
    """Its name, and what it means where the name says it only by position: `3-card 1-3-4`."""
    is_plain = not any(letter.isdigit() for letter in option.name)
    said = option.label.partition(", another ")[0]
    return option.name if is_plain or said == option.name else f"{option.name}  {said}"


def _show_options(valued: "Decision", chosen: str | None) -> None:
    from croupier.analysis.decisions import best_first, cost_of  # noqa: PLC0415
    from croupier.analysis.wording import amount, fraction, needed_digits  # noqa: PLC0415

    costs = [cost_of(option, valued) for option in valued.options]
    digits = needed_digits((cost.value for cost in costs), least=6)
    rows = []
    for option in best_first(valued):
        cost = cost_of(option, valued)
        rows.append(
            [
                _option_text(option),
                amount(option.value, digits),
                amount(cost, digits) if option is not valued.best else "best",
                fraction(option.value, _LONGEST_FRACTION),
                "chosen" if option.name == chosen else "",
            ]
        )
    if chosen is None:
        rows = [row[:-1] for row in rows]
    typer.echo()
    head = ["option", f"value per {valued.per}", "costs", "exactly", ""]
    show_columns(head[: len(rows[0])], rows)
    typer.echo()
    show_text(f"{valued.unseen} cards are not seen.")
    if valued.assumes:
        show_text(valued.assumes)
