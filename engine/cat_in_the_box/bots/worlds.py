"""Deals the cards that a seat cannot see, the likelier the better a deal explains what the seats did."""

from collections import Counter
from functools import cache
from math import exp
from random import Random

from engine.bots import present
from engine.cat_in_the_box.board import COLUMN, ROW, SPACE_NAMED, spaces_named
from engine.cat_in_the_box.bots.policy import bid_target
from engine.cat_in_the_box.bots.simulation import NUMBER, Simulation, empty
from engine.cat_in_the_box.setups import COPIES, SETUPS
from engine.cat_in_the_box.view_types import View

DRAWS = 8  # random deals of which one is chosen by its weight
BID_WIDTH = 0.6  # standard deviation of bids from what the policy would bid, in tricks
ANY_BID = 0.02  # share of bids that have other reasons
OTHER_ASIDE = 0.05  # weight of a card set aside that is not the most frequent, per copy that it lacks


class Worlds:
    """The rounds that the view of a seat to act allows."""

    def __init__(self, view: View, seat: int) -> None:
        self.seat = seat
        self._public = _public(view)
        self._hand, self._aside = present(view.hand), view.aside
        players = [view.players[str(other)] for other in range(view.seats)]
        others = [other for other in range(view.seats) if other != seat]
        self._sizes = [(other, players[other].hand, players[other].set_aside) for other in others]
        self._colors = [~sum(ROW[color] for color in player.lost) for player in players]
        mine = Counter((*self._hand, *([] if self._aside is None else [self._aside])))
        self._unseen = [
            number
            for number, copies in enumerate(self._public.unplayed)
            for _ in range(copies - mine[number])
        ]
        columns = COLUMN[: view.numbers + 1]
        self._played = {
            other: [(self._public.tokens[other] & column).bit_count() for column in columns]
            for other in others
        }

    def deal(self, rng: Random) -> Simulation:
        """Returns a round with random cards."""
        deals = [self._draw(rng) for _ in range(DRAWS)]
        (cards,) = rng.choices(deals, [self._weight(cards) for cards in deals])
        table = self._public.copy()
        table.give(self.seat, self._hand, self._aside, self._colors[self.seat])
        for other, (hand, aside) in cards.items():
            table.give(other, hand, aside, self._colors[other])
        return table

    def _draw(self, rng: Random) -> dict[int, tuple[list[int], int | None]]:
        """Returns a random hand and card set aside for each other seat."""
        cards = sorted(self._unseen, key=lambda _: rng.random())  # three times as fast as rng.shuffle
        dealt = {}
        for other, size, has_set_aside in self._sizes:
            aside = cards.pop() if has_set_aside else None
            dealt[other] = cards[:size], aside
            del cards[:size]
        return dealt

    def _weight(self, cards: dict[int, tuple[list[int], int | None]]) -> float:
        """Returns how well a deal explains bids and cards set aside."""
        weight = 1.0
        for other, (hand, aside) in cards.items():
            counts = self._played[other].copy()
            for number in hand:
                counts[number] += 1
            if aside is not None:
                weight *= OTHER_ASIDE ** max(max(counts) - counts[aside] - 1, 0)
            bid = self._public.bids[other]
            if bid is not None:
                total = sum([number * copies for number, copies in enumerate(counts)])
                weight *= _bid_likelihood(self._public.seats, total, sum(counts), bid)
        return weight


@cache
def _bid_likelihood(seats: int, total: int, cards: int, bid: int) -> float:
    """Returns the probability that a hand with this sum of cards makes a bid."""
    target = bid_target(seats, total, cards)
    chances = {other: exp(-(((other - target) / BID_WIDTH) ** 2) / 2) for other in SETUPS[seats].bids}
    return ANY_BID + chances[bid] / sum(chances.values())


def _public(view: View) -> Simulation:
    """Returns the round without any hand."""
    blocked = spaces_named(view.blocked)
    table = empty(view.layout, view.seats, view.start, blocked)
    for space, owner in view.tokens.items():
        table.tokens[owner] |= SPACE_NAMED[space]
    table.taken = sum(table.tokens)
    table.closed |= table.taken
    for seat in range(view.seats):
        player = view.players[str(seat)]
        table.won[seat], table.bids[seat] = player.won, player.bid
    gone = Counter((*(NUMBER[SPACE_NAMED[space]] for space in view.tokens), *(view.revealed or ())))
    table.unplayed = [0, *(COPIES - gone[number] for number in range(1, view.numbers + 1))]
    if view.current:
        table.trick = tuple(SPACE_NAMED[space] for space in view.current.cards.values())
    if view.phase != "set_aside":
        table.to_play = view.to_act[0]
    return table
