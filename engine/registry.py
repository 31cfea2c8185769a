"""The one list of games."""

from typing import Any

from engine.cat_box_lite import CatBoxLite
from engine.cat_in_the_box import CatInTheBox
from engine.game import Game

GAMES: dict[str, Game[Any]] = {game.key: game for game in (CatInTheBox(), CatBoxLite())}


def find_game(key: str) -> Game[Any] | None:
    """The game of this key, None if there is no such game."""
    return GAMES.get(key)
