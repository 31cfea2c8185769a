"""The fast policy with which simulated rounds are played on: it sees its own hand and what is public.

A declaration is valued as `sensible` does it (sensible.py), from the probability to win the trick, that of
the seat's own paradox and the bonus, but from tables. The weights were tuned by play against itself and
against its first version, which had those of `sensible`.
"""

from collections.abc import Iterator
from functools import cache
from math import exp
from typing import NamedTuple

from engine.cat_in_the_box.board import COLUMN, RED, STRIDE, neighbors
from engine.cat_in_the_box.bots.simulation import NUMBER, ROW_OF, Simulation
from engine.cat_in_the_box.setups import COPIES, MOST_TRICKS_FOR_BONUS, SETUPS
from engine.cat_in_the_box.view_types import Layout

TRUMP = 10  # added to the rank of red cards (C13)
HEIGHTS = 11  # steps of the average height of a hand


# The expected number of cards of a number that find no space, by unseen copies of the number, its free
# spaces, those of them in colors that the seat can declare, and copies in hand.
StuckLine = tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]


class Weights(NamedTuple):
    """The tuned numbers, for one number of seats."""

    keep: float  # probability to keep a color through a trick
    taken: float  # share of a number's spaces taken by rivals that are taken before this seat's turn
    cover: float  # probability that a card wins per card that could beat it and seat to come
    group: int  # expected size of the largest group
    beside: float  # growth of the group by a token next to an own one
    win: float  # probability to win a wanted trick with cards of average height …
    win_slope: float  # … and its increase with the height of the cards
    dodge: float  # share of that probability that remains for an unwanted trick
    end: float  # probability that a paradox ends the round in its last trick …
    end_earlier: float  # … multiplied once per further trick
    paradox: float  # scale of the probability of an own paradox
    loss: float  # points lost by an own paradox besides its tricks
    bid: float  # tricks added to the equal share in the bid …
    bid_slope: float  # … and per average height


WEIGHTS = {
    2: Weights(0.95, 0.4288, 0.98, 9, 1.215, 0.4365, 0.8406, 0.1887, 0.7811, 0.5499, 3.907, 0.5153, 0, 0),
    3: Weights(
        0.95, 0.5395, 0.6218, 5, 0.4, 0.4479, 0.5728, 0.2468, 0.7579, 0.55, 1.083, 0.1509, -0.2, 7.506
    ),
    4: Weights(1, 0.6463, 0.585, 4, 0.4, 0.3914, 0.767, 0.4521, 0.5611, 0.5466, 1.013, 0.752, -0.0723, 8.087),
    5: Weights(
        1, 0.5128, 0.4743, 4, 0.2604, 0.56, 0.4175, 0.6082, 0.5717, 0.5813, 0.779, 1.386, -0.0839, 7.769
    ),
}


class Play(NamedTuple):
    """What a declaration is worth in a trick."""

    number: int
    rank: int  # within the trick
    beaten_by: int  # spaces
    beside: int  # spaces
    off: int  # 1 if it does not follow


class Tables(NamedTuple):
    """What the policy looks up, for one number of seats and layout."""

    weights: Weights
    plays: dict[int, dict[int, Play]]  # by led row, 0 for the lead, and space
    stuck: tuple[StuckLine, ...]  # by tricks to play after this one
    cover: tuple[tuple[float, ...], ...]  # probability to win by seats to come and spaces that beat the card


@cache
def tables(seats: int, layout: Layout) -> Tables:
    """Returns the tables for a number of seats and a layout."""
    weights, beside = WEIGHTS[seats], neighbors(layout, SETUPS[seats].columns)
    rows = {0, *ROW_OF.values()}
    plays = {led: {space: _play(space, led or ROW_OF[space], beside) for space in ROW_OF} for led in rows}
    cover = tuple(
        tuple(weights.cover ** (later * spaces / 10) for spaces in range(2 * STRIDE + 1))
        for later in range(seats)
    )
    return Tables(weights, plays, _stuck_table(weights), cover)


def _play(space: int, led: int, beside: tuple[int, ...]) -> Play:
    """Returns what a declaration is worth when a row is led."""
    row, number = ROW_OF[space], NUMBER[space]
    higher = row & ~(2 * space - 1)
    above = higher if row == RED else RED | (higher if row == led else 0)
    rank = TRUMP + number if row == RED else number if row == led else 0
    return Play(number, rank, above, beside[space.bit_length() - 1], int(row != led))


def _stuck_table(weights: Weights) -> tuple[StuckLine, ...]:
    """Returns the expected numbers of cards that find no space, by tricks to play after this one."""
    return tuple(
        tuple(
            tuple(
                tuple(tuple(_stuck(weights, left, unseen, free, ways)) for ways in range(5))
                for free in range(5)
            )
            for unseen in range(COPIES + 1)
        )
        for left in range(STRIDE)
    )


def _stuck(weights: Weights, left: int, unseen: int, free: int, ways: int) -> Iterator[float]:
    """Yields the expected number of stuck cards for 0, 1, … copies in hand."""
    total = 0.0
    yield total
    taken = min(weights.taken * unseen * left / (left + 1) / max(free, 1), 1.0)
    lost = 1 - weights.keep**left * (1 - taken)
    for copy in range(COPIES):
        total += lost ** max(ways - copy, 0) if left else 0.0
        yield total


@cache
def outlook(seats: int, left: int, need: int, group: int, height: int) -> float:
    """Returns the expected points of the tricks to play, each won or avoided, whichever is better."""
    weights, spare = WEIGHTS[seats], 0 if SETUPS[seats].bids else MOST_TRICKS_FOR_BONUS
    earned = float(group) if 0 <= need <= spare else 0.0
    if left == 0:
        return earned
    win = height / HEIGHTS
    lose = outlook(seats, left - 1, need, group, height)
    gain = 1 + outlook(seats, left - 1, need - 1, group, height) - lose
    end = weights.end * weights.end_earlier ** (left - 1)
    return end * earned + (1 - end) * (lose + max(win * gain, win * weights.dodge * gain))


@cache
def prospects(seats: int, left: int, need: int, height: int) -> tuple[float, float, float, float]:
    """Returns the expected points after this trick is won and lost, and their increase with the group."""
    group = WEIGHTS[seats].group
    won, lost = (outlook(seats, left, needed, group, height) for needed in (need - 1, need))
    return (
        1 + won,
        lost,
        won - outlook(seats, left, need - 1, group - 1, height),
        lost - outlook(seats, left, need, group - 1, height),
    )


def play_out(table: Simulation, using: Tables) -> None:
    """Plays a round to its end."""
    while table.open:
        table.play(declaration(table, using))


def declaration(table: Simulation, using: Tables) -> int:
    """Returns the space with the highest value for the seat to play."""
    spaces = table.open
    if not spaces & (spaces - 1):
        return spaces
    values = declaration_values(table, using)
    return max(values, key=values.__getitem__)


def declaration_values(table: Simulation, using: Tables) -> dict[int, float]:
    """Returns the value of each open declaration of the seat to play."""
    weights, plays, stuck, cover = using
    seat, trick = table.to_play, table.trick
    led = ROW_OF[trick[0]] if trick else 0
    in_trick = plays[led]
    left = table.hands[seat] - 2
    free = ~table.closed
    paradox = _paradoxes(table, stuck[left], led, weights.paradox)
    won = table.won[seat]
    bid = table.bids[seat]
    need = (MOST_TRICKS_FOR_BONUS if bid is None else bid) - won
    total = sum([number * copies for number, copies in table.held[seat].items()])
    height = _height_step(table.seats, total, left + 2)
    win_points, lose_points, win_growth, lose_growth = prospects(table.seats, left, need, height)
    to_beat = max([in_trick[space][1] for space in trick]) if trick else 0
    beating = cover[table.seats - 1 - len(trick)]
    tokens, growth, loss = table.tokens[seat], weights.beside, weights.loss
    values = {}
    spaces = table.open
    while spaces:
        space = spaces & -spaces
        spaces ^= space
        number, rank, beaten_by, beside, off = in_trick[space]
        if beside & tokens:
            if_won, if_lost = win_points + growth * win_growth, lose_points + growth * lose_growth
        else:
            if_won, if_lost = win_points, lose_points
        win = beating[(beaten_by & free).bit_count()] if rank > to_beat else 0.0
        mine = paradox[off][number]
        points = won + if_lost + win * (if_won - if_lost)
        values[space] = points - mine * (points + won + win + loss)
    return values


def _paradoxes(
    table: Simulation, stuck: StuckLine, led: int, scale: float
) -> tuple[dict[int, float], dict[int, float]]:
    """Returns the probability of an own paradox by number played: when following, and when not."""
    reach = table.reach[table.to_play] & ~table.closed
    following = _risks(table, stuck, reach, scale)
    return following, _risks(table, stuck, reach & ~led, scale) if reach & led else following


def _risks(table: Simulation, stuck: StuckLine, reach: int, scale: float) -> dict[int, float]:
    """Returns the probability that two cards or more find no space, by number played."""
    seat, free = table.to_play, ~table.closed
    aside, unplayed = table.aside[seat], table.unplayed
    total = 0.0
    spared = {}
    for number, copies in table.held[seat].items():
        column = COLUMN[number] & free
        line = stuck[unplayed[number] - copies - (number == aside)][column.bit_count()]
        expected = line[(column & reach).bit_count()]
        total += expected[copies]
        spared[number] = expected[1]
    for number, share in spared.items():
        rest = total - share
        spared[number] = scale * (1 - exp(-rest) * (1 + rest)) if rest > 0 else 0.0
    return spared


@cache
def _height_step(seats: int, total: int, cards: int) -> int:
    """Returns the probability to win a wanted trick with cards of this sum, in steps."""
    weights = WEIGHTS[seats]
    scaled = total / cards / (SETUPS[seats].numbers + 1) - 0.5
    return max(0, min(HEIGHTS, round(HEIGHTS * (weights.win + weights.win_slope * scaled))))


def bid_target(seats: int, total: int, cards: int) -> float:
    """Returns the tricks that a hand is worth; `total` is the sum of its cards."""
    weights, setup = WEIGHTS[seats], SETUPS[seats]
    return (
        setup.tricks / seats + weights.bid + weights.bid_slope * (total / cards / (setup.numbers + 1) - 0.5)
    )


def choose_bid(table: Simulation, seat: int) -> int:
    """Returns the allowed bid that is nearest to what the hand is worth."""
    held = table.held[seat]
    total = sum(number * copies for number, copies in held.items())
    target = bid_target(table.seats, total, table.hands[seat])
    return min(SETUPS[table.seats].bids, key=lambda bid: abs(bid - target))


def choose_aside(table: Simulation, seat: int) -> int:
    """Returns the most frequent card of a hand, of several the first in its order, which is random."""
    held = table.held[seat]
    return max(held, key=held.__getitem__)
