"""Branches of games and imported records."""

import json

import httpx

from engine.record import read_record, replay
from engine.types import Json
from tests.app.people import Person
from tests.engine.walks import walk

RECORD = walk(3, "purple", 7).record()


async def branch(person: Person, code: str, ply: int | None, seat: int = 0, bots: str = "sensible") -> Json:
    """Creates a branch at this ply and returns its TableInfo."""
    body = {"ply": ply, "seat": seat, "bots": bots}
    table: Json = await person.request("POST", f"/replays/{code}/branches", body)
    return table


def dealt_by(record: Json, ply: int) -> tuple[Json, ...]:
    """Returns the deals of the rounds that were opened by this ply."""
    read = read_record(record)
    return next(read.game.deals(at.state) for at in replay(read) if at.ply == ply)


async def import_record(person: Person, record: object) -> httpx.Response:
    """Imports a record, or a text in place of one, and returns the response."""
    text = record if isinstance(record, str | bytes) else json.dumps(record)
    return await person.http.post("/api/imports", content=text)


def without_last_move(record: Json) -> Json:
    """Returns an unfinished record that begins like this one: not the one of a table."""
    return {key: part for key, part in record.items() if key != "result"} | {"moves": record["moves"][:-1]}


async def list_imports(person: Person) -> Json:
    answer: Json = await person.request("GET", "/imports")
    return answer


def with_explicit_deals(**more: object) -> Json:
    """Returns RECORD with its deals in place of the seed, and with these fields."""
    record = read_record(RECORD)
    *_, end = replay(record)
    draws = {"first_seat": record.game.first_seat(end.state), "deals": record.game.deals(end.state)}
    return {key: part for key, part in RECORD.items() if key != "seed"} | draws | more
