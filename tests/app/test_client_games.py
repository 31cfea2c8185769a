"""What the client knows of each game before the server's list has loaded is what the server says."""

import json
import re

import pytest

from app.core.paths import ROOT
from engine.registry import ENTRIES


@pytest.mark.parametrize("key", ENTRIES)
def test_definition_of_a_game_matches_its_entry(key: str) -> None:
    entry = ENTRIES[key]
    definition = (ROOT / "web/src/games" / key / "index.ts").read_text("utf-8")
    seats = re.search(r"\bseats: (\[[\d, ]+\])", definition)
    assert seats
    assert json.loads(seats[1]) == list(entry.game.seat_counts)
    assert ("hasBots: true" in definition) == bool(entry.bots)
    assert ("hasMemory: true" in definition) == entry.game.has_memory
