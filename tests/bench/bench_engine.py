"""Random play of four seats on one core, legal moves listed at every ply: moves and whole rounds a second.

Run: python -m tests.bench.bench_engine [seconds]
"""

import sys
from random import Random
from time import process_time

from engine.cat_in_the_box import rules
from engine.cat_in_the_box.state import State

SEATS = 4


def play_game(seed: bytes, rng: Random) -> tuple[int, State]:
    """One whole random game: how many moves it had, and how it ended."""
    random, plies = rng.random, 0
    state: State = rules.start(SEATS, "white", seed).state
    while seats := rules.to_act(state):
        seat = seats[0]
        moves = rules.legal_moves(state, seat)
        state = rules.apply(state, seat, moves[int(random() * len(moves))]).state
        plies += 1
    return plies, state


def main(seconds: float) -> None:
    rng, moves, games = Random(1), 0, 0
    play_game(rng.randbytes(32), rng)
    start = process_time()
    while process_time() - start < seconds:
        moves += play_game(rng.randbytes(32), rng)[0]
        games += 1
    spent = process_time() - start
    rounds = games * SEATS
    print(
        f"engine  {moves / spent:10,.0f} moves/s  {rounds / spent:8,.0f} rounds/s  (CPU time, {games} games)"
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5)
