"""The bot `strong`: plays the round on many times in deals that its view allows, and takes the best move.

Only the declarations that the fast policy values most are tried, all in the same deals. After each stage the
worse half of them is dropped (sequential halving), so that most of the work is spent on the moves that are
hard to tell apart. The work is counted in simulated decisions, not in time: the same view and generator give
the same move.
"""

from collections.abc import Sequence
from random import Random

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

WORK = 40_000  # simulated decisions per move
CANDIDATES = 8  # declarations that are tried

# Added to the points of a simulated round. Play from here on is worse there than in the real round, which
# matters most where a bid can still be met or a paradox avoided.
BONUS = 1.5
PARADOX = -1.0


def choose(view: View, legal: Sequence[CatMove], rng: Random, work: int = WORK) -> CatMove:
    """Returns the legal move that brought the most points in simulated rounds."""
    if len(legal) == 1:
        return legal[0]
    seat = view.to_act[0]  # when all set a card aside at once, any seat that is still to do so will do
    worlds, using = Worlds(view, seat), tables(view.seats, view.layout)
    candidates = list(legal)
    if view.phase == "play":
        candidates = _best_declarations(legal, worlds.deal(rng), using)
    rounds = _affordable_rounds(view, work)
    stages = (len(candidates) - 1).bit_length()
    totals = dict.fromkeys(candidates, 0.0)
    for _ in range(stages):
        for _ in range(max(1, rounds // stages // len(candidates))):
            table = worlds.deal(rng)
            for move in candidates:
                totals[move] += simulated_value(table.copy(), seat, move, using)
        candidates.sort(key=totals.__getitem__, reverse=True)
        del candidates[(len(candidates) + 1) // 2 :]
    return candidates[0]


def _best_declarations(legal: Sequence[CatMove], table: Simulation, using: Tables) -> list[CatMove]:
    """Returns the moves that the fast policy values most; it looks at no other cards but the seat's own."""
    by_space = {SPACE[move.color, move.card]: move for move in legal if isinstance(move, Declare)}
    table.open = sum(by_space)
    values = declaration_values(table, using)
    return [by_space[space] for space in sorted(values, key=values.__getitem__, reverse=True)[:CANDIDATES]]


def _affordable_rounds(view: View, work: int) -> int:
    """Returns the number of rounds that can be simulated."""
    cards = sum(player.hand - 1 for player in view.players.values())
    return work // (cards + 1)


def simulated_value(table: Simulation, seat: int, move: CatMove, using: Tables) -> float:
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
    extra = PARADOX if seat == table.causer else BONUS if table.earns_bonus(seat) else 0.0
    return table.points(seat) + extra


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
