"""Puzzles for tests."""

from engine.moves import write_move
from engine.puzzle_file import shipped_puzzles
from engine.types import Json
from tests.app.people import Person

GAME = "cat-in-the-box"
PUZZLES = shipped_puzzles()


async def upcoming(person: Person, game: str = GAME) -> Json:
    found: Json = await person.request("GET", f"/puzzles/{game}")
    return found


async def answer(person: Person, key: str, move: Json, game: str = GAME) -> Json:
    found: Json = await person.request("POST", f"/puzzles/{game}/{key}/answer", {"move": move})
    return found


def best(key: str) -> Json:
    return write_move(PUZZLES[key].moves[0].move)


def worst(key: str) -> Json:
    return write_move(PUZZLES[key].moves[-1].move)
