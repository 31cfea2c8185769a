"""A round with all hands known, in a form that is played on fast: it changes in place and makes no events.

Which spaces are open and who wins a trick is decided by tricks.py, as in rules.py; a test plays both beside
each other. Spaces are bits (board.py), seats are numbers.
"""

from collections import Counter
from collections.abc import Sequence

from engine.cat_in_the_box.board import COLOR, COLUMN, ROW, SPACE, neighbors
from engine.cat_in_the_box.setups import MOST_TRICKS_FOR_BONUS, SETUPS
from engine.cat_in_the_box.tricks import may_lead, winning_index
from engine.cat_in_the_box.view_types import Layout
from engine.groups import largest_group

NUMBER = {space: number for (_, number), space in SPACE.items()}
ROW_OF = {space: ROW[color] for space, color in COLOR.items()}


class Simulation:
    """The cards and tokens of a round. `open` are the spaces that `to_play` may declare, none at its end."""

    __slots__ = (
        "aside",
        "beside",
        "bids",
        "causer",
        "closed",
        "hands",
        "held",
        "open",
        "reach",
        "seats",
        "start",
        "taken",
        "to_play",
        "tokens",
        "trick",
        "unplayed",
        "won",
    )

    seats: int
    start: int  # bids first and leads the first trick
    beside: tuple[int, ...]  # adjacent spaces on the board
    closed: int  # spaces taken or blocked
    taken: int
    held: list[dict[int, int]]  # copies of each number in hand, by seat
    hands: list[int]  # number of cards in hand
    reach: list[int]  # spaces that cards and color tokens allow, including closed ones
    tokens: list[int]
    won: list[int]
    bids: list[int | None]
    aside: list[int | None]
    unplayed: list[int]  # copies of each number that were neither played nor revealed
    trick: tuple[int, ...]
    to_play: int
    open: int
    causer: int | None  # of the paradox that ended the round

    def copy(self) -> "Simulation":
        """Returns a copy that can be played on without an effect on this one."""
        other = Simulation.__new__(Simulation)
        other.seats, other.start, other.beside = self.seats, self.start, self.beside
        other.closed, other.taken = self.closed, self.taken
        other.held = [held.copy() for held in self.held]
        other.hands, other.reach = self.hands.copy(), self.reach.copy()
        other.tokens, other.won = self.tokens.copy(), self.won.copy()
        other.bids, other.aside = self.bids.copy(), self.aside.copy()
        other.unplayed = self.unplayed.copy()
        other.trick, other.to_play, other.open = self.trick, self.to_play, self.open
        other.causer = self.causer
        return other

    def give(self, seat: int, hand: Sequence[int], aside: int | None, colors: int) -> None:
        """Gives a seat its cards and the rows of the colors that it may declare."""
        held = self.held[seat] = dict(Counter(hand))
        self.hands[seat], self.aside[seat] = len(hand), aside
        self.reach[seat] = sum(COLUMN[number] for number in held) & colors

    def put_aside(self, seat: int, card: int) -> None:
        """Sets a card aside (C5)."""
        self._remove(seat, card)
        self.aside[seat] = card

    def bid(self, tricks: int) -> None:
        """Makes the bid of the seat to bid; the last one opens the play (C6)."""
        self.bids[self.to_play] = tricks
        self.to_play = (self.to_play + 1) % self.seats
        if self.to_play == self.start:
            self.open_play()

    def open_play(self) -> None:
        """Opens the first trick."""
        self.open = may_lead(self.reach[self.to_play], self.taken, self.closed)

    def play(self, space: int) -> None:
        """Makes an open declaration of the seat to play (C8-C16)."""
        seat = self.to_play
        number = NUMBER[space]
        self._remove(seat, number)
        self.unplayed[number] -= 1
        self.tokens[seat] |= space
        self.taken |= space
        self.closed |= space
        trick = self.trick = (*self.trick, space)
        led = ROW_OF[trick[0]]
        if not space & led:
            self.reach[seat] &= ~led
        following = seat + 1 if seat + 1 < self.seats else 0
        if len(trick) == self.seats:
            self._end_trick((following + winning_index(trick)) % self.seats)
            return
        self.to_play = following
        self.open = self.reach[following] & ~self.closed
        if not self.open:
            self.causer = following

    def _end_trick(self, taker: int) -> None:
        """Gives the trick to the seat that leads the next one, if it has more than one card."""
        self.won[taker] += 1
        self.trick, self.to_play, self.open = (), taker, 0
        if self.hands[taker] > 1:
            self.open = may_lead(self.reach[taker], self.taken, self.closed)
            if not self.open:
                self.causer = taker

    def _remove(self, seat: int, number: int) -> None:
        """Takes a card from a hand."""
        held = self.held[seat]
        self.hands[seat] -= 1
        if held[number] > 1:
            held[number] -= 1
        else:
            del held[number]
            self.reach[seat] &= ~COLUMN[number]

    def points(self, seat: int) -> int:
        """Returns a seat's points of the round that has ended (C17-C19)."""
        won = self.won[seat]
        if self.earns_bonus(seat):
            return won + largest_group(self.tokens[seat], self.beside).bit_count()
        return -won if seat == self.causer else won

    def earns_bonus(self, seat: int) -> bool:
        """Returns whether a seat gets the bonus of the round that has ended (C18)."""
        won, bid = self.won[seat], self.bids[seat]
        met = won <= MOST_TRICKS_FOR_BONUS if bid is None else won == bid
        return met and seat != self.causer


def empty(layout: Layout, seats: int, start: int, blocked: int) -> Simulation:
    """Returns a round whose cards are still to be dealt."""
    table = Simulation.__new__(Simulation)
    table.seats = seats
    table.start = table.to_play = start
    table.beside = neighbors(layout, SETUPS[seats].columns)
    table.closed, table.taken, table.open = blocked, 0, 0
    table.held = [{} for _ in range(seats)]
    table.hands, table.reach = [0] * seats, [0] * seats
    table.tokens, table.won = [0] * seats, [0] * seats
    table.bids, table.aside = [None] * seats, [None] * seats
    table.unplayed = []
    table.trick, table.causer = (), None
    return table
