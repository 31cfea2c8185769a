"""Recorded games replay to their recorded results, conserve cards and tokens, and show all kinds of ending.

Each shows what its `meta` says. An independent program, written from the rules alone, confirmed the results
(except the later 2-white-shared and 4-white-fair). To change one, name the rule that was implemented wrongly.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.moves import parse_move
from engine.record import Record, read_record, replay, result_of
from engine.types import Json
from tests.engine.builders import GAME
from tests.engine.conservation import check_conservation
from tests.engine.facts import FACTS, facts

FILES = sorted((Path(__file__).parent / "recorded").glob("*.json"))
GAMES: dict[str, Json] = {file.stem: json.loads(file.read_text("utf-8")) for file in FILES}

each_game = pytest.mark.parametrize("written", GAMES.values(), ids=GAMES)


@each_game
def test_replay_ends_in_the_recorded_result(written: Json) -> None:
    *_, end = replay(read_record(written))
    assert end.ply == len(written["moves"])
    assert result_of(GAME, end) == written["result"]


@each_game
def test_c5_c9_c12_cards_and_tokens_are_conserved(written: Json) -> None:
    """C5, C9, C12: at every ply the cards are those dealt, and the tokens those declared."""
    record = read_record(written)
    moves = [parse_move(move, GAME.move_types) for seat, move in written["moves"] if seat is not None]
    check_conservation([position.state for position in replay(record)][: len(moves) + 1], moves)


@each_game
def test_record_contains_its_declared_situations(written: Json) -> None:
    record = read_record(written)
    states = [position.state for position in replay(record)]
    assert facts(states, list(_events(record, states)), written["result"]) == set(written["meta"]["shows"])


def _events(record: Record, states: list[Any]) -> Iterator[tuple[Any, ...]]:
    yield ()
    written: Any
    for state, written in zip(states, record.moves, strict=False):
        seat, move = written
        yield () if seat is None else GAME.apply(state, seat, parse_move(move, GAME.move_types)).events


def test_records_cover_every_seat_count_layout_and_ending() -> None:
    shown = {fact for written in GAMES.values() for fact in written["meta"]["shows"]}
    assert shown == FACTS
    tables = {(len(written["seats"]), written["options"]["layout"]) for written in GAMES.values()}
    assert tables == {(seats, layout) for seats in GAME.seat_counts for layout in ("white", "purple")}
    for end in ("all tricks played", "paradox of a leader", "paradox of a follower"):
        assert {len(one["seats"]) for one in GAMES.values() if end in one["meta"]["shows"]} == set(
            GAME.seat_counts
        )
    shared = [one["result"]["winners"] for one in GAMES.values() if "shared victory" in one["meta"]["shows"]]
    assert [0, 1] in shared, "everybody wins"
    assert any("fairness" in written for written in GAMES.values())
    assert {"seed" in written for written in GAMES.values()} == {True, False}
