"""Strength of the bot `sensible` of Cat Box Lite: victories, points and time per move, measured by play.

Run: python -m tests.bench.bench_lite_bots [games of two seats]
"""

import sys
from collections.abc import Sequence
from random import Random
from time import process_time_ns

from engine.registry import ENTRIES, GAMES

GAME = GAMES["cat-box-lite"]
SEED = 1


def play_game(bots: Sequence[str], rng: Random, times: list[int]) -> tuple[list[int], list[int]]:
    """Plays one game; returns scores and winners, and adds ns per move of `sensible` to `times`."""
    state = GAME.start(len(bots), {}, rng.randbytes(32)).state
    while acting := GAME.to_act(state):
        seat = acting[0]
        view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
        start = process_time_ns()
        move = ENTRIES[GAME.key].bots[bots[seat]](view, legal, rng)
        if bots[seat] == "sensible":
            times.append(process_time_ns() - start)
        state = GAME.apply(state, seat, move).state
    result = GAME.result(state)
    assert result is not None
    return result["scores"], result["winners"]


def report(bots: list[str], games: int) -> list[int]:
    """Plays games with rotating seats and prints the results of the first bot."""
    rng, won, points, times = Random(SEED), 0.0, 0, list[int]()
    for game in range(games):
        turn = game % len(bots)
        scores, winners = play_game(bots[-turn:] + bots[:-turn], rng, times)
        won += (turn in winners) / len(winners)
        points += scores[turn]
    print(f"{' '.join(bots):32} {bots[0]} wins {won / games:6.1%}, {points / games:5.2f} points")
    return times


def main(games: int) -> None:
    times = report(["sensible", "random"], games)
    report(["sensible", "random", "random"], games // 4)
    report(["sensible"] * 3, games // 4)
    usual, most, longest = (sorted(times)[int(part * (len(times) - 1))] / 1e6 for part in (0.5, 0.999, 1))
    print(f"sensible {usual:.3f} ms per move at p50, {most:.3f} at p99.9, {longest:.2f} at most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
