"""The moves of a game as one compressed value.

A packed game is JSON with one text or list per property of the moves, compressed by zlib with a dictionary of
typical games, and two uncompressed bytes for each move: the low bits of its time, which no method compresses.

Ids made by clients are left out: they make repeated requests harmless, and a game that is over accepts none.
Those of the server contain a space and are kept, as they tell why a move was made (app.tables.game.position).
"""

import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from app.tables.game.recorded_move import RecordedMove
from engine.types import Json

FORMAT = 1  # of new packed games, and the number of their dictionary, which is never changed
LEVEL, MEMORY_LEVEL = 9, 9
WITHOUT_HEADER = -zlib.MAX_WBITS
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
LOW_BITS = 16  # of the microseconds since the move before
NO_SEAT, FIRST_DIGIT = "-", ord("0")  # a number is one character, from 0


def pack(moves: Sequence[RecordedMove]) -> bytes:
    """Returns the moves of a game, from its first one, in format FORMAT."""
    times = [(move.made_at - EPOCH) // MICROSECOND for move in moves]
    gaps = [after - before for before, after in pairwise([*times[:1], *times])]
    compressed = zlib.compressobj(
        LEVEL, zlib.DEFLATED, WITHOUT_HEADER, MEMORY_LEVEL, zlib.Z_DEFAULT_STRATEGY, _dictionary(FORMAT)
    )
    low_bits = struct.pack(f"<{len(gaps)}H", *(gap & (1 << LOW_BITS) - 1 for gap in gaps))
    return compressed.compress(write_columns(moves, times, gaps)) + compressed.flush() + low_bits


def unpack(content: bytes, form: int) -> list[RecordedMove]:
    """Returns the moves of a game that was packed in this format."""
    compressed = zlib.decompressobj(WITHOUT_HEADER, _dictionary(form))
    columns = json.loads(compressed.decompress(content))
    low_bits = struct.unpack(f"<{len(columns['seats'])}H", compressed.unused_data)
    gaps = [(high << LOW_BITS) + low for high, low in zip(columns["after"], low_bits, strict=True)]
    times = accumulate(gaps, initial=columns["start"])
    next(times)  # the first move is made at the start, its gap is 0
    caretaker, ids = frozenset(columns["caretaker"]), columns["ids"]
    made = zip(columns["seats"], _moves(columns), times, strict=True)
    return [
        RecordedMove(seq, _seat(seat), move, ids.get(str(seq), f"packed {seq}"), _time(at), seq in caretaker)
        for seq, (seat, move, at) in enumerate(made, start=1)
    ]


def write_columns(moves: Sequence[RecordedMove], times: Sequence[int], gaps: Sequence[int]) -> bytes:
    """Returns the moves as JSON; `times` in microseconds since 1970, `gaps` between them."""
    shapes: dict[tuple[str, ...], int] = {}  # kind of a move and names of its fields
    values: dict[tuple[int, str], list[Any]] = {}
    kinds = []
    for one in moves:
        names = [name for name in one.move if name != "kind"]
        kinds.append(shapes.setdefault((one.move["kind"], *names), len(shapes)))
        for name in names:
            values.setdefault((kinds[-1], name), []).append(one.move[name])
    columns = {
        "seats": "".join(NO_SEAT if one.seat is None else _digits([one.seat]) for one in moves),
        "kinds": _digits(kinds),
        "shapes": list(shapes),
        "values": [_indexed(column) for column in values.values()],
        "ids": {one.seq: one.move_id for one in moves if " " in one.move_id},
        "caretaker": [one.seq for one in moves if one.caretaker],
        "start": times[0] if times else 0,
        "after": [gap >> LOW_BITS for gap in gaps],
    }
    return json.dumps(columns, separators=(",", ":")).encode()


def _indexed(column: Sequence[Any]) -> list[Any]:
    """Returns the distinct values in order, then a digit for each value: digits compress better."""
    written = [json.dumps(value) for value in column]  # a value may be a list
    distinct = {text: number for number, text in enumerate(sorted(set(written)))}
    return [*map(json.loads, distinct), _digits(distinct[text] for text in written)]


def _values(indexed: Sequence[Any]) -> Iterator[Any]:
    *distinct, digits = indexed
    return (distinct[_number(digit)] for digit in digits)


def _moves(columns: Json) -> Iterator[Json]:
    values = map(_values, columns["values"])
    fields = [(kind, [(name, next(values)) for name in names]) for kind, *names in columns["shapes"]]
    for digit in columns["kinds"]:
        kind, columns_of_kind = fields[_number(digit)]
        yield {"kind": kind, **{name: next(column) for name, column in columns_of_kind}}


def _time(microseconds: int) -> datetime:
    return EPOCH + microseconds * MICROSECOND


def _digits(numbers: Iterable[int]) -> str:
    return "".join(chr(FIRST_DIGIT + number) for number in numbers)


def _number(digit: str) -> int:
    return ord(digit) - FIRST_DIGIT


def _seat(digit: str) -> int | None:
    return None if digit == NO_SEAT else _number(digit)


@cache
def _dictionary(form: int) -> bytes:
    return Path(__file__).with_name(f"packed_moves_{form}.txt").read_bytes()
