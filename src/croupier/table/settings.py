"""What is fixed for a table before anyone bets: rulings, pay tables, limits, positions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.money import format_cents, is_whole_number
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table.game import Game, require_version
from croupier.table.paytable import PayTable
from croupier.table.ruling import readings_of, with_readings
from croupier.table.staking import least_stakes
from croupier.table.wager import Limit, stake_units_cents

__all__ = ["TableSettings", "require_settings", "settings_for", "usual_limits", "with_step"]


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Everything about a table that its rounds depend on, as plain data.

    A record carries it whole, custom pay tables included, so that an old round can be
    replayed as it was whatever has changed since.
    """

    game: str
    rules_version: int
    positions: int
    """How many seats the table has."""
    readings: tuple[tuple[str, str], ...]
    """The reading in force for every ruling of the game."""
    limits: tuple[tuple[str, Limit], ...]
    """By spot."""
    pay_tables: tuple[tuple[str, PayTable], ...]
    """By spot, for the spots that have one."""
    table_maximum_cents: int | None
    """The most that all wagers of one seat together may come to before the deal."""
    payout_maximum_cents: int | None
    """The most that one seat wins in a round; what is above is withheld."""

    def pay_table(self, spot: str) -> PayTable:
        """The pay table in force on a spot."""
        return dict(self.pay_tables)[spot]


def settings_for(
    game: Game[Any],
    *,
    positions: int | None = None,
    readings: Mapping[str, str] | None = None,
    limits: Mapping[str, Limit] | None = None,
    pay_tables: Mapping[str, str | PayTable] | None = None,
    table_maximum_cents: int | None = None,
    payout_maximum_cents: int | None = None,
) -> TableSettings:
    """The settings of a table: the game's defaults, and what the house chooses otherwise.

    A pay table is chosen by name, or given whole.
    """
    rules = with_readings(game.rules, readings or {})
    offered = game.wagers(rules)
    wagers = {wager.spot: wager for wager in offered}
    if len(wagers) < len(offered) or not wagers:
        raise Rejection(Code.GAME_INVALID, f"{game.name} has no wagers, or two on one spot.")
    positions = game.positions.usual if positions is None else positions
    allowed = range(game.positions.least, game.positions.most + 1)
    if not is_whole_number(positions) or positions not in allowed:
        raise Rejection(
            Code.SEATS_OUT_OF_RANGE,
            f"{game.name} is played with {game.positions.least} to {game.positions.most} seats, "
            f"not {harmless(positions)}.",
        )
    for spot in {**(limits or {}), **(pay_tables or {})}:
        if spot not in wagers:
            raise Rejection(
                Code.SPOT_UNKNOWN,
                f"There is no spot {quoted(spot)}; there are {', '.join(wagers)}.",
            )
    chosen_limits = {spot: wager.limit for spot, wager in wagers.items() if wager.limit}
    for spot, limit in (limits or {}).items():
        if spot not in chosen_limits:
            base = wagers[spot].brought_by
            why = f"comes with {base}" if base else "is as much as the rules say"
            raise Rejection(Code.LIMITS_INVALID, f"{spot} {why}; it has no limit of its own.")
        chosen_limits[spot] = limit
    chosen_tables = {spot: w.pay_tables[0] for spot, w in wagers.items() if w.pay_tables}
    for spot, choice in (pay_tables or {}).items():
        if isinstance(choice, PayTable):
            if not wagers[spot].lines:
                raise Rejection(Code.PAY_TABLE_UNKNOWN, f"{spot} is not paid by a pay table.")
            choice.require_lines(wagers[spot].lines)
            chosen_tables[spot] = choice
        else:
            chosen_tables[spot] = wagers[spot].pay_table(choice)
    units = stake_units_cents(wagers, chosen_tables)
    for spot, limit in chosen_limits.items():
        limit.require_payable(spot, units[spot])
    for name, cents in (
        ("table maximum", table_maximum_cents),
        ("largest payout", payout_maximum_cents),
    ):
        if cents is not None and (not is_whole_number(cents) or cents < 1):
            raise Rejection(
                Code.LIMITS_INVALID,
                f"The {name} must be whole cents above zero, not {harmless(cents)}.",
            )
    least_stakes(wagers, chosen_limits, units, table_maximum_cents)
    return TableSettings(
        game=game.id,
        rules_version=game.rules_version,
        positions=positions,
        readings=readings_of(rules),
        limits=tuple(chosen_limits.items()),
        pay_tables=tuple(chosen_tables.items()),
        table_maximum_cents=table_maximum_cents,
        payout_maximum_cents=payout_maximum_cents,
    )


def usual_limits(game: Game[Any], readings: Mapping[str, str] | None = None) -> Mapping[str, Limit]:
    """By spot that has limits: those it has where nobody says otherwise."""
    return dict(settings_for(game, readings=readings).limits)


def with_step(
    usual: Mapping[str, Limit], spot: str, least_cents: int, most_cents: int, *step_cents: int
) -> Limit:
    """Limits of a spot; in its usual steps where nobody has named any."""
    if step_cents:
        return Limit(least_cents, most_cents, *step_cents)
    # On a spot that has no limits there is no step to look for either; it is refused with them.
    step = usual[spot].multiple_of_cents if spot in usual else 1
    if least_cents % step:
        raise Rejection(
            Code.LIMITS_INVALID,
            f"{spot} is bet in steps of {format_cents(step)} where no other step is given, and "
            f"{format_cents(least_cents)} is no multiple of that; give a step that suits it.",
        )
    return Limit(least_cents, most_cents, step)


def require_settings(game: Game[Any], settings: TableSettings) -> None:
    """Refuses settings that no table of this game could have."""
    if settings.game != game.id:
        raise Rejection(
            Code.SETTINGS_INVALID,
            f"These are settings of {harmless(settings.game)}, not of {game.id}.",
        )
    require_version(game, settings.rules_version)
    whole = settings_for(
        game,
        positions=settings.positions,
        readings=dict(settings.readings),
        limits=dict(settings.limits),
        pay_tables=dict(settings.pay_tables),
        table_maximum_cents=settings.table_maximum_cents,
        payout_maximum_cents=settings.payout_maximum_cents,
    )
    if whole != settings:
        raise Rejection(
            Code.SETTINGS_INVALID,
            f"These settings do not name every ruling, limit and pay table of {game.name} once, "
            "in their order.",
        )
