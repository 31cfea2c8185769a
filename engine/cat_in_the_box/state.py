"""The position of a game of Cat in the Box. Nothing here leaves the server: see view.py for what does."""

from typing import NamedTuple

from engine.cat_in_the_box.moves import Color
from engine.cat_in_the_box.view_types import Layout, Phase
from engine.types import DealSource, Seat


class SetUp(NamedTuple):
    """One line of the set-up table."""

    numbers: int  # cards run from 1 to this, five copies each
    dealt: int  # cards to each seat
    tricks: int  # tricks a round
    bids: tuple[int, ...]  # allowed predictions (C6)
    columns: int  # of the research board
    layout: Layout  # the default (C7)


SET_UP = {
    2: SetUp(5, 10, 8, (), 6, "purple"),
    3: SetUp(6, 10, 8, (1, 3, 4), 6, "white"),
    4: SetUp(8, 10, 8, (1, 2, 3), 9, "white"),
    5: SetUp(9, 9, 7, (1, 2, 3), 9, "white"),
}
SEATS = tuple(Seat(seat) for seat in range(max(SET_UP)))
COPIES = 5
REVEALED = 3  # of the cards left over, with two seats (C4)


class Setting(NamedTuple):
    """What stays the same for a whole game."""

    seats: tuple[Seat, ...]
    set_up: SetUp
    layout: Layout
    first: Seat  # starts round 0 (C1)
    draws: DealSource  # the seed, or the deals written out

    def starts(self, round: int) -> Seat:
        """C1: who bids first and leads the first trick of a round (from 0)."""
        return self.seats[(self.first + round) % len(self.seats)]


class Trick(NamedTuple):
    """A completed trick."""

    leader: Seat
    spaces: tuple[int, ...]  # taken, in the order played
    winner: Seat


class Player(NamedTuple):
    """What one seat has in the round under way."""

    hand: tuple[int, ...]  # ascending
    reach: int  # spaces that its cards and color tokens allow, free or not
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
    """How a round ended (C16-C19); the tuples go by seat."""

    players: tuple[Player, ...]  # as they stood at the end
    blocked: int  # spaces
    groups: tuple[int, ...]  # spaces of the largest connected group
    trick_points: tuple[int, ...]
    bonuses: tuple[int, ...]
    points: tuple[int, ...]
    paradox: Seat | None  # who caused it


class State(NamedTuple):
    """A position. Spaces are bits (board.py)."""

    setting: Setting
    scored: tuple[ScoredRound, ...]  # the rounds before this one
    blocked: int  # spaces (C2, C4)
    revealed: tuple[int, ...]  # C4
    phase: Phase
    players: tuple[Player, ...]  # by seat
    to_play: Seat  # whose turn it is to bid or declare
    trick: tuple[int, ...] = ()  # the spaces taken in the trick under way, from its leader on
    taken: int = 0  # all tokens together
    open: int = 0  # phase play: spaces that `to_play` may declare (C9, C10); never 0 (C15)
    last: Trick | None = None  # the last completed trick of this round

    @property
    def round(self) -> int:
        """From 0; after the last round it stays there."""
        return min(len(self.scored), len(self.setting.seats) - 1)

    @property
    def start(self) -> Seat:
        """C1: bids first and leads the first trick of this round."""
        return self.setting.starts(self.round)

    @property
    def leader(self) -> Seat:
        """Who led, or leads, the trick under way."""
        return self.setting.seats[self.to_play - len(self.trick)]

    @property
    def tricks(self) -> int:
        """Tricks completed this round."""
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
        kept = self.setting, self.scored, self.blocked, self.revealed, self.phase
        return State(*kept, players, to_play, trick, taken, open, last)
