"""Compares moves by rounds that are played on in deals that a view allows, the same deals for all moves.

After each stage the worse half of the moves is dropped (sequential halving), so that most of the work is
spent on the moves that are hard to tell apart. The work is counted in simulated decisions, not in time: the
same view and generator give the same result.
"""

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.cat_in_the_box.board import SPACE
from engine.cat_in_the_box.bots.policy import (
    Tables,
    choose_aside,
    choose_bid,
    declaration_values,
    play_out,
    tables,
)
from engine.cat_in_the_box.bots.simulation import Simulation
from engine.cat_in_the_box.bots.worlds import Worlds
from engine.cat_in_the_box.moves import Bid, CatMove, Declare, SetAside
from engine.cat_in_the_box.setups import SETUPS
from engine.cat_in_the_box.view_types import View

CANDIDATES = 8  # declarations that the fast policy proposes


class Extra(NamedTuple):
    """Points added to those of a simulated round, for its seat."""

    bonus: float = 0.0
    paradox: float = 0.0


class Outcome(NamedTuple):
    """What a seat got in a simulated round."""

    points: int
    paradox: bool  # caused by this seat
    bonus: bool


class Search:
    """The simulations of one position."""

    def __init__(self, view: View, seat: int, rng: Random, extra: Extra) -> None:
        self._view, self._seat, self._rng, self._extra = view, seat, rng, extra
        self._worlds, self._using = Worlds(view, seat), tables(view.seats, view.layout)
        self._totals: dict[CatMove, float] = defaultdict(float)
        self.outcomes: dict[CatMove, list[Outcome]] = defaultdict(list)  # of the first deals, in their order

    def promising(self, legal: Sequence[CatMove]) -> list[CatMove]:
        """Returns the declarations that the fast policy values most, and all moves of other kinds."""
        if self._view.phase != "play":
            return list(legal)
        return _best_declarations(legal, self._worlds.deal(self._rng), self._using)

    def affordable_rounds(self, work: int) -> int:
        """Returns the number of rounds that can be simulated."""
        cards = sum(player.hand - 1 for player in self._view.players.values())
        return work // (cards + 1)

    def simulate(self, moves: Sequence[CatMove], deals: int) -> None:
        """Plays the round on after each of these moves, in further deals."""
        for _ in range(deals):
            table = self._worlds.deal(self._rng)
            for move in moves:
                outcome = simulated(table.copy(), self._seat, move, self._using)
                self.outcomes[move].append(outcome)
                self._totals[move] += self._value(outcome)

    def best_of(self, candidates: Sequence[CatMove], rounds: int, kept: CatMove | None = None) -> CatMove:
        """Returns the best move by so many rounds in all; one of them may be kept to the last stage."""
        left = list(candidates)
        stages = max(1, (len(left) - 1).bit_length())
        for _ in range(stages):
            self.simulate(left, max(1, rounds // stages // len(left)))
            left.sort(key=self._totals.__getitem__, reverse=True)
            dropped = left[(len(left) + 1) // 2 :]
            del left[(len(left) + 1) // 2 :]
            if kept in dropped:
                left.append(kept)
        return left[0]

    def _value(self, outcome: Outcome) -> float:
        extra = self._extra
        return outcome.points + (extra.paradox if outcome.paradox else extra.bonus if outcome.bonus else 0.0)


def _best_declarations(legal: Sequence[CatMove], table: Simulation, using: Tables) -> list[CatMove]:
    """Returns the moves that the fast policy values most; it looks at no other cards but the seat's own."""
    by_space = {SPACE[move.color, move.card]: move for move in legal if isinstance(move, Declare)}
    table.open = sum(by_space)
    values = declaration_values(table, using)
    return [by_space[space] for space in sorted(values, key=values.__getitem__, reverse=True)[:CANDIDATES]]


def simulated(table: Simulation, seat: int, move: CatMove, using: Tables) -> Outcome:
    """Makes a move in a simulated round, plays it on and returns what the seat got from it."""
    if isinstance(move, SetAside):
        table.put_aside(seat, move.card)
        _open(table)
    elif isinstance(move, Bid):
        table.bid(move.tricks)
        _bid_on(table)
    else:
        table.play(SPACE[move.color, move.card])
    play_out(table, using)
    return Outcome(table.points(seat), seat == table.causer, table.earns_bonus(seat))


def _open(table: Simulation) -> None:
    """Lets the other seats set a card aside, then all bid."""
    for other, aside in enumerate(table.aside):
        if aside is None:
            table.put_aside(other, choose_aside(table, other))
    if SETUPS[table.seats].bids:
        _bid_on(table)
    else:
        table.open_play()


def _bid_on(table: Simulation) -> None:
    """Lets the seats that have not bid yet do so."""
    while table.bids[table.to_play] is None:
        table.bid(choose_bid(table, table.to_play))
