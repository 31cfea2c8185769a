"""The bot `sensible`: makes the declaration with the highest expected points, one move ahead.

The expectation combines three estimated probabilities: to win this trick, to earn the bonus at the end of the
round, and to cause a paradox. The constants were tuned by self-play (tests/bench/bench_bots.py).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from random import Random
from typing import Any

from engine.bots import present
from engine.cat_in_the_box.board import COLUMN, ROW, SPACE, neighbors, spaces_named
from engine.cat_in_the_box.moves import CatMove, Color, Declare
from engine.cat_in_the_box.setups import COPIES, MOST_TRICKS_FOR_BONUS
from engine.cat_in_the_box.view_types import Consequence, PlayerView, View
from engine.groups import bits, largest_group

TRUMP = 10  # added to the power of red cards (C13)
RED: Color = "red"
COLOR_AND_NUMBER = {f"{color}{number}": (color, number) for color, number in SPACE}

# The bid: an equal share of the tricks, adjusted by the height of the cards.
BID_MARGIN = 0.2  # tricks below the equal share: tricks can be avoided, and rounds end early
BID_SLOPE = 9.0  # difference in tricks between a hand of the lowest and one of the highest cards

# Tricks to come.
TRY = 0.45  # probability to win a wanted trick with cards of average height …
TRY_SLOPE = 0.6  # … and its increase with the height of the cards
DODGE = 1 / 3  # share of that probability that remains for an unwanted trick
END = 0.85  # probability that a paradox ends the round in its last trick …
END_EARLIER = 0.55  # … multiplied once per further trick to play
YIELD = 0.7  # probability that a rival with one higher card does not play it

# The bonus.
GROWTH = 0.5  # expected growth of a group in spaces per trick to play
WAY = 0.4  # value of a free space next to the group, in spaces

# Paradoxes.
KEEP = 0.95  # probability to keep a color through a trick
TAKEN = 0.5  # share of a number's spaces taken by rivals that are taken before this seat's turn
TAKEN_FROM_RIVAL = 0.15  # probability that a space is gone before a rival can take it


def choose(view: View, legal: Sequence[CatMove], rng: Random) -> CatMove:
    """Returns the legal move with the highest value, a random one of equal moves."""
    value = _value_function(view)
    return max(legal, key=lambda move: (value(move), rng.random()))


def _value_function(view: View) -> Callable[[Any], float]:
    """Returns the function that values the moves of the current phase."""
    if view.phase == "play":
        return Evaluation(view).points
    hand = present(view.hand)
    if view.phase == "set_aside":
        return lambda aside: hand.count(aside.card)  # copies of a number compete for the same spaces
    target = bid_target(view)
    return lambda bid: -abs(bid.tricks - target)


def bid_target(view: View) -> float:
    """Returns the number of tricks that the seat's hand is worth."""
    return view.tricks / view.seats - BID_MARGIN + BID_SLOPE * _average_height(present(view.hand), view)


class Evaluation:
    """Expectations about the rest of the round, from the view of the seat to play."""

    def __init__(self, view: View) -> None:
        seat, trick = view.to_act[0], present(view.current)
        self.view, self.hand = view, present(view.hand)
        self.consequences = present(present(view.legal).declare)
        self.left = view.tricks - view.trick - 1  # tricks after this one
        self.me = view.players[str(seat)]
        self.own = spaces_named(space for space, owner in view.tokens.items() if owner == seat)
        closed = spaces_named((*view.tokens, *view.blocked))
        self.free = sum(COLUMN[1 : view.numbers + 1]) & ~closed
        self.open = self._free_for(self.me) & sum(COLUMN[number] for number in set(self.hand))
        self.beside = neighbors(view.layout, len(view.rows["red"]))
        self.led = trick.led
        self.to_beat = max(
            (_power(*COLOR_AND_NUMBER[space], trick.led) for space in trick.cards.values()), default=0
        )
        rivals = [view.players[str((seat + i) % view.seats)] for i in range(1, view.seats)]
        self.later = rivals[: len(rivals) - len(trick.cards)]  # those who still play to this trick
        self._count_unseen(rivals)

    def _count_unseen(self, rivals: list[PlayerView]) -> None:
        """Estimates the cards that rivals hold and their probabilities of a paradox."""
        view = self.view
        played = (COLOR_AND_NUMBER[space][1] for space in view.tokens)
        known = Counter((*self.hand, present(view.aside), *(view.revealed or ()), *played))
        unseen = {number: COPIES - known[number] for number in range(1, view.numbers + 1)}
        total = sum(unseen.values())
        held = sum(rival.hand for rival in rivals) / total
        self.share = {number: copies / total for number, copies in unseen.items()}
        self.rival_copies = {number: copies * held for number, copies in unseen.items()}
        self.rival_paradoxes = [self._rival_paradox(rival) for rival in rivals]

    def points(self, move: Declare) -> float:
        """Returns the expected points of this round after a declaration."""
        consequence = self.consequences[f"{move.color}{move.card}"]
        win, paradox = self._win(move), self._paradox(move, consequence)
        bid, spare = (self.me.bid, 0) if self.me.bid else (MOST_TRICKS_FOR_BONUS, MOST_TRICKS_FOR_BONUS)
        need, rest = bid - self.me.won, (spare, self.left, self._bonus(move), self._later_win(move))
        to_come = win * (1 + expected_points(need - 1, *rest)) + (1 - win) * expected_points(need, *rest)
        return (1 - paradox) * (self.me.won + to_come) - paradox * (self.me.won + win)

    def _win(self, move: Declare) -> float:
        """Returns the probability to win this trick."""
        led = self.led or move.color
        power = _power(move.color, move.card, led)
        if power <= self.to_beat:
            return 0.0
        beaten_by = {color: self._held_above(power, color, led) for color in (led, RED)}
        cards = sum(
            rival.hand * share
            for rival in self.later
            for color, share in beaten_by.items()
            if color not in rival.lost
        )
        return YIELD**cards

    def _held_above(self, power: int, color: Color, led: Color) -> float:
        """Returns the probability that an unseen card beats this power in a color."""
        return sum(
            share
            for number, share in self.share.items()
            if self.free & SPACE[color, number] and _power(color, number, led) > power
        )

    def _later_win(self, move: Declare) -> float:
        """Returns the probability to win a wanted later trick."""
        rest = list(self.hand)
        rest.remove(move.card)
        win = TRY + TRY_SLOPE * _average_height(rest, self.view)
        return round(20 * win) / 20  # rounded for the cache of expected_points()

    def _bonus(self, move: Declare) -> float:
        """Returns the expected size of the largest group."""
        space = SPACE[move.color, move.card]
        group = largest_group(self.own | space, self.beside)
        around = 0
        for cell in bits(group):
            around |= self.beside[cell]
        ways = (around & self.open & ~space).bit_count() if self.left else 0
        size = group.bit_count() + GROWTH * self.left + WAY * ways
        return round(2 * size) / 2  # rounded for the same reason

    def _paradox(self, move: Declare, consequence: Consequence) -> float:
        """Returns the probability to cause the round's paradox, which takes two cards without a space."""
        none, one = 1.0, 0.0  # probabilities that this many cards find no space
        for number, spaces in consequence.keeps.items():
            taken = self._taken(int(number), move)
            for copy in range(self.hand.count(int(number)) - (int(number) == move.card)):
                stuck = taken ** max(spaces - copy, 0)
                none, one = none * (1 - stuck), one * (1 - stuck) + none * stuck
        mine = 1 - none - one if self.left else 0.0
        if mine <= 0:
            return 0.0
        anyone = 1 - (1 - mine) * prod(1 - rival for rival in self.rival_paradoxes)
        return anyone * mine / (mine + sum(self.rival_paradoxes))

    def _taken(self, number: int, move: Declare) -> float:
        """Returns the probability that this seat loses a space of this number before it can use it."""
        free = (self.free & COLUMN[number] & ~SPACE[move.color, move.card]).bit_count()
        copies = self.rival_copies[number] * self.left / (self.left + 1)  # each rival keeps one card (C14)
        taken = min(TAKEN * copies / max(free, 1), 1.0)
        return 1 - KEEP**self.left * (1 - taken)

    def _rival_paradox(self, rival: PlayerView) -> float:
        """Returns the probability of a rival's paradox, estimated the same way from unseen cards."""
        free, cards = self._free_for(rival), rival.hand
        taken = 1 - KEEP**self.left * (1 - TAKEN_FROM_RIVAL)
        ways = {number: (free & COLUMN[number]).bit_count() for number in self.share}
        stuck = sum(share * taken ** ways[number] for number, share in self.share.items())
        return 1 - (1 - stuck) ** cards - cards * stuck * (1 - stuck) ** (cards - 1)

    def _free_for(self, player: PlayerView) -> int:
        """Returns the free spaces in the colors that a player has not lost (C11)."""
        return self.free & ~sum(ROW[color] for color in player.lost)


@cache
def expected_points(need: int, spare: int, left: int, bonus: float, win: float) -> float:
    """Returns the expected points of the remaining tricks if each is won or avoided, whichever is better.

    The bonus requires `need` more tricks, or up to `spare` fewer.
    """
    earned = bonus if 0 <= need <= spare else 0.0
    if left == 0:
        return earned
    lose = expected_points(need, spare, left - 1, bonus, win)
    gain = 1 + expected_points(need - 1, spare, left - 1, bonus, win) - lose
    end = END * END_EARLIER ** (left - 1)
    return end * earned + (1 - end) * (lose + max(win * gain, win * DODGE * gain))


def _power(color: Color, number: int, led: Color | None) -> int:
    """Returns the rank of a card within a trick (C13)."""
    return TRUMP + number if color == RED else number if color == led else 0


def _average_height(cards: Sequence[int], view: View) -> float:
    """Returns the average height of cards, scaled to -1/2..1/2; 0 without cards."""
    return sum(cards) / len(cards) / (view.numbers + 1) - 0.5 if cards else 0.0
