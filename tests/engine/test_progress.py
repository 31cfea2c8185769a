"""Progress is derived from a spectator's view and agrees with the record's result."""

import json
from pathlib import Path

import pytest

from engine.record import read_record, replay
from engine.types import Json

HERE = Path(__file__).parent
RECORDED = sorted(
    path
    for folder in (HERE / "recorded", HERE / "cat_box_lite" / "recorded")
    for path in folder.glob("*.json")
    if "abandoned" not in path.stem
)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_progress_increases_to_the_end(path: Path) -> None:
    written: Json = json.loads(path.read_text("utf-8"))
    record = read_record(written)
    steps = [record.game.progress(record.game.view(step.state, None)) for step in replay(record)]
    numbers = [one.number for one in steps]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (1, steps[-1].of)
    assert {(one.unit, one.of) for one in steps} == {(steps[0].unit, steps[0].of)}
    if steps[-1].scores is None:
        assert steps[0].unit == "turn", "Cat Box Lite: the owners of points are secret (L3)"
    else:
        assert list(steps[-1].scores) == written["result"]["scores"]
        assert steps[0].scores == (0,) * len(written["seats"])
