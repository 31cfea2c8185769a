"""Speed of the rules: random play on one core, with legal moves listed at every ply.

Run: python -m tests.bench.bench_engine [seconds for each game]
"""

import sys
from random import Random
from time import process_time
from typing import Any

from engine.game import Game
from engine.registry import GAMES

SEATS = {"cat-in-the-box": 4, "cat-box-lite": 3}
ROUNDS = {"cat-in-the-box": 4, "cat-box-lite": 1}  # per game


def play_game(game: Game[Any], seats: int, seed: bytes, rng: Random) -> int:
    """Plays one random game and returns the number of its moves."""
    random, plies = rng.random, 0
    to_act, legal_moves, apply = game.to_act, game.legal_moves, game.apply
    state = game.start(seats, game.options({}, seats), seed).state
    while acting := to_act(state):
        moves = legal_moves(state, acting[0])
        state = apply(state, acting[0], moves[int(random() * len(moves))]).state
        plies += 1
    return plies


def measure(key: str, seconds: float) -> None:
    """Plays for this many seconds of CPU time and prints moves, rounds and games per second."""
    game, seats, rng, moves, games = GAMES[key], SEATS[key], Random(1), 0, 0
    play_game(game, seats, rng.randbytes(32), rng)
    start = process_time()
    while process_time() - start < seconds:
        moves += play_game(game, seats, rng.randbytes(32), rng)
        games += 1
    spent = process_time() - start
    print(
        f"{key:15} {moves / spent:10,.0f} moves/s  {games * ROUNDS[key] / spent:8,.0f} rounds/s"
        f"  {games / spent:8,.0f} games/s  (CPU time, {games} games of {seats} seats)"
    )


def main(seconds: float) -> None:
    for key in SEATS:
        measure(key, seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5)
