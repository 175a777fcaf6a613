"""A game as a Gymnasium environment: one round of one seat is one episode.

It knows no rule of any game. What may be chosen is what the round offers, what is seen is what
the round shows that seat, and what it brings is what the round pays.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from croupier.bots import least_slip
from croupier.cards import DECK, Seed, parse_hand, shuffled
from croupier.gym.encoding import Encoding, Observation
from croupier.gym.episode import Episode
from croupier.gym.rendering import because_lines, render_slips, render_text
from croupier.money import is_whole_number
from croupier.quoting import harmless, quoted
from croupier.rejection import Code, Rejection
from croupier.table.commands import PlaceWagers
from croupier.table.game import Game
from croupier.table.prepared import prepare
from croupier.table.registry import find_game
from croupier.table.round import Round
from croupier.table.settings import settings_for
from croupier.table.source import CardSource
from croupier.table.wager import Slip, Stakes

__all__ = ["GameEnv"]

_LOOK_ON: Final = "look on"
"""The one action of a game that never asks anything."""
_WHAT_TO_BET: Final = "What do you bet?"


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of any game; `docs/gym.md` documents observation, action and reward.

    - `game`: its id, or the game itself.
    - `seat`: the learner's; `bots` is how many other seats are played by the usual rule of thumb.
    - `stakes`: what is bet before the deal, in cents by spot, by default the least that gets the
      seat into the round. Of several such slips the first step of an episode chooses one.
    - `picks`: what is picked before the deal, where the game lets its players pick.
    - `readings`, `pay_tables`: the table's, by name; by default the game's own.
    - `unit_cents`: what a reward of 1 is worth, by default the largest stake of the first slip.
    - `illegal_penalty`: what choosing something that is not offered costs, in units; it changes
      nothing else. None: it is a `Rejection`.
    """

    # Gymnasium declares it so, and never changes it.
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game[Any],
        *,
        seat: int = 1,
        bots: int = 0,
        stakes: Stakes | Sequence[Stakes] | None = None,
        picks: Sequence[str] | None = None,
        readings: Mapping[str, str] | None = None,
        pay_tables: Mapping[str, str] | None = None,
        unit_cents: int | None = None,
        illegal_penalty: float | None = 1.0,
        render_mode: str | None = None,
    ) -> None:
        assert render_mode is None or render_mode in self.metadata["render_modes"]
        self.render_mode = render_mode
        self.game = find_game(game) if isinstance(game, str) else game
        self.settings = settings_for(
            self.game,
            positions=_positions(self.game, seat, bots),
            readings=readings,
            pay_tables=pay_tables,
        )
        self.seat = seat
        self._bots = [one for one in range(1, bots + 2) if one != seat][:bots]
        self._least = least_slip(self.game, self.settings)
        self._slips = self._require_slips(stakes, picks)
        largest = max(cents for _, cents in self._slips[0].stakes)
        self.unit_cents = largest if unit_cents is None else _require_unit(unit_cents)
        self._illegal_penalty = illegal_penalty

        table = prepare(self.game, self.settings)
        bets = tuple(_bet_name(number) for number, _ in enumerate(self._slips, start=1))
        self._bets = bets if len(bets) > 1 else ()
        self.actions: tuple[str, ...] = self.game.options(table.rules) + self._bets or (_LOOK_ON,)
        """What each action is called, by its number."""
        self._encoding = Encoding(table, actions=len(self.actions), unit_cents=self.unit_cents)
        self.spots = self._encoding.spots
        """The spots of the observation's `stakes`, in order."""
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = cast("spaces.Space[Observation]", self._encoding.space)
        self._episode: Episode | None = None
        self._round_slips = self._slips
        self._is_done = False
        self._reported_cents = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals a new round, up to the seat's first decision.

        `options["cards"]` stacks the deck: these come first, in the order they are dealt.
        `options["picks"]` picks something else for this round.
        """
        super().reset(seed=seed)
        cards, picks = _reset_options(options)
        secret, salt = Seed(self.np_random.bytes(32)), self.np_random.bytes(8).hex()
        table = Round(self.game, self.settings, self._source(secret, cards))
        slips = self._slips if picks is None else self._with_picks(picks)
        episode = Episode(table, self.seat, salt=salt)
        episode.seat_bots(self._bots, self._least)
        if len(slips) == 1:
            episode.bet(slips[0])
        self._episode, self._round_slips = episode, slips
        self._is_done = False
        self._reported_cents = 0
        return self._look()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Chooses, and plays on to the seat's next decision or to the end of the round."""
        episode = self._in_play()
        refusal = self._refusal(action)
        if refusal is not None:
            if self._illegal_penalty is None:
                raise refusal
            observation, info = self._look()
            info["rejection"] = refusal.detail
            return observation, -self._illegal_penalty, False, False, info
        name = self.actions[action]
        if episode.is_betting:
            episode.bet(self._round_slips[self._bets.index(name)])
        elif episode.view.asked is not None:
            episode.choose(name)
        self._is_done = episode.is_over
        reward = (episode.view.net_cents - self._reported_cents) / self.unit_cents
        self._reported_cents = episode.view.net_cents
        observation, info = self._look()
        if self._is_done:
            info |= {"events": episode.events, "because": because_lines(episode.view)}
        return observation, reward, self._is_done, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are on offer, in the form that sb3-contrib's MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | None:
        """The table as the seat sees it, in words."""
        if self.render_mode is None or self._episode is None:
            return None
        text = render_text(self._episode.view, self.game.name, self.actions)
        if self._episode.is_betting:
            first = self.actions.index(_bet_name(1))
            text += f"\n{_WHAT_TO_BET}\n{render_slips(self._round_slips, first)}"
        return text

    # How a round begins.

    def _require_slips(
        self, stakes: Stakes | Sequence[Stakes] | None, picks: Sequence[str] | None
    ) -> tuple[Slip, ...]:
        """The slips the seat may put down, each of which the table must take."""
        if stakes is None:
            stakes = dict(self._least.stakes)
        if picks is None:
            picks = self._least.picks
        several = [stakes] if isinstance(stakes, Mapping) else stakes
        slips = tuple(Slip.of(one, picks) for one in several)
        if not slips:
            raise Rejection(Code.NO_WAGERS, "There is no slip to choose; give at least one.")
        empty_table = Round(self.game, self.settings, self.game.devices[0].stacked(()))
        for slip in slips:
            empty_table.check(PlaceWagers(self.seat, slip))
        return slips

    def _with_picks(self, picks: Sequence[str]) -> tuple[Slip, ...]:
        return self._require_slips([dict(slip.stakes) for slip in self._slips], picks)

    def _source(self, secret: Seed, cards: str | None) -> CardSource:
        """The usual device with a shuffled deck, or one that begins with these cards."""
        if cards is None:
            return self.game.devices[0].shuffled(secret)
        first = parse_hand(cards)
        rest = [card for card in DECK if card not in first]
        return self.game.devices[0].stacked((*first, *(shuffled(rest, secret) if rest else ())))

    # Where a round stands.

    def _in_play(self) -> Episode:
        if self._episode is None or self._is_done:
            raise Rejection(Code.ROUND_OVER, "No round is being played; reset deals the next one.")
        return self._episode

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        """What the seat sees, and what is said beside it."""
        assert self._episode is not None, "a round has begun"
        view, mask = self._episode.view, self._mask()
        info = {
            "action_mask": mask,
            "question": _WHAT_TO_BET if self._episode.is_betting else view.question,
            "net_cents": view.net_cents,
        }
        return self._encoding.encode(view, mask), info

    def _mask(self) -> npt.NDArray[np.int8]:
        """1 for each action on offer.

        A round may end without having asked the seat anything. Then any action will do: it
        changes nothing and brings the reward.
        """
        if self._episode is None or self._is_done:
            return np.zeros(len(self.actions), np.int8)
        if self._episode.is_betting:
            offered = set(self._bets)
        elif self._episode.view.asked is not None:
            offered = {option.name for option in self._episode.view.asked.options}
        else:
            return np.ones(len(self.actions), np.int8)
        return np.array([name in offered for name in self.actions], np.int8)

    def _refusal(self, action: np.int64 | int) -> Rejection | None:
        """Why the action cannot be taken, if it cannot."""
        if not self.action_space.contains(action):
            raise Rejection(
                Code.OPTION_NOT_OFFERED,
                f"Actions run from 0 to {len(self.actions) - 1}; {quoted(str(action))} is none.",
            )
        mask = self._mask()
        if mask[action]:
            return None
        offered = ", ".join(name for name, is_on in zip(self.actions, mask, strict=True) if is_on)
        return Rejection(
            Code.OPTION_NOT_OFFERED,
            f"Seat {self.seat} may choose: {offered}; not {quoted(self.actions[action])}.",
        )


def _bet_name(number: int) -> str:
    return f"bet {number}"


def _positions(game: Game[Any], seat: int, bots: int) -> int:
    """How many seats the table has: the usual number, or as many as are needed."""
    if not is_whole_number(seat) or not is_whole_number(bots) or seat < 1 or bots < 0:
        raise Rejection(
            Code.SEATS_OUT_OF_RANGE,
            "Seats are counted from 1, and the number of bots from 0; both are whole numbers.",
        )
    return max(game.positions.usual, seat, bots + 1)


def _require_unit(unit_cents: int) -> int:
    if not is_whole_number(unit_cents) or unit_cents < 1:
        raise Rejection(
            Code.AMOUNT_INVALID,
            f"The unit of rewards is whole cents above zero, not {harmless(unit_cents)}.",
        )
    return unit_cents


def _reset_options(
    options: Mapping[str, Any] | None,
) -> tuple[str | None, Sequence[str] | None]:
    """The cards and the picks that a reset asks for."""
    known = dict(options or {})
    cards, picks = known.pop("cards", None), known.pop("picks", None)
    if known:
        raise Rejection(
            Code.OPTION_INVALID,
            f"A round can be reset with cards and picks, not with {quoted(next(iter(known)))}.",
        )
    return cards, picks
