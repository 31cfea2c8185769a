"""A packed game gives back its moves; formats in use never change."""

import json
import zlib
from datetime import UTC, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tables.errors import DamagedGame
from app.tables.game import packed_moves
from app.tables.game.packed_moves import (
    EPOCH,
    FIRST_CHECKED_FORMAT,
    FORMAT,
    MAX_JSON_BYTES,
    MICROSECOND,
    pack,
    unpack,
)
from app.tables.game.recorded_move import RecordedMove
from tests.engine.examples import examples

RECORDED = sorted((Path(__file__).parents[1] / "engine").glob("**/recorded/*.json"))
DICTIONARIES = {
    1: "dd4331ffb953c1289e1ec5f45ff5621ce7840a34325cc771ca3f89c8b5274e21",
    2: "7866e1c40e9a6d30b959bb772a8b63984ce2d1a55c77ea35be5bdb471bdabc66",
}
PACKED = [  # format, microseconds from the first to the second move, content
    (
        *(1, 1_000_001),
        "439ed3475b05889a14a8511f4356a79b4269d86a4924372b1901ad062d7752282d50305442f38211c20f866893"
        "bb082f19e8189a0291a1416c2d0000004142bf9e",
    ),
    (
        *(2, 1_000_001),
        "434e1c685722a1060215ce12044a99426e6941be404ac908681de8b21885d20205432534ef1861f38f9139c243"
        "687715d402007a120de69ebf",
    ),
    (
        *(3, 1_001_000),
        "434e1c685722a1060215ce12044a99426e6941be404ac908681de8b21885d20205432534ef1861f38fa139c243c8"
        "1715d4020007d382b7a58ec750",
    ),
    (
        *(3, 1_000_001),  # stored before moves had milliseconds
        "434e1c685722a1060215ce12044a99426e6941be404ac908681de8b21885d20205432534ef1861f38f9139c24368"
        "7715e82895e66582c46b017a120de69ebf4676877c",
    ),
]
VALUES = st.one_of(st.booleans(), st.integers(), st.text(max_size=3), st.lists(st.integers(0, 9), max_size=3))
MOVES = st.dictionaries(st.sampled_from(["card", "color", "cards"]), VALUES).flatmap(
    lambda fields: st.sampled_from(["play", "bid"]).map(lambda kind: {"kind": kind, **fields})
)
TIMES = st.datetimes(min_value=EPOCH.replace(tzinfo=None), timezones=st.just(UTC))  # in any order
IDS = st.sampled_from(["time up 4", "caretaker 12", "abandon", "3f0a"])
ROWS = st.lists(
    st.tuples(st.none() | st.integers(0, 11), MOVES, IDS, TIMES, st.booleans()), max_size=200
).map(lambda rows: [RecordedMove(seq, *row) for seq, row in enumerate(rows, start=1)])


def expected(moves: list[RecordedMove]) -> list[RecordedMove]:
    """Clients' ids are not kept."""
    return [move if " " in move.move_id else move._replace(move_id=f"packed {move.seq}") for move in moves]


@examples(200)
@given(ROWS)
def test_any_moves_are_restored(moves: list[RecordedMove]) -> None:
    assert unpack(pack(moves), FORMAT) == expected(moves)


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_game_is_small(file: Path) -> None:
    written = json.loads(file.read_text())["moves"]
    moves = [
        RecordedMove(seq, seat, move, f"{seq}", EPOCH + seq * timedelta(seconds=5.678), caretaker=False)
        for seq, (seat, move) in enumerate(written, start=1)
    ]
    content = pack(moves)
    assert unpack(content, FORMAT) == expected(moves)
    assert len(content) < 950


def test_dictionaries_are_never_changed() -> None:
    files = Path(packed_moves.__file__).parent.glob("packed_moves_*.txt")
    digests = {int(file.stem.split("_")[-1]): sha256(file.read_bytes()).hexdigest() for file in files}
    assert digests == DICTIONARIES


@pytest.mark.parametrize(("form", "gap", "content"), PACKED)
def test_formats_in_use_can_be_read(form: int, gap: int, content: str) -> None:
    """Games that were packed by the first versions that could."""
    moves = unpack(bytes.fromhex(content), form)
    assert [(move.seat, move.move) for move in moves] == [
        (0, {"kind": "bid", "tricks": 2}),
        (1, {"kind": "declare", "card": 5, "color": "red"}),
        (None, {"kind": "abandon"}),
    ]
    times = [(move.made_at - EPOCH) // MICROSECOND for move in moves]
    assert times == [10**15, 10**15 + gap, 10**15 + 100 * 10**6]
    assert [move.move_id for move in moves] == ["packed 1", "time up 1", "packed 3"]
    assert [move.caretaker for move in moves] == [False, True, False]


def damaged(content: bytes) -> list[bytes]:
    """Returns the content cut after each byte, and with each byte changed."""
    cut = [content[:size] for size in range(len(content))]
    changed = [
        content[:at] + bytes([byte ^ 1 << at % 8]) + content[at + 1 :] for at, byte in enumerate(content)
    ]
    return [*cut, *changed]


@pytest.mark.parametrize(("form", "gap", "content"), PACKED)
def test_damage_is_one_clear_error(form: int, gap: int, content: str) -> None:
    """Formats before the third have no checksum: a damaged number or text may be another one."""
    found = 0
    for one in (cases := damaged(bytes.fromhex(content))):
        try:
            unpack(one, form)
        except DamagedGame:
            found += 1
    assert found == len(cases) if form >= FIRST_CHECKED_FORMAT else found > len(cases) / 2


def test_unknown_format_and_too_much_text_are_damage() -> None:
    """As of a later version, or of a value that decompresses to gigabytes."""
    content = bytes.fromhex(PACKED[2][-1])
    with pytest.raises(DamagedGame):
        unpack(content, FORMAT + 1)
    bomb = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    with pytest.raises(DamagedGame):
        unpack(bomb.compress(b" " * 2 * MAX_JSON_BYTES) + bomb.flush(), 2)


def test_times_in_milliseconds_take_less() -> None:
    """Servers of before stored microseconds, which are kept."""
    rng = Random(1)
    moves = [
        RecordedMove(seq, 0, {"kind": "play"}, "", EPOCH + seq * timedelta(seconds=9), caretaker=False)
        for seq in range(1, 101)
    ]
    sizes = []
    for unit in (1, 1000):
        timed = [
            move._replace(made_at=move.made_at + rng.randrange(7_000_000) // unit * unit * MICROSECOND)
            for move in moves
        ]
        assert unpack(pack(timed), FORMAT) == expected(timed)
        sizes.append(len(pack(timed)))
    assert sizes[0] - sizes[1] > 100
