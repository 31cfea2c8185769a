"""Duplicate matches between bots of Cat in the Box: the same deals for every rotation of the seats.

Prints for each table the points a round of one bot ahead of the other with the standard error, and for each
bot the rounds with its own paradox, with its bid met (before a paradox, if any) and with a bonus.

Run: python -m tests.bench.bench_duplicates [BOT OTHER …] (options: --help)
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time_ns

from engine.bots import Bot
from engine.cat_in_the_box.bots.strong import WORK
from engine.cat_in_the_box.bots.strong import choose as choose_strong
from engine.cat_in_the_box.state import ScoredRound
from engine.registry import ENTRIES, GAMES

GAME = GAMES["cat-in-the-box"]
BOTS: dict[str, Bot] = dict(ENTRIES[GAME.key].bots)
SEED = 1


@dataclass
class Tally:
    """The results of one kind of bot, over all its seats."""

    points: list[float] = field(default_factory=list)  # by deal: the mean over its seats and all rotations
    rounds: int = 0
    paradoxes: int = 0
    bids_met: int = 0
    bonuses: int = 0
    times: list[int] = field(default_factory=list)  # ns per move


def play_game(bots: Sequence[str], seed: bytes, rng: Random, tallies: dict[str, Tally]) -> list[ScoredRound]:
    """Plays a game and returns its rounds; adds the times of all moves."""
    state = GAME.start(len(bots), GAME.options({}, len(bots)), seed).state
    while seats := GAME.to_act(state):
        seat = seats[0]
        view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
        start = process_time_ns()
        move = BOTS[bots[seat]](view, legal, rng)
        tallies[bots[seat]].times.append(process_time_ns() - start)
        state = GAME.apply(state, seat, move).state
    return list(state.scored)


def play_deals(bots: Sequence[str], rounds: int) -> dict[str, Tally]:
    """Plays at least this many rounds with different cards, each once for every rotation of the seats."""
    rng, tallies = Random(SEED), {bot: Tally() for bot in bots}
    for _ in range(-(-rounds // len(bots))):
        seed = rng.randbytes(32)
        rotated = [[*bots[turn:], *bots[:turn]] for turn in range(len(bots))]
        games = [(order, play_game(order, seed, rng, tallies)) for order in rotated]
        for number in range(len(bots)):
            add_deal([(order, played[number]) for order, played in games], tallies)
    return tallies


def add_deal(rotations: Sequence[tuple[Sequence[str], ScoredRound]], tallies: dict[str, Tally]) -> None:
    """Adds the rounds that were played with the same cards."""
    for bot, tally in tallies.items():
        points = []
        for order, scored in rotations:
            for seat, player in enumerate(scored.players):
                if order[seat] == bot:
                    points.append(scored.points[seat])
                    tally.rounds += 1
                    tally.paradoxes += scored.paradox == seat
                    tally.bids_met += player.won == player.bid
                    tally.bonuses += scored.bonuses[seat] > 0
        tally.points.append(mean(points))


def report(bots: Sequence[str], rounds: int) -> None:
    """Plays the deals of a table and prints the results."""
    tallies = play_deals(bots, rounds)
    first = bots[0]
    print(f"{len(bots)} seats: {', '.join(bots)}; {len(tallies[first].points)} deals")
    for line in (*differences(tallies, first), *map(describe, tallies.items())):
        print(f"    {line}", flush=True)


def differences(tallies: dict[str, Tally], first: str) -> Iterator[str]:
    """Yields by how much the first bot is ahead of each other one."""
    for bot, tally in tallies.items():
        if bot != first:
            ahead = [mine - its for mine, its in zip(tallies[first].points, tally.points, strict=True)]
            error = stdev(ahead) / sqrt(len(ahead))
            yield f"{first} - {bot}: {mean(ahead):+.2f} ± {error:.2f} points a round"


def describe(one: tuple[str, Tally]) -> str:
    """Returns the results of a bot as text."""
    bot, tally = one
    rates = (tally.paradoxes, tally.bids_met, tally.bonuses)
    paradoxes, met, bonuses = (f"{count / tally.rounds:.1%}" for count in rates)
    times = sorted(tally.times)
    middle, longest = times[len(times) // 2] / 1e6, times[-1] / 1e6
    return (
        f"{bot:8} {mean(tally.points):5.2f} points  paradox {paradoxes:>5}  bid met {met:>5}"
        f"  bonus {bonuses:>5}  {middle:.1f} ms a move (longest {longest:.0f})"
    )


def main() -> None:
    """Plays one table for each number of seats and of seats of the first bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=["strong", "sensible"], help=", ".join(BOTS))
    parser.add_argument("--seats", nargs="+", type=int, default=list(GAME.seat_counts))
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--of-first", nargs="+", type=int, default=[1], help="seats of the first bot")
    parser.add_argument("--work", type=int, default=WORK, help="simulated decisions per move of strong")
    given = parser.parse_args()
    BOTS["strong"] = partial(choose_strong, work=given.work)
    for seats in given.seats:
        for count in given.of_first:
            others = [given.bots[1:][i % len(given.bots[1:])] for i in range(seats - count)]
            report([given.bots[0]] * min(count, seats) + others, given.rounds)


if __name__ == "__main__":
    main()
