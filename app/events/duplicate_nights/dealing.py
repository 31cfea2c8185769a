"""Draws the cards of a night's deals from their seeds."""

import random
from typing import Any

from engine.branch import BranchStart
from engine.game import Game
from engine.types import Json


def draw_deal(game: Game[Any], seats: int, options: Json, seed: bytes) -> BranchStart:
    """Returns the first seat and the cards of all rounds that follow from the seed.

    The cards of a round do not depend on moves, but a game deals them when the round begins: it is played to
    the end with any moves.
    """
    chooser = random.Random(seed)
    state = game.start(seats, options, seed).state
    while not game.dealt_once and (to_act := game.to_act(state)):
        move = chooser.choice(game.legal_moves(state, to_act[0]))
        state = game.apply(state, to_act[0], move).state
    return BranchStart(game.first_seat(state), game.deals(state), ())
