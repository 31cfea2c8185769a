"""Recorded games must always replay to the same result; an independent implementation calculated it."""

import json
from pathlib import Path

import pytest

from engine.record import read_record, replay, result_of
from engine.types import Json
from tests.engine.braincat.builders import GAME

FOLDER = Path(__file__).parent / "recorded"
GAMES: dict[str, Json] = {file.stem: json.loads(file.read_text("utf-8")) for file in FOLDER.glob("*.json")}


@pytest.mark.parametrize("name", GAMES)
def test_the_replay_ends_in_the_recorded_result(name: str) -> None:
    record = GAMES[name]
    *_, end = replay(read_record(record))
    assert result_of(GAME, end) == record["result"]
    assert end.ply == len(record["moves"])


def test_the_games_are_of_all_modes_from_seeds_and_deals() -> None:
    modes = {record["options"]["mode"] for record in GAMES.values()}
    assert modes == {"discovery", "moods", "teams", "individual"}
    assert {"seed" in record for record in GAMES.values()} == {True, False}
    assert any("abandoned" in record["result"] for record in GAMES.values())
