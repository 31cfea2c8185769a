"""Replay documents, compared with the engine's output."""

import json
from typing import Any

from pydantic import TypeAdapter

from app.archive.replays.schemas import Replay
from app.core.json_patch import to_json
from app.tables.sockets.protocol import ServerMessage
from engine.moves import parse_move
from engine.record import read_record
from engine.types import Json, Seat
from tests.app.merge_patch import merge
from tests.app.people import Page, Person, Refusal

MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)


async def get_replay(person: Person, code: str) -> Json:
    """Returns a replay document, validated against its schema. Raises Refusal."""
    answer = await person.http.get(f"/api/replays/{code}")
    if answer.status_code != 200:
        raise Refusal(answer)
    Replay.model_validate_json(answer.content)
    document: Json = answer.json()
    return document


def positions(document: Json) -> list[tuple[Json, Json]]:
    """Returns the public view and the private views by seat, before the first move and after each."""
    view, own = document["start"]["view"], document["start"]["own"]
    found = [(view, own)]
    for step in document["steps"]:
        view = merge(view, step["patch"])
        own = {seat: merge(sight, step["own"].get(seat, {})) for seat, sight in own.items()}
        found.append((view, own))
    return found


def check_replay(document: Json, record: Json) -> None:
    """Compares every position, move and event with the engine's output."""
    read = read_record(record)
    game, eyes = read.game, [Seat(seat) for seat in document["eyes"]]
    step = game.start(read.seats, read.options, read.draws)
    logs = [document["start"]["log"], *(one["log"] for one in document["steps"])]
    for ply, (view, own) in enumerate(positions(document)):
        assert view == to_json(game.view(step.state, None))
        assert own == {str(seat): to_json(game.private_view(step.state, seat)) for seat in eyes}
        assert logs[ply] == [to_json(event) for event in step.events]
        if ply < len(document["steps"]):
            seat, written = record["moves"][ply]
            assert document["steps"][ply]["seat"] == seat
            assert document["steps"][ply].get("move", written) == written
            step = game.apply(step.state, Seat(seat), parse_move(written, game.move_types))


def check_page(page: Page, seat: Seat | None, record: Json) -> None:
    """Compares everything the page received with the engine's output for each version."""
    for text in page.received:
        MESSAGE.validate_json(text, strict=True)  # strict: unknown keys are refused
    read = read_record(record)
    game = read.game
    step = game.start(read.seats, read.options, read.draws)
    moves = iter(read.moves)
    for version in range(page.version + 1):
        if version in page.views:
            assert page.views[version] == to_json(game.view(step.state, seat))
        assert page.log[version] == [to_json(event) for event in step.events]
        if version < page.version:
            mover, move = _move(next(moves), game.move_types)
            step = game.apply(step.state, mover, move)
    assert json.loads(page.received[-1])["type"] in ("update", "table")


def _move(written: Any, kinds: Any) -> Any:
    seat, move = written
    return Seat(seat), parse_move(move, kinds)
