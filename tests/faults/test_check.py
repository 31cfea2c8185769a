"""The check at the end of every load scenario detects damaged evidence."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.faults.cluster import House
from tests.faults.load_scenario import evening
from tests.faults.record_check import Evidence, check


def another_hand(game: Evidence) -> None:
    ours, theirs = game.notes[0].views, game.notes[1].views
    version = min(ours.keys() & theirs.keys())
    ours[version] = {**ours[version], "hand": theirs[version]["hand"]}


def a_view_of_another_version(game: Evidence) -> None:
    views = game.notes[2].views
    former, latter, *_ = views
    views[latter] = views[former]


def an_event_that_never_was(game: Evidence) -> None:
    game.notes[0].log[7] = game.notes[0].log[7] * 2


def an_event_that_was_not_received(game: Evidence) -> None:
    del game.notes[3].log[9]


def a_move_that_was_never_acknowledged(game: Evidence) -> None:
    next(iter(game.notes[1].sent.values())).version = 0


def a_move_acknowledged_as_another_version(game: Evidence) -> None:
    next(iter(game.notes[3].sent.values())).version += 1


def a_move_that_was_lost(game: Evidence) -> None:
    del game.rows[-1], game.record["moves"][-1]


def a_move_that_is_there_twice(game: Evidence) -> None:
    game.rows.append(game.rows[-1])


DAMAGES = [
    another_hand,
    a_view_of_another_version,
    an_event_that_never_was,
    an_event_that_was_not_received,
    a_move_that_was_never_acknowledged,
    a_move_acknowledged_as_another_version,
    a_move_that_was_lost,
    a_move_that_is_there_twice,
]


@pytest.fixture(scope="module")
async def game(house: House) -> Evidence:
    """The evidence of a game without faults."""
    async with evening(house, tables=1) as played:
        pass
    return played.evidence[0]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
async def test_check_detects_damage(game: Evidence, damage: Callable[[Evidence], None]) -> None:
    damaged = deepcopy(game)
    damage(damaged)
    with pytest.raises(AssertionError):
        check(damaged)
