"""Strength of the bots of Cat Box Lite: victories, points and time per move, measured by play.

Every deal is played once by each seat for the bot that is measured. Run:
python -m tests.bench.bench_lite_bots [deals of two seats]
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from math import log, sqrt
from random import Random
from statistics import mean, median
from time import process_time_ns
from typing import Any

from engine.cat_box_lite.bots.inference import identity_beliefs
from engine.cat_box_lite.deck import COLORS
from engine.registry import ENTRIES, GAMES

GAME = GAMES["cat-box-lite"]
BOTS = ENTRIES[GAME.key].bots
SEED = 1
TURNS_A_LINE = 3  # of the table of guesses

Losses = dict[int, list[float]]  # log loss of a guess of another seat's identity, by turn


def play_game(bots: Sequence[str], measured: int, deal: bytes, times: list[int], losses: Losses) -> Any:
    """Plays one game; returns its result, and adds ns per move and losses of the measured seat."""
    state, rng = GAME.start(len(bots), {}, deal).state, Random(deal)
    while acting := GAME.to_act(state):
        seat = acting[0]
        view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
        start = process_time_ns()
        move = BOTS[bots[seat]](view, legal, rng)
        if seat == measured:
            times.append(process_time_ns() - start)
            losses[view.turn].append(guess_loss(state, view, (seat + 1) % len(bots)))
        state = GAME.apply(state, seat, move).state
    return GAME.result(state)


def guess_loss(state: Any, view: Any, other: int) -> float:
    """Returns the log loss of a guess of the other seat's identity; 1.10 without any knowledge."""
    belief = identity_beliefs(view)[other]
    possible = {color: chance for color, chance in zip(COLORS, belief, strict=True) if color != view.identity}
    return -log(possible[state.identities[other]] / sum(possible.values()))


def report(bot: str, others: Sequence[str], deals: int) -> Losses:
    """Plays the deals, each from all seats, and prints the results of the bot."""
    rng, losses = Random(SEED), defaultdict[int, list[float]](list)
    won, points, times = list[float](), list[int](), list[int]()
    for _ in range(deals):
        deal = rng.randbytes(32)
        for seat in range(1 + len(others)):
            result = play_game([*others[:seat], bot, *others[seat:]], seat, deal, times, losses)
            won.append((seat in result["winners"]) / len(result["winners"]))
            points.append(result["scores"][seat])
    rate, usual, longest = mean(won), median(times) / 1e6, max(times) / 1e6
    print(
        f"{bot:8} against {' '.join(others):17} wins {rate:6.1%} ± {sqrt(rate * (1 - rate) / len(won)):.1%}"
        f" of {len(won)}, {mean(points):5.2f} points, {usual:6.2f} ms at p50, {longest:6.2f} at most",
        flush=True,
    )
    return losses


def report_guesses(losses: Losses) -> None:
    """Prints how well identities are guessed in the course of a game."""
    for first in range(0, max(losses) + 1, TURNS_A_LINE):
        found = [loss for turn in range(first, first + TURNS_A_LINE) for loss in losses.get(turn, ())]
        print(f"turns {first:2} to {first + TURNS_A_LINE - 1:2}: log loss of guesses {mean(found):.2f}")


def main(deals: int) -> None:
    for bot, others in (
        ("casual", ["random"]),
        ("sensible", ["random"]),
        ("sensible", ["casual"]),
        ("sensible", ["sensible"] * 2),
    ):
        report(bot, others, 10 * deals)
    losses = report("strong", ["sensible"], deals)
    report("strong", ["sensible"] * 2, deals // 2)
    report_guesses(losses)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
