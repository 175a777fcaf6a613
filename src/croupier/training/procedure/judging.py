"""What is wrong with a move, named as precisely as an instructor would.

What a trainee does is compared with the step that comes now: first whether it is that step at
all, then where, then how many, which way up, which cards, whom, what result and how much.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from croupier.plurals import counted_in_words
from croupier.table.places import Face, Place
from croupier.table.settlement import Result
from croupier.training.marking import Mistake, MistakeKind
from croupier.training.procedure.comparing import (
    are_cards_as_good,
    is_about_the_same,
    is_same,
    subject,
)
from croupier.training.procedure.moves import (
    AskSeats,
    CallHand,
    DealCards,
    Do,
    Move,
    MoveCards,
    SettleWager,
    TurnCards,
)
from croupier.training.procedure.reading import plain
from croupier.training.procedure.stages import Stage
from croupier.training.procedure.wording import joined, place_name, seats_words

__all__ = ["is_right", "judge", "left_out", "unanswered"]

_Fault = tuple[MistakeKind, str]
"""A kind of mistake, and what to say about it first."""


def judge(stages: Sequence[Stage], at: int, said: Move) -> Mistake | None:
    """What is wrong with a move at this stage; None if it is right."""
    stage = stages[at]
    if is_right(stage, said):
        return None
    kind, remark = _fault(stages, at, said)
    return _mistake(kind, str(said), stage, remark)


def is_right(stage: Stage, said: Move) -> bool:
    """Whether a move is what this stage wants, or as good."""
    return any(is_same(said, right) for right in (stage.wanted, *stage.also)) or are_cards_as_good(
        said, stage.wanted, stage.scene
    )


def left_out(stage: Stage, said: Move) -> Mistake:
    """For a trainee who does what comes after this stage, as if it were done."""
    return _mistake(MistakeKind.WRONG_STEP, str(said), stage, f"“{stage.label}” was left out.")


def unanswered(stage: Stage) -> Mistake:
    """For a trainee who does nothing."""
    return _mistake(MistakeKind.NO_ANSWER, "", stage, "")


def _mistake(kind: MistakeKind, said: str, stage: Stage, remark: str) -> Mistake:
    because = f"The player is told: “{stage.because}”" if stage.because else ""
    clause = f"{stage.clause}: {stage.clause_says}" if stage.clause_says else ""
    why = " ".join(part for part in (remark, stage.says, because, clause) if part)
    return Mistake(kind, said, str(stage.wanted), stage.clause, why)


def _fault(stages: Sequence[Stage], at: int, said: Move) -> _Fault:
    wanted = stages[at].wanted
    if type(said) is not type(wanted) or isinstance(said, Do):
        return MistakeKind.WRONG_STEP, _out_of_turn(stages, at, said)
    if isinstance(said, AskSeats):
        return _asking_fault(said, wanted)
    if subject(said) != subject(wanted):
        if _leaves_hand_out(said, wanted):
            return MistakeKind.WRONG_PLACE, _WHICH_HAND
        if any(is_about_the_same(said, stage.wanted) for stage in stages):
            return MistakeKind.WRONG_STEP, _out_of_turn(stages, at, said)
        if isinstance(said, DealCards) and isinstance(wanted, DealCards):
            return _packet_fault(said, wanted)
        return MistakeKind.WRONG_PLACE, _WHERE[type(said)]
    match said, wanted:
        case DealCards(), DealCards():
            return _dealing_fault(said, wanted)
        case MoveCards(), MoveCards():
            if sorted(said.positions) != sorted(wanted.positions):
                return MistakeKind.WRONG_CARDS, "These are not the cards."
            if said.face is not wanted.face:
                return MistakeKind.WRONG_FACE, f"They lie face {wanted.face}."
            return MistakeKind.WRONG_CARDS, "The cards lie in another order."
        case CallHand(), CallHand():
            return MistakeKind.WRONG_WORDS, "That is not the hand."
        case SettleWager(), SettleWager():
            return _settling_fault(said, wanted, stages[at])
        case _:
            raise AssertionError(f"{said} and {wanted} are the same")


def _out_of_turn(stages: Sequence[Stage], at: int, said: Move) -> str:
    """Whether it was done before, comes later, or never."""
    for stage in stages[at + 1 :]:
        if is_about_the_same(said, stage.wanted):
            left_out = counted_in_words(stage.number - stages[at].number, "step")
            return f"That comes later: {left_out} would be left out."
    for stage in reversed(stages[:at]):
        if is_about_the_same(said, stage.wanted):
            return f"That has been done, as step {stage.number}."
    return "Something else comes now."


_WHICH_HAND: Final = "The seat has several hands: say which one it is about."
_WHERE: Final = {
    DealCards: "The cards go somewhere else.",
    TurnCards: "Other cards are turned up.",
    MoveCards: "The cards come from or go somewhere else.",
    CallHand: "Another hand is called.",
    SettleWager: "Another wager is settled.",
}


def _packet_fault(said: DealCards, wanted: DealCards) -> _Fault:
    """Cards that go to other places than those that are wanted, or in another order."""
    mine, theirs = (_by_place(deal) for deal in (said, wanted))
    if mine.keys() == theirs.keys():
        return MistakeKind.WRONG_PLACE, "These are the places, but in another order."
    if mine.keys() < theirs.keys():
        names = joined([place_name(place) for key, place in theirs.items() if key not in mine])
        return MistakeKind.WRONG_COUNT, f"The packet is not complete: nothing goes to {names}."
    return MistakeKind.WRONG_PLACE, _WHERE[DealCards]


def _by_place(deal: DealCards) -> dict[tuple[int, str], Place]:
    return {(pile.place.owner, plain(pile.place.name)): pile.place for pile in deal.piles}


def _dealing_fault(said: DealCards, wanted: DealCards) -> _Fault:
    if is_same(_face_down(said), _face_down(wanted)):
        return MistakeKind.WRONG_FACE, "Look at which way up the cards lie."
    mine, theirs = len(said.cards), len(wanted.cards)
    if mine == theirs:
        return MistakeKind.WRONG_COUNT, "The cards are not shared out like this."
    return (
        MistakeKind.WRONG_COUNT,
        f"That would be {counted_in_words(mine, 'card')} instead of {theirs}.",
    )


def _face_down(deal: DealCards) -> DealCards:
    """The same cards at the same places, whichever way up."""
    return DealCards.of(*((place, Face.DOWN) for place, _ in deal.cards))


def _asking_fault(said: AskSeats, wanted: Move) -> _Fault:
    assert isinstance(wanted, AskSeats), "another step is another mistake"
    left_out = [seat for seat in wanted.seats if seat not in said.seats]
    too_many = [seat for seat in said.seats if seat not in wanted.seats]
    remarks = []
    if left_out:
        remarks.append(f"{seats_words(left_out).capitalize()} would be left out.")
    if too_many:
        verb = "have" if len(too_many) > 1 else "has"
        remarks.append(f"{seats_words(too_many).capitalize()} {verb} nothing to decide now.")
    if remarks:
        return MistakeKind.WRONG_SEATS, " ".join(remarks)
    if _leaves_hand_out(said, wanted):
        return MistakeKind.WRONG_PLACE, _WHICH_HAND
    return MistakeKind.WRONG_PLACE, "The question is about another hand."


def _leaves_hand_out(said: Move, wanted: Move) -> bool:
    """Whether it is right but for which hand it is about, where the seat has several."""
    match said, wanted:
        case (AskSeats(place=None), AskSeats() as whole):
            return is_about_the_same(replace(whole, place=None), said)
        case (SettleWager(place=None), SettleWager() as whole):
            return is_about_the_same(replace(whole, place=None), said)
        case _:
            return False


def _settling_fault(said: SettleWager, wanted: SettleWager, stage: Stage) -> _Fault:
    if said.result is not wanted.result:
        return MistakeKind.WRONG_RESULT, f"This wager is not {_ENDED[said.result]}."
    assert said.cents is not None, "two pushes of one wager are the same"
    assert wanted.cents is not None, "two pushes of one wager are the same"
    staked = sum(
        one.cents
        for one in stage.scene.staked
        if (one.seat, plain(one.spot)) == (wanted.seat, plain(wanted.spot))
    )
    if said.result is Result.WIN and staked and said.cents == wanted.cents + staked:
        remark = "The stake is the player's own and no part of what he is paid."
    else:
        remark = "It is too much." if said.cents > wanted.cents else "It is too little."
    return MistakeKind.WRONG_AMOUNT, remark


_ENDED: Final = {
    Result.WIN: "paid",
    Result.LOSE: "taken",
    Result.PUSH: "a push",
    Result.HALF_BACK: "one of which half goes back",
}
