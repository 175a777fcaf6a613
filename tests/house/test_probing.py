"""A correction that is refused tells something of cards that lie face down; who asked is known."""

import asyncio

import pytest

from croupier.cards import parse_card
from croupier.house import commands as told
from croupier.house.terms import CardsFrom, TableKind
from croupier.rejection import Code

from .apis import new_id
from .houses import check_books, guests, open_house, opened_by_hand, plan, put_decks_into_play
from .reception import refused_now

ANTE = (("Ante", 500),)
KING, QUEEN = parse_card("Ks"), parse_card("Qd")


async def deal(office, cards):
    """Has a round with one player dealt as far as two cards; its dealer and its supervisor."""
    dealer, boss = await opened_by_hand(office)
    if cards is CardsFrom.PHYSICAL:
        await put_decks_into_play(office, dealer, boss)
    [ada] = await guests(office, 1)
    tell = office.house.command
    await tell(1, ada, told.Sit(1, 10_000), "sit")
    await tell(1, dealer, told.NewGame(), "new-game")
    await tell(1, ada, told.Bet(1, ANTE), "bet")
    await tell(1, dealer, told.NoMoreBets(), "no-more-bets")
    if cards is CardsFrom.PHYSICAL:
        for card in (KING, QUEEN):
            await tell(1, dealer, told.EnterCard(card), f"enter-{card}")
    return dealer, boss


def corrections_noted(path, cards, asked):
    """What is noted of who asked for corrections that are refused."""

    async def play():
        table = plan("three-card-poker", kind=TableKind.HUMAN, cards=cards)
        async with open_house(path, table) as office:
            dealer, boss = await deal(office, cards)
            for is_dealer, position, code in asked:
                correction = told.CorrectCard(1, position, QUEEN, "It was a queen")
                who = dealer if is_dealer else boss
                await refused_now(code, office.house.command(1, who, correction, new_id()))

    asyncio.run(play())
    entries = check_books(path)
    return [entry.body for entry in entries if "access_refused" in entry.body]


def test_each_correction_is_noted_whose_refusal_tells_of_a_card(tmp_path):
    noted = corrections_noted(
        tmp_path / "house.db",
        CardsFrom.PHYSICAL,
        [(False, 1, Code.CARD_REPEATED), (False, 1, Code.CARD_REPEATED)],
    )
    assert len(noted) == 2
    assert all("correct_card: card_repeated at table 1, round 1" in one for one in noted)


@pytest.mark.parametrize(
    ("cards", "asked"),
    [
        (CardsFrom.PHYSICAL, (False, 9, Code.COMMAND_INVALID)),
        (CardsFrom.PHYSICAL, (True, 1, Code.NOT_ALLOWED)),
        (CardsFrom.VIRTUAL, (False, 1, Code.REVISION_IMPOSSIBLE)),
    ],
)
def test_a_refusal_that_tells_of_no_card_is_not_noted(tmp_path, cards, asked):
    assert corrections_noted(tmp_path / "house.db", cards, [asked]) == []
