"""Valid records that tests modify."""

from typing import Any

from engine.types import Json
from tests.engine.builders import GAME, deal
from tests.engine.vectors import VECTORS
from tests.engine.walks import walk

SEED = "5" * 64
VECTOR = next(vector for vector in VECTORS if len(vector["salts"]) == 4)


def record(**changes: Any) -> Json:
    """Returns a valid record of four seats without moves; `key=...` omits the key."""
    sound: Json = {
        "format": "boxcats-record/1",
        "game": "cat-in-the-box",
        "options": {"layout": "white"},
        "seats": ["Ada", "Bo", "Cy", "Di"],
        "seed": SEED,
        "moves": [],
    }
    return {key: value for key, value in (sound | changes).items() if value is not ...}


def with_deals(**changes: Any) -> Json:
    """Returns a valid record of two seats with explicit deals."""
    deals = [deal("…", "…", revealed="4 4 4")] * 2
    return record(seats=["Ada", "Bo"], seed=..., deals=deals, first_seat=0) | changes


def with_deal(**changes: Any) -> Json:
    """Returns the same record with a changed first deal."""
    one = deal("…", "…", revealed="4 4 4") | changes
    return with_deals(deals=[{key: value for key, value in one.items() if value is not ...}])


def fairness(**changes: Any) -> Json:
    """Returns a record with fairness data."""
    sound = {name: VECTOR[name] for name in ("secret", "table", "salts", "commitment")} | changes
    declared = {key: value for key, value in sound.items() if value is not ...}
    return record(seed=VECTOR["seed"], fairness=declared)


def finished(seats: int = 4, seed: int = 8) -> Json:
    """Returns the record of a random game with its result."""
    game = walk(seats, "white", seed)
    return game.record() | {"result": GAME.result(game.states[-1])}
