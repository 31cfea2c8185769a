"""Validation of uploaded records: parse within bounds, replay to the end, keep what a game needs."""

import json
import re
from hashlib import sha256
from typing import NamedTuple

from pydantic_core import from_json

from app.archive.game_import.errors import BadMove, BadRecord, NewerFormat
from app.archive.game_import.limits import check_bounds
from app.core.errors import TooBig
from app.core.time_slices import in_slices
from app.tables.card_packs.content import PackContent
from app.tables.card_packs.record_texts import read_texts, text_size
from app.tables.deal_guard.digest import record_deal_digest
from engine.errors import RecordError, RefusedMove
from engine.record import ABANDONED, FORMAT, Record, ReplayPosition, read_record, replay, result_of
from engine.types import Json

MAX_UPLOAD_BYTES = 256 * 1024  # the longest games have about 30 KB
MAX_STORED_BYTES = 64 * 1024
STORED_FIELDS = ("format", "game", "options", "seats", "first_seat", "seed", "deals", "moves", "fairness")
FORMAT_PATTERN = re.compile(r"boxcats-record/[0-9]{1,9}")


class ValidatedRecord(NamedTuple):
    """A record that replays to its end without errors."""

    record: Json  # includes the result, if there is one
    moves: int  # of seats
    size: int  # bytes, as JSON, with the texts of its packs
    digest: str  # of the canonical JSON
    deal: bytes  # app.tables.deal_guard.digest
    places: list[list[int]]  # (score, place) by seat; empty without a result
    packs: list[PackContent]  # players' packs whose texts it brings

    def columns(self) -> Json:
        """Returns what is stored of the import itself."""
        return {name: value for name, value in self._asdict().items() if name != "packs"}


async def validate_record(text: bytes) -> ValidatedRecord:
    """Validates an uploaded record. Raises TooBig, NewerFormat, BadRecord, BadMove."""
    whole = parse_record(text)
    parsed = _checked_fields(whole)
    check_bounds(parsed)
    try:
        record = read_record(parsed)
        end = await replay_to_end(record)
    except RecordError as error:
        raise BadRecord from error
    result = result_of(record.game, end)
    stored = {key: part for key, part in parsed.items() if key in STORED_FIELDS} | {"options": record.options}
    stored |= {} if result is None else {"result": result}
    as_json = json.dumps(stored, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    if len(as_json) > MAX_STORED_BYTES:
        raise TooBig
    moves = len(record.moves) - end.abandoned
    digest = sha256(as_json).hexdigest()
    packs = read_texts(stored, whole.get("meta"))
    size, deal = len(as_json) + text_size(packs), record_deal_digest(record)
    return ValidatedRecord(stored, moves, size, digest, deal, seat_places(record, end), packs)


def parse_record(text: bytes) -> Json:
    """Parses a JSON object and checks its format version only. Raises TooBig, NewerFormat, BadRecord."""
    if len(text) > MAX_UPLOAD_BYTES:
        raise TooBig
    try:
        parsed = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise BadRecord from error
    if not isinstance(parsed, dict):
        raise BadRecord
    named = parsed.get("format")
    if isinstance(named, str) and named != FORMAT and FORMAT_PATTERN.fullmatch(named):
        raise NewerFormat
    return parsed


def _checked_fields(parsed: Json) -> Json:
    """Returns the record without fields that are neither checked nor stored."""
    dropped = {"meta", "fairness"} if "deals" in parsed else {"meta"}
    return {key: part for key, part in parsed.items() if key not in dropped}


def seat_places(record: Record, end: ReplayPosition) -> list[list[int]]:
    """Returns (score, place) by seat; empty for a game without a result."""
    if result_of(record.game, end) in (None, ABANDONED):
        return []
    return [[result.score, result.place] for result in record.game.seat_results(end.state)]


async def replay_to_end(record: Record) -> ReplayPosition:
    """Replays in slices, yielding to the event loop, to the last position. Raises BadMove, RecordError."""
    ply = 0
    try:
        async for position in in_slices(replay(record)):
            ply = position.ply
    except RefusedMove as error:
        raise BadMove(ply, error.code) from error
    return position
