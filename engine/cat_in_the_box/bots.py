"""`sensible` for Cat in the Box: looks one declaration ahead and makes the one that promises the most points.

A declaration is weighed by three rough chances: to win this trick, to earn the bonus at the end of the round,
and to be the seat that causes a paradox. The weights were found by play (tests/bench/bench_bots.py).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import prod
from random import Random
from typing import Any, TypeVar

from engine.cat_in_the_box.board import COLUMN, ROW, SPACE, neighbors
from engine.cat_in_the_box.moves import CatMove, Color, Declare
from engine.cat_in_the_box.view_types import Consequence, PlayerView, Space, View
from engine.groups import bits, largest_group

COPIES = 5  # of each number in the deck
MOST_TRICKS_FOR_BONUS = 4  # with two seats (C18)
TRUMP = 10  # a red card beats as if it were this much higher
RED: Color = "red"
PLACE = {f"{color}{number}": (color, number) for color, number in SPACE}

# The bid: a fair share of the tricks, more with a hand of high cards.
BID_MARGIN = 0.2  # bid lower than that: a trick can be dodged, and rounds end early
BID_SLOPE = 9.0  # tricks between a hand of nothing but the lowest cards and one of the highest

# The tricks to come.
TRY = 0.45  # chance to win a trick that one wants, with middling cards …
TRY_SLOPE = 0.6  # … and what higher ones add to it
DODGE = 1 / 3  # of that chance is left if one does not want the trick
END = 0.85  # chance that a paradox ends the round within its last trick …
END_EARLIER = 0.55  # … times this for each further trick to play
YIELD = 0.7  # chance that a rival lets me win although it holds one card that could beat mine

# The bonus to come.
GROWTH = 0.5  # spaces that a group grows by in each trick to play
WAY = 0.4  # what a free space beside the group is worth, in spaces

# The ways out of a paradox.
KEEP = 0.95  # chance to keep a color through a trick
TAKEN = 0.5  # of the spaces that rivals will take of a number are taken before one can
TAKEN_FROM_RIVAL = 0.15  # chance that a rival comes too late for a space

T = TypeVar("T")


def choose(view: View, legal: Sequence[CatMove], rng: Random) -> CatMove:
    """The legal move that promises most; chance decides among equals."""
    promise = _promise(view)
    return max(legal, key=lambda move: (promise(move), rng.random()))


def _promise(view: View) -> Callable[[Any], float]:
    """What tells how good a move of this phase is."""
    if view.phase == "play":
        return Outlook(view).points
    hand = _shown(view.hand)
    if view.phase == "set_aside":
        return lambda aside: hand.count(aside.card)  # copies of a number get in each other's way
    wish = view.tricks / view.seats - BID_MARGIN + BID_SLOPE * _height(hand, view)
    return lambda bid: -abs(bid.tricks - wish)


class Outlook:
    """What the seat to play can tell about the rest of the round."""

    def __init__(self, view: View) -> None:
        seat, trick = view.to_act[0], _shown(view.current)
        self.view, self.hand = view, _shown(view.hand)
        self.consequences = _shown(_shown(view.legal).declare)
        self.left = view.tricks - view.trick - 1  # tricks after this one
        self.me = view.players[str(seat)]
        self.own = _bits(space for space, owner in view.tokens.items() if owner == seat)
        closed = _bits((*view.tokens, *view.blocked))
        self.free = sum(COLUMN[1 : view.numbers + 1]) & ~closed
        self.open = self._open_to(self.me) & sum(COLUMN[number] for number in set(self.hand))
        self.beside = neighbors(view.layout, len(view.rows["red"]))
        self.led = trick.led
        self.to_beat = max((_power(*PLACE[space], trick.led) for space in trick.cards.values()), default=0)
        rivals = [view.players[str((seat + i) % view.seats)] for i in range(1, view.seats)]
        self.later = rivals[: len(rivals) - len(trick.cards)]  # they still play to this trick
        self._count_unseen(rivals)

    def _count_unseen(self, rivals: list[PlayerView]) -> None:
        """The cards that rivals may hold, and how near they are to a paradox."""
        view = self.view
        played = (PLACE[space][1] for space in view.tokens)
        known = Counter((*self.hand, _shown(view.aside), *(view.revealed or ()), *played))
        unseen = {number: COPIES - known[number] for number in range(1, view.numbers + 1)}
        total = sum(unseen.values())
        held = sum(rival.hand for rival in rivals) / total
        self.share = {number: copies / total for number, copies in unseen.items()}
        self.rival_copies = {number: copies * held for number, copies in unseen.items()}
        self.dooms = [self._doom(rival) for rival in rivals]

    def points(self, move: Declare) -> float:
        """The points of this round to be expected after a declaration."""
        consequence = self.consequences[f"{move.color}{move.card}"]
        win, paradox = self._win(move), self._paradox(move, consequence)
        bid, spare = (self.me.bid, 0) if self.me.bid else (MOST_TRICKS_FOR_BONUS, MOST_TRICKS_FOR_BONUS)
        need, rest = bid - self.me.won, (spare, self.left, self._bonus(move), self._hope(move))
        to_come = win * (1 + prospect(need - 1, *rest)) + (1 - win) * prospect(need, *rest)
        return (1 - paradox) * (self.me.won + to_come) - paradox * (self.me.won + win)

    def _win(self, move: Declare) -> float:
        """The chance to win this trick."""
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
        """How likely an unseen card could beat this power in a color."""
        return sum(
            share
            for number, share in self.share.items()
            if self.free & SPACE[color, number] and _power(color, number, led) > power
        )

    def _hope(self, move: Declare) -> float:
        """The chance to win a later trick if one wants it."""
        rest = list(self.hand)
        rest.remove(move.card)
        hope = TRY + TRY_SLOPE * _height(rest, self.view)
        return round(20 * hope) / 20  # few values, for the cache of prospect()

    def _bonus(self, move: Declare) -> float:
        """The size that the largest group may reach."""
        space = SPACE[move.color, move.card]
        group = largest_group(self.own | space, self.beside)
        around = 0
        for cell in bits(group):
            around |= self.beside[cell]
        ways = (around & self.open & ~space).bit_count() if self.left else 0
        size = group.bit_count() + GROWTH * self.left + WAY * ways
        return round(2 * size) / 2  # few values, as above

    def _paradox(self, move: Declare, consequence: Consequence) -> float:
        """The chance to be the first seat without a way out, which it is when two cards find no space."""
        none, one = 1.0, 0.0  # chances that so many cards find no space
        for number, spaces in consequence.keeps.items():
            taken = self._taken(int(number), move)
            for copy in range(self.hand.count(int(number)) - (int(number) == move.card)):
                stuck = taken ** max(spaces - copy, 0)
                none, one = none * (1 - stuck), one * (1 - stuck) + none * stuck
        mine = 1 - none - one if self.left else 0.0
        if mine <= 0:
            return 0.0
        anyone = 1 - (1 - mine) * prod(1 - doom for doom in self.dooms)
        return anyone * mine / (mine + sum(self.dooms))

    def _taken(self, number: int, move: Declare) -> float:
        """The chance that a space of this number is lost to this seat before it plays there."""
        free = (self.free & COLUMN[number] & ~SPACE[move.color, move.card]).bit_count()
        copies = self.rival_copies[number] * self.left / (self.left + 1)  # each rival keeps a last card
        taken = min(TAKEN * copies / max(free, 1), 1.0)
        return 1 - KEEP**self.left * (1 - taken)

    def _doom(self, rival: PlayerView) -> float:
        """The chance that a rival runs out of ways, by the same reckoning on unseen cards."""
        free, cards = self._open_to(rival), rival.hand
        taken = 1 - KEEP**self.left * (1 - TAKEN_FROM_RIVAL)
        ways = {number: (free & COLUMN[number]).bit_count() for number in self.share}
        stuck = sum(share * taken ** ways[number] for number, share in self.share.items())
        return 1 - (1 - stuck) ** cards - cards * stuck * (1 - stuck) ** (cards - 1)

    def _open_to(self, player: PlayerView) -> int:
        """The free spaces in the colors that a player has not lost."""
        return self.free & ~sum(ROW[color] for color in player.lost)


@cache
def prospect(need: int, spare: int, left: int, bonus: float, hope: float) -> float:
    """Tricks and bonus to be expected of the tricks left, if each is tried for or dodged as is better.

    The bonus takes `need` tricks, or up to `spare` fewer.
    """
    earned = bonus if 0 <= need <= spare else 0.0
    if left == 0:
        return earned
    lose = prospect(need, spare, left - 1, bonus, hope)
    gain = 1 + prospect(need - 1, spare, left - 1, bonus, hope) - lose
    end = END * END_EARLIER ** (left - 1)
    return end * earned + (1 - end) * (lose + max(hope * gain, hope * DODGE * gain))


def _power(color: Color, number: int, led: Color | None) -> int:
    """What a card counts in a trick (C13)."""
    return TRUMP + number if color == RED else number if color == led else 0


def _height(cards: Sequence[int], view: View) -> float:
    """How high cards are on average, between -1/2 and 1/2; no cards are middling."""
    return sum(cards) / len(cards) / (view.numbers + 1) - 0.5 if cards else 0.0


def _bits(spaces: Iterable[Space]) -> int:
    """Spaces as the board has them."""
    return sum(SPACE[PLACE[space]] for space in spaces)


def _shown(value: T | None) -> T:
    """What a view always holds in this phase."""
    assert value is not None
    return value
