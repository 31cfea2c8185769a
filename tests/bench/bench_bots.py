"""Strength of the bots: points per round, paradoxes caused and time per move, measured by play.

Run: python -m tests.bench.bench_bots [rounds of each table of four]
"""

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from random import Random
from time import process_time_ns

from engine.registry import ENTRIES, GAMES

GAME = GAMES["cat-in-the-box"]
SEED = 1  # for every table below
EXTRA_GAMES = 120  # against `random` for each number of seats and layout; divisible by every number of seats


@dataclass
class Tally:
    """The results of one bot at a table, summed over its seats."""

    rounds: int = 0
    points: int = 0
    tricks: int = 0
    bonuses: int = 0  # rounds with a bonus
    paradoxes: int = 0
    times: list[int] = field(default_factory=list)  # ns per move


def play_game(bots: list[str], layout: str, rng: Random, tallies: dict[str, Tally]) -> None:
    """Plays one game with these bots by seat, and adds to the results of each."""
    state = GAME.start(len(bots), {"layout": layout}, rng.randbytes(32)).state
    while seats := GAME.to_act(state):
        seat = seats[0]
        view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
        choose = ENTRIES[GAME.key].bots[bots[seat]]
        start = process_time_ns()
        move = choose(view, legal, rng)
        tallies[bots[seat]].times.append(process_time_ns() - start)
        state = GAME.apply(state, seat, move).state
    for summary in GAME.view(state, None).scored.values():
        for chair, bot in enumerate(bots):
            score, tally = summary.seats[str(chair)], tallies[bot]
            tally.rounds += 1
            tally.points += score.points
            tally.tricks += score.won
            tally.bonuses += score.bonus > 0
            tally.paradoxes += summary.paradox is not None and summary.paradox.seat == chair


def play_table(bots: list[str], layout: str, games: int) -> dict[str, Tally]:
    """Plays many games, rotating the bots by one seat after each so that all seats count equally."""
    rng, tallies = Random(SEED), defaultdict[str, Tally](Tally)
    for game in range(games):
        turn = game % len(bots)
        play_game(bots[turn:] + bots[:turn], layout, rng, tallies)
    return tallies


def report(bots: list[str], layout: str, games: int) -> dict[str, Tally]:
    """Plays a table and prints a line for each bot at it."""
    tallies = play_table(bots, layout, games)
    for bot, tally in tallies.items():
        points, tricks, bonuses, paradoxes = (
            total / tally.rounds for total in (tally.points, tally.tricks, tally.bonuses, tally.paradoxes)
        )
        print(
            f"{len(bots)} seats, {layout:6} {bots.count(bot)} {bot:8} {points:5.2f} points"
            f"  {tricks:4.2f} tricks  bonus in {bonuses:3.0%}"
            f"  paradox in {paradoxes:5.1%}  of {tally.rounds} rounds"
        )
    return tallies


def main(rounds: int) -> None:
    """Measures three tables of four seats, `rounds` each, then each number of seats and layout."""
    times = defaultdict[str, list[int]](list)
    for bots in (["sensible", *["random"] * 3], ["sensible"] * 4, ["random"] * 4):
        for bot, tally in report(bots, "white", rounds // 4).items():
            times[bot] += tally.times
    for seats, layout in product(GAME.seat_counts, GAME.listed_options["layout"].values):
        report(["sensible", *["random"] * (seats - 1)], layout, EXTRA_GAMES)
    for bot, spent in times.items():
        usual, most, longest = (sorted(spent)[int(part * (len(spent) - 1))] / 1e6 for part in (0.5, 0.999, 1))
        print(f"{bot:8} {usual:.3f} ms per move at p50, {most:.3f} at p99.9, {longest:.2f} at most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
