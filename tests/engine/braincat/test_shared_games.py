"""The games that the engine and the client share (tests/vectors/braincat.json)."""

import json
from typing import Any

import pytest

from engine.record import read_record, replay
from tests.engine.braincat.builders import GAME
from tests.vectors.make_braincat import FILE, text

GAMES: list[Any] = json.loads(FILE.read_text("utf-8"))
each_game = pytest.mark.parametrize(
    "game", GAMES, ids=[game["replay"]["record"]["seed"][:8] for game in GAMES]
)


def test_the_file_is_what_is_calculated() -> None:
    is_current = FILE.read_text("utf-8") == text()  # a difference of long lines would take minutes to show
    assert is_current


@each_game
def test_the_record_leads_to_its_result_and_deals(game: Any) -> None:
    """Replayed from the seed, and once more from the deals that are written out."""
    record = game["replay"]["record"]
    *_, end = replay(read_record(record))
    assert list(GAME.deals(end.state)) == game["deals"]
    written = {key: value for key, value in record.items() if key != "seed"}
    first = GAME.first_seat(end.state)
    *_, again = replay(read_record(written | {"deals": game["deals"], "first_seat": first}))
    assert GAME.result(again.state) == record["result"]


def test_the_games_have_every_mode_void_rounds_and_draws() -> None:
    """What the client's tests rely on."""
    modes = {game["replay"]["table"]["options"]["mode"] for game in GAMES}
    assert modes == {"discovery", "moods", "teams", "individual"}
    log = [event["kind"] for game in GAMES for step in game["replay"]["steps"] for event in step["log"]]
    assert {"round_voided", "picked", "token_placed", "decided"} <= set(log)
    deals = [deal for game in GAMES for deal in game["deals"]]
    assert any(deal["draws"] for deal in deals)
    assert any(deal.get("mood") == "M6" for deal in deals)
