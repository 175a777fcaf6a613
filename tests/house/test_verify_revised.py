"""The check of the books where a round was revised: one card, or the whole of it, and no more."""

import pytest

from croupier.cards import DECK
from croupier.house import commands as told
from croupier.house import dealt_again
from croupier.house.happenings import Role
from croupier.house.terms import CardsFrom
from croupier.rejection import Rejection
from croupier.table.commands import Decide, ReadCard
from croupier.table.events import CardRead
from croupier.table.waiting import AwaitingDealer

from .books import HouseBooks
from .forging import Books, of_kind

BY_HAND = 2


class Made:
    """Books of one table dealt by hand, with a round that is over or in play."""

    def __init__(self, path, cards):
        self.books = HouseBooks(path / "made.db")
        self.ann = self.books.person("Ann", 10**9)
        self.dealer = self.books.person("Dora", roles=(Role.DEALER,))
        self.boss = self.books.person("Sam", roles=(Role.SUPERVISOR,))
        self.second = self.books.person("Susan", roles=(Role.SUPERVISOR,))
        self.live = self.books.staffed_table(
            "three-card-poker", self.dealer, self.boss, cards=cards
        )
        self.books.tell(self.live, self.ann, told.Sit(1, 10**7))
        self._copy = path / "house.db"

    def deal(self, until=None):
        self.books.deal(self.live, self.dealer, {1: self.ann}, until)

    def correct(self, number):
        """Asks for the first correction of a round that is possible."""
        past = self.books.past_round(self.live, number)
        read = [one for one in past.events if isinstance(one, CardRead)]
        for position in range(len(read), 0, -1):
            for card in DECK:
                correcting = told.CorrectCard(number, position, card, "It was read wrongly.")
                try:
                    return self.books.tell(self.live, self.boss, correcting)
                except Rejection:
                    continue
        raise AssertionError("no card can be corrected")

    def approve(self):
        approval = self.live.picture.approval_count
        self.books.tell(self.live, self.second, told.Approve(approval, is_granted=True))

    def written(self):
        return Books(self.books.write(), self._copy)


@pytest.fixture
def real(tmp_path):
    return Made(tmp_path, CardsFrom.PHYSICAL)


@pytest.fixture
def shuffled(tmp_path):
    """Round 1 was dealt from a shuffle of the house, and was declared void when it was over."""
    made = Made(tmp_path, CardsFrom.VIRTUAL)
    made.deal()
    made.books.tell(made.live, made.boss, told.VoidRound(1, "The deck was short of a card."))
    made.approve()
    return made.written()


def told_otherwise(monkeypatch, change):
    """Has the house deal rounds again as if people had told it something else."""
    honest = dealt_again._told

    def said(game, recorded):
        return [
            dealt_again._Told(change(at, one.command), one.question)
            for at, one in enumerate(honest(game, recorded))
        ]

    monkeypatch.setattr(dealt_again, "_told", said)


def fold(_at, command):
    return Decide(command.seat, "fold") if isinstance(command, Decide) else command


def found(books, entry, chain=1):
    wrong = books.found()
    assert (wrong.place.chain, wrong.place.entry) == (chain, entry), wrong
    return wrong.what


def test_a_choice_that_is_another_on_paper_is_found(real, monkeypatch):
    while not any(
        getattr(getattr(one, "choice", None), "option", None) == "play"
        for one in real.live.picture.events
    ):
        real.deal()
    monkeypatch.setattr(dealt_again, "_answered", lambda *_: None)
    told_otherwise(monkeypatch, fold)
    real.correct(real.live.picture.round)
    real.approve()
    books = real.written()
    said = found(books, books.entry_with(1, "round_revised"))
    assert "bet or chosen otherwise" in said


def test_a_second_card_that_is_corrected_in_play_is_found(real, monkeypatch):
    real.deal(until=AwaitingDealer)
    unread = [card for card in DECK if card not in _read(real.live)]
    changed = []

    def change(_at, command):
        if isinstance(command, ReadCard) and not changed:
            changed.append(command.card)
            return ReadCard(unread[0])
        return command

    told_otherwise(monkeypatch, change)
    real.books.tell(real.live, real.boss, told.CorrectCard(1, 3, unread[1], "It was read wrongly."))
    assert changed
    books = real.written()
    said = found(books, books.entry_with(1, "round_revised"))
    assert "not one card that was read" in said


def _read(live):
    return [event.card for event in live.picture.events if isinstance(event, CardRead)]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"card": "2c"}, "other cards are read than was asked for"),
        ({"position": 99}, "no card was read in position 99"),
        ({"position": None, "card": None}, "the round was to be void"),
    ],
    ids=str,
)
def test_what_was_not_asked_for_is_found(real, changed, said):
    real.deal()
    real.correct(1)
    real.approve()
    books = real.written()
    assert books.verdict().is_well
    asked = books.entry_with(1, "approval_asked")

    def ask(events):
        event = of_kind(events, "approval_asked")
        assert event["card"] != "2c"
        event.update(changed)

    books.forge(1, asked, ask)
    assert said in found(books, books.entry_with(1, "round_revised"))


def test_a_round_that_is_void_is_not_revised_again(books):
    number, _ = books.one(
        "SELECT round, last_entry FROM rounds WHERE \"table\" = ? AND outcome = 'void'", BY_HAND
    )
    asked = {"event": "approval_asked", "approval": 4, "what": "void round", "round": number}
    asked |= {"position": None, "card": None, "reason": "Once more.", "by": 6}
    books.append(BY_HAND, asked, actor="user 6")
    revised = {"event": "round_revised", "round": number, "from_event": 1, "event_count": 1}
    revised |= {"is_on_paper": True, "reason": "Once more.", "by": 6, "approved_by": 7}
    given = {"event": "approval_given", "approval": 4, "is_granted": True, "by": 7}
    books.append(BY_HAND, given, revised, actor="user 7")
    said = found(books, books.last_entry(BY_HAND), BY_HAND)
    assert "every wager went back" in said


def test_a_shuffled_round_that_is_void_on_paper_shows_its_seed_all_the_same(shuffled):
    assert shuffled.verdict().is_well
    entry = shuffled.entry_with(1, "round_revised")

    def hide(events):
        events.remove(of_kind(events, "seed_revealed"))
        of_kind(events, "round_revised")["event_count"] -= 1

    shuffled.forge(1, entry, hide)
    assert "its seed is not revealed" in found(shuffled, entry)


def test_cards_that_the_house_shuffled_are_not_corrected(shuffled):
    def ask(events):
        of_kind(events, "approval_asked").update(what="correct card", position=1, card="2c")

    shuffled.forge(1, shuffled.entry_with(1, "approval_asked"), ask)
    said = found(shuffled, shuffled.entry_with(1, "round_revised"))
    assert "none was read wrongly" in said
