"""Checks what players received against the record of their table."""

from typing import Any, NamedTuple

from pydantic import TypeAdapter

from engine.game import Game
from engine.moves import parse_move
from engine.record import read_record
from engine.types import Json, Seat
from tests.faults.cluster import Rows
from tests.faults.transcript import Transcript


class Evidence(NamedTuple):
    """The record of a finished game, its rows, and what each seat received."""

    record: Json
    rows: Rows  # the same moves from the database
    transcripts: list[Transcript]


def check(evidence: Evidence) -> None:
    """Checks moves and views. Raises AssertionError."""
    check_moves(evidence)
    check_views(evidence)


def check_moves(evidence: Evidence) -> None:
    """Checks that each acknowledged move is stored once, at its version, and no other move is."""
    record, rows, transcripts = evidence
    acknowledged = {
        (one.seat, move_id): sent for one in transcripts for move_id, sent in one.sent.items() if sent.version
    }
    assert {(seat, move_id): seq for seq, seat, move_id in rows} == {
        key: sent.version for key, sent in acknowledged.items()
    }
    assert [seq for seq, _, _ in rows] == list(range(1, len(acknowledged) + 1))
    assert record["moves"] == [
        [seat, acknowledged[seat, move_id].message["move"]] for _, seat, move_id in rows
    ]


def check_views(evidence: Evidence) -> None:
    """Checks that views and events follow from the record, and that all seats received the last."""
    record, _, transcripts = evidence
    read = read_record(record)
    game: Game[Any] = read.game
    view_type, event_type = TypeAdapter[Any](game.view_type), TypeAdapter[Any](game.event_type)
    step = game.start(read.seats, read.options, read.draws)
    for version in range(len(record["moves"]) + 1):
        if version:
            seat, move = record["moves"][version - 1]
            step = game.apply(step.state, Seat(seat), parse_move(move, game.move_types))
        events = [as_json(event_type, event) for event in step.events]
        for one in transcripts:
            assert one.log.get(version) == events
            if version in one.views:
                assert one.views[version] == as_json(view_type, game.view(step.state, Seat(one.seat)))
    assert record["result"] == game.result(step.state) is not None
    assert all(one.version == len(record["moves"]) for one in transcripts)


def as_json(kind: TypeAdapter[Any], value: Any) -> Any:
    """Serializes with pydantic, independently of the server's own code."""
    return kind.dump_python(value, mode="json", exclude_none=True)
