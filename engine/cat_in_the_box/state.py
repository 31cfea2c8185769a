"""The state of a game of Cat in the Box. It is secret: clients get the views of view.py."""

from typing import NamedTuple

from engine.cat_in_the_box.moves import Color
from engine.cat_in_the_box.setups import SETUPS, Setup
from engine.cat_in_the_box.view_types import Layout, Phase
from engine.types import DealSource, Seat

SEATS = tuple(Seat(seat) for seat in range(max(SETUPS)))


class Setting(NamedTuple):
    """The parameters of a game, which never change."""

    seats: tuple[Seat, ...]
    setup: Setup
    layout: Layout
    first: Seat  # starts round 0 (C1)
    draws: DealSource

    def starts(self, round: int) -> Seat:
        """Returns the seat that bids first and leads the first trick of a round, from 0 (C1)."""
        return self.seats[(self.first + round) % len(self.seats)]


class Trick(NamedTuple):
    """A completed trick."""

    leader: Seat
    spaces: tuple[int, ...]  # taken, in the order played
    winner: Seat


class Player(NamedTuple):
    """A seat's cards, tokens and tricks in the current round."""

    hand: tuple[int, ...]  # ascending
    reach: int  # spaces that its cards and color tokens allow, including taken ones
    tokens: int = 0  # spaces (C12)
    lost: tuple[Color, ...] = ()  # color tokens lost, in that order (C11)
    won: int = 0  # tricks
    bid: int | None = None
    aside: int | None = None  # the card put aside (C5)

    def after_declaration(
        self, hand: tuple[int, ...], reach: int, tokens: int, lost: tuple[Color, ...]
    ) -> "Player":
        """Returns the player with these fields replaced, in half the time of `_replace`."""
        return Player(hand, reach, tokens, lost, self.won, self.bid, self.aside)


class ScoredRound(NamedTuple):
    """The end of a round (C16-C19); tuples are indexed by seat."""

    players: tuple[Player, ...]  # at the end of the round
    blocked: int  # spaces
    groups: tuple[int, ...]  # spaces of the largest connected group
    trick_points: tuple[int, ...]
    bonuses: tuple[int, ...]
    points: tuple[int, ...]
    paradox: Seat | None  # the seat that caused one


class State(NamedTuple):
    """A state. Spaces are bits (board.py)."""

    setting: Setting
    scored: tuple[ScoredRound, ...]  # the rounds before this one
    blocked: int  # spaces (C2, C4)
    revealed: tuple[int, ...]  # C4
    phase: Phase
    players: tuple[Player, ...]  # by seat
    to_play: Seat  # the seat to bid or declare
    trick: tuple[int, ...] = ()  # spaces taken in the current trick, from its leader on
    taken: int = 0  # all tokens together
    open: int = 0  # phase play: spaces that `to_play` may declare (C9, C10); never 0 (C15)
    last: Trick | None = None  # the previous trick of this round

    @property
    def round(self) -> int:
        """The current round, from 0; the last one after the end of the game."""
        return min(len(self.scored), len(self.setting.seats) - 1)

    @property
    def start(self) -> Seat:
        """The seat that bids first and leads the first trick of this round (C1)."""
        return self.setting.starts(self.round)

    @property
    def leader(self) -> Seat:
        """The leader of the current trick."""
        return self.setting.seats[self.to_play - len(self.trick)]

    @property
    def tricks(self) -> int:
        """The number of tricks completed in this round."""
        return sum([player.won for player in self.players])

    def after_declaration(
        self,
        players: tuple[Player, ...],
        to_play: Seat,
        trick: tuple[int, ...],
        taken: int,
        open: int,
        last: Trick | None,
    ) -> "State":
        """Returns the state with these fields replaced, in half the time of `_replace`."""
        return State(
            self.setting,
            self.scored,
            self.blocked,
            self.revealed,
            self.phase,
            players,
            to_play,
            trick,
            taken,
            open,
            last,
        )
