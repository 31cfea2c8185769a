"""The places of imported games: none without a result."""

from app.archive.game_import.reading import seat_places
from engine.record import FORMAT, read_record, replay
from engine.types import Json


def individual_game_left_by(*leaving: int) -> Json:
    """Returns the record of a game of three that one player may not leave without ending it."""
    return {
        "format": FORMAT,
        "game": "braincat",
        "options": {"mode": "individual"},
        "seats": ["Ada", "Bo", "Cy"],
        "seed": "00" * 32,
        "moves": [[None, {"kind": "leave", "seat": seat}] for seat in leaving],
    }


def places_of(written: Json) -> list[list[int]]:
    record = read_record(written)
    *_, end = replay(record)
    return seat_places(record, end)


def test_game_abandoned_by_its_rules_has_no_places() -> None:
    """B32, B36."""
    assert places_of(individual_game_left_by()) == []
    assert places_of(individual_game_left_by(1)) == []
