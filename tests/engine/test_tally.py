"""Results and statistics by seat, compared with the game's record."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cat_in_the_box import CatInTheBox
from engine.record import read_record, replay
from engine.types import Json

RECORDED = sorted(
    path for path in (Path(__file__).parent / "recorded").glob("*.json") if "abandoned" not in path.stem
)


def rounds_of(state: Any, seat: int) -> list[tuple[int | None, int, bool]]:
    """Returns bid, tricks and whether the seat caused a paradox, of each round."""
    return [(one.players[seat].bid, one.players[seat].won, one.paradox == seat) for one in state.scored]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_tally_matches_the_record(path: Path) -> None:
    written: Json = json.loads(path.read_text("utf-8"))
    *_, end = replay(read_record(written))
    tallies = CatInTheBox().seat_results(end.state)
    assert [one.score for one in tallies] == written["result"]["scores"]
    assert [seat for seat, one in enumerate(tallies) if one.place == 1] == written["result"]["winners"]
    for seat, one in enumerate(tallies):
        rounds = rounds_of(end.state, seat)
        assert one.counts["rounds"] == len(written["seats"])
        assert one.counts["tricks"] == sum(won for _, won, _ in rounds)
        assert one.counts["paradoxes"] == sum(caused for _, _, caused in rounds)
        assert ("bid" in one.counts) == (len(tallies) > 2)
        if "bid" in one.counts:
            assert one.counts["bid"] == sum(bid or 0 for bid, _, _ in rounds)
            assert one.counts["met"] == sum(bid == won and not caused for bid, won, caused in rounds)


def test_tied_seats_share_a_place() -> None:
    """C20: the total decides, then the last round."""
    *_, end = replay(read_record(json.loads(RECORDED[-1].read_text("utf-8"))))
    points = [(5, 8, 5, 4, 0), (2, 1, 2, 3, 1)]
    rounds = tuple(one._replace(points=made) for one, made in zip(end.state.scored, points, strict=False))
    level = end.state._replace(scored=rounds)
    assert [one.place for one in CatInTheBox().seat_results(level)] == [3, 1, 3, 2, 5]


def test_places_of_an_unfinished_game() -> None:
    """Places are None before the first round is scored, and final at the end."""
    game = CatInTheBox()
    positions = list(replay(read_record(json.loads(RECORDED[-1].read_text("utf-8")))))
    for position in positions:
        assert (game.places(position.state) is None) == (not position.state.scored)
    assert game.places(positions[-1].state) == tuple(
        one.place for one in game.seat_results(positions[-1].state)
    )
