"""A packed game gives back its moves; formats in use never change."""

import json
from datetime import UTC, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tables.game import packed_moves
from app.tables.game.packed_moves import EPOCH, FORMAT, pack, unpack
from app.tables.game.recorded_move import RecordedMove
from tests.engine.examples import examples

RECORDED = sorted((Path(__file__).parents[1] / "engine").glob("**/recorded/*.json"))
DICTIONARIES = {
    1: "dd4331ffb953c1289e1ec5f45ff5621ce7840a34325cc771ca3f89c8b5274e21",
    2: "7866e1c40e9a6d30b959bb772a8b63984ce2d1a55c77ea35be5bdb471bdabc66",
}
PACKED = {
    1: "439ed3475b05889a14a8511f4356a79b4269d86a4924372b1901ad062d7752282d50305442f38211c20f866893"
    "bb082f19e8189a0291a1416c2d0000004142bf9e",
    2: "434e1c685722a1060215ce12044a99426e6941be404ac908681de8b21885d20205432534ef1861f38f9139c243"
    "687715d402007a120de69ebf",
}
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


@pytest.mark.parametrize("form", PACKED)
def test_formats_in_use_can_be_read(form: int) -> None:
    """Games that were packed by the first versions that could."""
    moves = unpack(bytes.fromhex(PACKED[form]), form)
    assert [(move.seat, move.move) for move in moves] == [
        (0, {"kind": "bid", "tricks": 2}),
        (1, {"kind": "declare", "card": 5, "color": "red"}),
        (None, {"kind": "abandon"}),
    ]
    assert [(move.made_at - EPOCH).total_seconds() for move in moves] == [1e9, 1e9 + 1.000001, 1e9 + 100]
    assert [move.move_id for move in moves] == ["packed 1", "time up 1", "packed 3"]
    assert [move.caretaker for move in moves] == [False, True, False]
