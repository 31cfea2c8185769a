"""The check at the end of every load scenario detects damaged evidence."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.faults.cluster import Cluster
from tests.faults.load_scenario import run_load
from tests.faults.record_check import Evidence, check


def view_of_another_seat(game: Evidence) -> None:
    ours, theirs = game.transcripts[0].views, game.transcripts[1].views
    version = min(ours.keys() & theirs.keys())
    ours[version] = {**ours[version], "hand": theirs[version]["hand"]}


def view_of_another_version(game: Evidence) -> None:
    views = game.transcripts[2].views
    former, latter, *_ = views
    views[latter] = views[former]


def duplicated_event(game: Evidence) -> None:
    game.transcripts[0].log[7] = game.transcripts[0].log[7] * 2


def missing_event(game: Evidence) -> None:
    del game.transcripts[3].log[9]


def unacknowledged_move(game: Evidence) -> None:
    next(iter(game.transcripts[1].sent.values())).version = 0


def wrong_acknowledged_version(game: Evidence) -> None:
    next(iter(game.transcripts[3].sent.values())).version += 1


def lost_move(game: Evidence) -> None:
    del game.rows[-1], game.record["moves"][-1]


def duplicated_move(game: Evidence) -> None:
    game.rows.append(game.rows[-1])


DAMAGES = [
    view_of_another_seat,
    view_of_another_version,
    duplicated_event,
    missing_event,
    unacknowledged_move,
    wrong_acknowledged_version,
    lost_move,
    duplicated_move,
]


@pytest.fixture(scope="module")
async def game(cluster: Cluster) -> Evidence:
    """The evidence of a game without faults."""
    async with run_load(cluster, tables=1) as load:
        pass
    return load.evidence[0]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
async def test_check_detects_damage(game: Evidence, damage: Callable[[Evidence], None]) -> None:
    damaged = deepcopy(game)
    damage(damaged)
    with pytest.raises(AssertionError):
        check(damaged)
