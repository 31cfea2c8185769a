"""The moves of a game as one compressed value.

A packed game is JSON with one text or list per property of the moves, compressed by zlib with a dictionary of
typical games, then one number (app.tables.game.mixed_radix) of what no method compresses: which of the
values in the JSON each move has, and its time; then a checksum, because a number that was cut is a number.

Ids made by clients are left out: they make repeated requests harmless, and a game that is over accepts none.
Those of the server contain a space and are kept, as they tell why a move was made (app.tables.game.position).
"""

import json
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from app.tables.errors import DamagedGame
from app.tables.game.mixed_radix import Digits, read_digits, write_digits
from app.tables.game.recorded_move import RecordedMove
from engine.types import Json

FORMAT = 3  # of new packed games
DICTIONARIES = {1: 1, 2: 2, 3: 2}  # by format; one is never changed
LEVEL, MEMORY_LEVEL = 9, 9
WITHOUT_HEADER = -zlib.MAX_WBITS
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
UNITS = {1: 1, 2: 1, 3: 1000}  # of times by format, in microseconds, unless the game has its own
CHECKSUM_BYTES, FIRST_CHECKED_FORMAT = 4, 3
MAX_JSON_BYTES = 4_000_000  # of a game; ten thousands of moves have less
LOW_BITS_1 = 16  # of the microseconds since the move before, in format 1
PACKED_PREFIX = "packed "  # of the ids of unpacked moves whose own ids were not kept
NO_SEAT, FIRST_DIGIT = "-", ord("0")  # a number is one character, from 0


def pack(moves: Sequence[RecordedMove]) -> bytes:
    """Returns the moves of a game, from its first one, in format FORMAT."""
    text, digits = write_columns(moves)
    compressed = zlib.compressobj(
        LEVEL, zlib.DEFLATED, WITHOUT_HEADER, MEMORY_LEVEL, zlib.Z_DEFAULT_STRATEGY, _dictionary(FORMAT)
    )
    content = compressed.compress(text) + compressed.flush() + write_digits(digits)
    return content + _checksum(content)


def unpack(content: bytes, form: int) -> list[RecordedMove]:
    """Returns the moves of a game that was packed in this format.

    Raises DamagedGame. In older formats other moves may be returned if the end of the content is missing.
    """
    try:
        return _unpack(content, form)
    except Exception as error:  # damaged bytes can raise anything
        raise DamagedGame(f"{len(content)} bytes in format {form} are no packed moves") from error


def _unpack(content: bytes, form: int) -> list[RecordedMove]:
    compressed = zlib.decompressobj(WITHOUT_HEADER, _dictionary(form))
    columns = json.loads(compressed.decompress(_checked(content, form), MAX_JSON_BYTES))
    read = _read_digits_1 if form == 1 else _read_digits
    values, gaps = read(columns, compressed.unused_data)
    unit = columns.get("unit", UNITS[form])
    times = (time * unit for time in accumulate(gaps, initial=columns["start"]))
    next(times)  # the first move is made at the start, its gap is 0
    caretaker, ids = frozenset(columns["caretaker"]), columns["ids"]
    made = zip(columns["seats"], _moves(columns, values), times, strict=True)
    return [
        RecordedMove(
            seq, _seat(seat), move, ids.get(str(seq), f"{PACKED_PREFIX}{seq}"), _time(at), seq in caretaker
        )
        for seq, (seat, move, at) in enumerate(made, start=1)
    ]


def _checked(content: bytes, form: int) -> bytes:
    """Returns the content without its checksum. Raises ValueError."""
    if form < FIRST_CHECKED_FORMAT:
        return content
    if _checksum(content[:-CHECKSUM_BYTES]) != content[-CHECKSUM_BYTES:]:
        raise ValueError("wrong checksum")
    return content[:-CHECKSUM_BYTES]


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CHECKSUM_BYTES, "big")


def write_columns(moves: Sequence[RecordedMove]) -> tuple[bytes, list[Digits]]:
    """Returns the moves as JSON, and the digits that belong to it.

    They are the indices of values in the order of `shapes`, then the indices of the high parts of the gaps
    between times, then their low bits.
    """
    kinds, shapes, values = _by_shape(moves)
    unit, times = _times(moves)
    gaps = [after - before for before, after in pairwise([*times[:1], *times])]
    bits = _low_bits(gaps)
    indexed = [_indexed(column) for column in values]
    high, high_digits = _indexed([gap >> bits for gap in gaps])
    columns = {
        "seats": "".join(NO_SEAT if one.seat is None else chr(FIRST_DIGIT + one.seat) for one in moves),
        "kinds": "".join(chr(FIRST_DIGIT + kind) for kind in kinds),
        "shapes": shapes,
        "values": [distinct for distinct, _ in indexed],
        "ids": {one.seq: one.move_id for one in moves if " " in one.move_id},
        "caretaker": [one.seq for one in moves if one.caretaker],
        "high": high,
        "bits": bits,
        "start": times[0] if times else 0,
        **({} if unit == UNITS[FORMAT] else {"unit": unit}),
    }
    low_digits = Digits(1 << bits, [gap & (1 << bits) - 1 for gap in gaps])
    digits = [*(digits for _, digits in indexed), high_digits, low_digits]
    return json.dumps(columns, separators=(",", ":")).encode(), digits


def _by_shape(moves: Sequence[RecordedMove]) -> tuple[list[int], list[tuple[str, ...]], list[list[Any]]]:
    """Returns the shape of each move, the shapes (kind and names of fields), and the values of each field."""
    shapes: dict[tuple[str, ...], int] = {}
    values: dict[tuple[int, str], list[Any]] = {}
    kinds = []
    for one in moves:
        names = [name for name in one.move if name != "kind"]
        kinds.append(shapes.setdefault((one.move["kind"], *names), len(shapes)))
        for name in names:
            values.setdefault((kinds[-1], name), []).append(one.move[name])
    return kinds, [*shapes], [*values.values()]


def _times(moves: Sequence[RecordedMove]) -> tuple[int, list[int]]:
    """Returns a unit in microseconds, and the times in it; moves stored by older servers need a finer one."""
    times = [(move.made_at - EPOCH) // MICROSECOND for move in moves]
    unit = 1 if any(time % UNITS[FORMAT] for time in times) else UNITS[FORMAT]
    return unit, [time // unit for time in times]


def _low_bits(gaps: Sequence[int]) -> int:
    """Returns how many low bits of gaps are written as they are; the rest has few distinct values."""
    sizes = sorted(abs(gap).bit_length() for gap in gaps)
    return sizes[len(sizes) * 3 // 4] if sizes else 0


def _indexed(column: Sequence[Any]) -> tuple[list[Any], Digits]:
    """Returns the distinct values in order, and which of them the column has."""
    written = [json.dumps(value) for value in column]  # a value may be a list
    distinct = {text: number for number, text in enumerate(sorted(set(written)))}
    return [*map(json.loads, distinct)], Digits(len(distinct), [distinct[text] for text in written])


def _read_digits(columns: Json, written: bytes) -> tuple[list[list[Any]], list[int]]:
    """Returns the values of each field and the gaps between times."""
    kinds: Counter[str] = Counter(columns["kinds"])
    counts = [
        kinds[chr(FIRST_DIGIT + kind)] for kind, shape in enumerate(columns["shapes"]) for _ in shape[1:]
    ]
    bits, moves = columns["bits"], len(columns["seats"])
    lists = [*columns["values"], columns["high"]]
    sizes = [(len(distinct), count) for distinct, count in zip(lists, [*counts, moves], strict=True)]
    *indices, low = read_digits(written, [*sizes, (1 << bits, moves)])
    *values, high = (
        [distinct[index] for index in column] for distinct, column in zip(lists, indices, strict=True)
    )
    return values, [(one << bits) + rest for one, rest in zip(high, low, strict=True)]


def _read_digits_1(columns: Json, low_bits: bytes) -> tuple[list[list[Any]], list[int]]:
    """Returns the values of each field and the gaps between times of a game in format 1.

    There the JSON has digits as text after the distinct values, and the high parts.
    """
    values = [[distinct[_number(digit)] for digit in digits] for *distinct, digits in columns["values"]]
    low = struct.unpack(f"<{len(columns['seats'])}H", low_bits)
    return values, [(high << LOW_BITS_1) + rest for high, rest in zip(columns["after"], low, strict=True)]


def _moves(columns: Json, values: Iterable[Iterable[Any]]) -> Iterator[Json]:
    """Yields the moves; each takes the next value of its fields."""
    following = map(iter, values)
    fields = [(kind, [(name, next(following)) for name in names]) for kind, *names in columns["shapes"]]
    for digit in columns["kinds"]:
        kind, columns_of_kind = fields[_number(digit)]
        yield {"kind": kind, **{name: next(column) for name, column in columns_of_kind}}


def _time(microseconds: int) -> datetime:
    return EPOCH + microseconds * MICROSECOND


def _number(digit: str) -> int:
    return ord(digit) - FIRST_DIGIT


def _seat(digit: str) -> int | None:
    return None if digit == NO_SEAT else _number(digit)


@cache
def _dictionary(form: int) -> bytes:
    return Path(__file__).with_name(f"packed_moves_{DICTIONARIES[form]}.txt").read_bytes()
