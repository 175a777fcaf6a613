"""What must be true of every round of every game. Each check is given a round that was played.

`check_round` is cheap and is asked of every round; `check_thoroughly` replays, reads back and
looks through other eyes, and is asked of a sample.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from croupier.cards import Card
from croupier.rejection import Rejection
from croupier.table import events as happened
from croupier.table.commands import Decide, ReportIrregularity, RevealSeed
from croupier.table.events import Event
from croupier.table.fairness import check_shuffle
from croupier.table.layout import Layout, view
from croupier.table.places import SPECTATOR, Viewer
from croupier.table.prepared import PreparedTable, prepare
from croupier.table.record import read_round, write_round
from croupier.table.replay import replay
from croupier.table.round import Round
from croupier.table.settlement import Result
from croupier.table.steps import Asked, Option
from croupier.table.wager import When
from croupier.table.waiting import AwaitingDecisions

from .clauses_on_page import page_clauses
from .hidden_cards import check_secrets
from .rounds import PlayedRound

COMPARES_NOTHING = {"Insurance"}
"""Wagers that no hand of the player decides."""


def check_round(played: PlayedRound) -> None:
    """The cheap checks, all in one pass over the events."""
    table = played.table
    fixed = prepare(table.game, table.settings)
    clauses = page_clauses(table.game.id)
    money = Money()
    cards: list[Card] = []
    without_hands: set[int] = set()
    for event in table.events:
        money.take(event)
        match event:
            case happened.CardDealt(_, card):
                cards.append(card)
            case happened.DeviceFailed(dispensed=dispensed):
                cards.extend(dispensed)
            case happened.DecisionAsked(asked=asked):
                for one in asked:
                    check_offers(fixed, one)
            case happened.DecisionMade(choice, seat) if choice.option == "fold":
                without_hands.add(seat)
            case happened.CardsRanOut():
                without_hands.update(table.layout.picks)
            case happened.WagerSettled(seat, spot, because=because):
                check_settlement(fixed, event)
                assert because.hands or spot in COMPARES_NOTHING or seat in without_hands, because
                assert clauses is None or because.clause in clauses, because
            case _:
                pass
    assert len(cards) == len(set(cards)), "a card was dealt twice"
    check_ending(played, money)


@dataclass(slots=True)
class Money:
    """Cents by seat, counted from the events alone."""

    slips: dict[int, int] = field(default_factory=dict)
    staked: Counter[int] = field(default_factory=Counter)
    decided: Counter[int] = field(default_factory=Counter)
    """What was staked and has been settled or returned."""
    paid_out: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)

    def take(self, event: Event) -> None:
        """Counts what an event moves."""
        match event:
            case happened.WagersPlaced(seat, stakes):
                cents = sum(cents for _, cents in stakes)
                self.staked[seat] += cents - self.slips.get(seat, 0)
                self.slips[seat] = cents
            case happened.WagerAdded(seat, _, cents):
                assert cents > 0
                self.staked[seat] += cents
            case happened.WagerSettled(seat):
                self.decided[seat] += event.stake_cents if event.has_own_wager else 0
                self.paid_out[seat] += event.returned_cents
                self.won[seat] += winnings_cents(event)
            case happened.SettlementReversed(seat, _, stake, returned):
                self.decided[seat] -= stake
                self.paid_out[seat] -= returned
            case happened.WagerReturned(seat, _, cents):
                self.decided[seat] += cents
                self.paid_out[seat] += cents
            case _:
                pass


def check_ending(played: PlayedRound, money: Money) -> None:
    """Nothing is left on the felt, and every cent went where it should."""
    table = played.table
    assert table.layout.is_over
    assert +money.decided == +money.staked, "not all that was staked was settled or returned"
    assert not any(table.layout.stakes.values()), "something is left in action"
    if table.layout.is_void:
        assert something_went_wrong(played), "a round was void for no reason"
        assert +money.paid_out == +money.staked, "a void round returns what was staked"
        assert isinstance(table.events[-1], happened.RoundVoided)
    else:
        most = table.settings.payout_maximum_cents
        assert most is None or all(cents <= most for cents in money.won.values())
        assert not table.layout.cards, "cards were left on the felt"
        assert isinstance(table.events[-1], happened.RoundClosed)


def something_went_wrong(played: PlayedRound) -> bool:
    """Whether anything at this table could make a round void: a deck alone must bear it."""
    was_reported = any(isinstance(command, ReportIrregularity) for command in played.commands)
    return was_reported or played.at.kind == "short" or bool(played.at.faults)


def winnings_cents(settled: happened.WagerSettled) -> int:
    """What the house paid beside the stake; losses are not counted against it."""
    stake = settled.stake_cents if settled.has_own_wager else 0
    return max(settled.returned_cents - stake, 0)


def check_settlement(fixed: PreparedTable, settled: happened.WagerSettled) -> None:
    """The amount follows from stake and outcome, and the reason is there for all to read."""
    wager, because = fixed.wagers[settled.spot], settled.because
    assert settled.stake_cents > 0
    assert settled.withheld_cents >= 0
    outcome = settled.outcome
    assert (outcome.odds is not None) is (outcome.result is Result.WIN)
    full = {
        Result.WIN: lambda stake: stake + outcome.odds.won * stake // outcome.odds.staked,
        Result.LOSE: lambda _: 0,
        Result.PUSH: lambda stake: stake,
        Result.HALF_BACK: lambda stake: stake // 2,
    }[outcome.result](settled.stake_cents)
    if not settled.has_own_wager:
        assert wager.brought_by is not None
        full -= settled.stake_cents
    assert settled.returned_cents + settled.withheld_cents == full
    assert settled.returned_cents >= 0
    check_words(because.clause)
    check_words(because.sentence)
    assert because.sentence.endswith("."), because
    for words in because.hands:
        check_words(words)
    if because.line is not None:
        assert because.line in wager.lines, f"{settled.spot} has no line {because.line}"
    if wager.pay_tables and outcome.result is Result.WIN:
        assert because.line is not None, f"{settled.spot} was paid by a table that is not named"
        assert outcome.odds == fixed.pay_tables[settled.spot].odds(because.line), because


def check_words(words: str) -> None:
    """Something is said, in one printable line without a stray space."""
    assert words, "nothing is said"
    assert words.isprintable(), words
    assert words == words.strip(), words
    assert "  " not in words, words


def check_offers(fixed: PreparedTable, asked: Asked) -> None:
    """What a seat may choose has names, and costs what can be staked and paid."""
    names = [option.name for option in asked.options]
    assert names, "a seat is asked and may choose nothing"
    assert len(set(names)) == len(names), f"an option is offered twice: {names}"
    assert asked.default is None or asked.default in names
    for option in asked.options:
        check_words(option.name)
        check_words(option.label)
        _check_stake(fixed, option)


def _check_stake(fixed: PreparedTable, option: Option) -> None:
    assert 0 <= option.least_cents <= option.most_cents
    assert option.step_cents >= 1
    if option.spot is None:
        assert option.most_cents == 0, f"{option} takes a stake to nowhere"
        return
    assert fixed.wagers[option.spot].brought_by is None, f"{option.spot} is not bet"
    assert option.least_cents > 0, f"{option} stakes nothing"
    unit = fixed.units_cents[option.spot]
    assert option.least_cents % unit == option.most_cents % unit == 0, f"{option}: {unit} cents"
    if option.is_open:
        limit = fixed.limits[option.spot]
        assert option.step_cents % unit == 0
        assert limit.minimum_cents <= option.least_cents <= option.most_cents <= limit.maximum_cents
        assert option.least_cents % limit.multiple_of_cents == 0
    else:
        assert option.least_cents == option.most_cents


# The thorough checks.


def check_thoroughly(played: PlayedRound, rng: Random) -> None:
    """All that takes longer: records, replays from every point, other viewers, other decks."""
    check_record(played)
    check_replay(played, rng)
    check_choices(played)
    check_secrets(played, rng)


def check_record(played: PlayedRound) -> None:
    """The round is written and read back without loss, as everybody gets it."""
    events = played.events
    text = write_round(events)
    assert read_round(text) == events
    assert write_round(read_round(text)) == text
    seats = sorted(played.table.layout.picks)
    for viewer in (SPECTATOR, Viewer.at(*seats[:1]), Viewer.at(*seats)):
        seen = view(events, viewer)
        assert read_round(write_round(seen)) == seen


def check_replay(played: PlayedRound, rng: Random) -> None:
    """The record gives the same round again, whole and from every point the house commits."""
    at, table = played.at, played.table
    again = replay(at.game, table.events)
    assert (again.events, again.waiting) == (table.events, table.waiting)
    assert again.layout == table.layout == Layout.fold(table.events)
    for point in played.points:
        assert replay(at.game, table.events[:point]).events == table.events[:point]
    # From one of them the round is played on, and must end as it did. A command that left no
    # event, such as beginning a deal from a real shuffler, is not on record and is given again.
    number = played.points.index(rng.choice(played.points))
    resumed = replay(
        at.game,
        table.events[: played.points[number]],
        at.source(),
        automation=at.automation,
    )
    for command in played.commands[number:]:
        resumed.handle(command)
    assert resumed.events == table.events
    if at.kind == "shuffled":
        check_fairness(played)


def check_fairness(played: PlayedRound) -> None:
    """The seed, once revealed, gives every card that was dealt."""
    table = replay(played.at.game, played.events, played.at.source())
    table.handle(RevealSeed(played.at.seed.reveal()))
    dealt = [event.card for event in table.events if isinstance(event, happened.CardDealt)]
    if table.layout.bets_are_closed:
        assert list(check_shuffle(table.events)) == dealt


def check_choices(played: PlayedRound) -> None:
    """Whatever is offered is taken, at what it says it costs; whatever is not is refused."""
    again = Round(
        played.at.game, played.at.settings, played.at.source(), automation=played.at.automation
    )
    for command in played.commands:
        if isinstance(again.waiting, AwaitingDecisions):
            for seat in again.waiting.seats:
                _check_offered(again, again.layout.asked[seat])
        again.handle(command)
    assert again.events == played.events


def _check_offered(table: Round, asked: Asked) -> None:
    fixed = prepare(table.game, table.settings)
    staked = table.layout.stakes[asked.seat]
    for option in asked.options:
        for cents in {option.least_cents, option.most_cents}:
            assert table.check(Decide(asked.seat, option.name, cents)) == {asked.seat: cents}
        for cents in (option.least_cents - 1, option.most_cents + 1):
            assert is_refused(table, Decide(asked.seat, option.name, cents))
        if option.spot is not None and fixed.wagers[option.spot].when is When.WITH_A_DECISION:
            for constraint in fixed.wagers[option.spot].constraints:
                constraint.check(option.spot, {**staked, option.spot: option.most_cents})
    assert is_refused(table, Decide(asked.seat, "something else"))


def is_refused(table: Round, command: Decide) -> bool:
    """Whether the round would refuse it."""
    try:
        table.check(command)
    except Rejection:
        return True
    return False
