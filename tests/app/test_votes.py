"""Outcomes of votes: of present players about an absent one, and of all players about their table."""

from dataclasses import fields
from typing import Any
from uuid import UUID

import pytest

from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table, TableSeat
from app.tables.time_control.state import NO_TIMING
from app.tables.timekeeping.votes import Vote, allowed_table_choices, decide
from engine.types import Seat


def table_of_four(in_hands: set[int]) -> Table:
    """Returns a table of four players without a clock; the caretaker plays some seats."""
    chairs = tuple(
        TableSeat(UUID(int=seat), "", f"Cat {seat}", "", ready=True, caretaker=seat in in_hands)
        for seat in range(4)
    )
    parts: dict[str, Any] = dict.fromkeys(field.name for field in fields(Table))
    return Table(**parts | {"settings": TableSettings(), "timing": NO_TIMING, "seats": chairs})


@pytest.mark.parametrize(
    ("wishes", "absent", "about", "outcome"),
    [
        ({0: "end", 1: "wait"}, {3}, 3, None),
        ({0: "end", 1: "end"}, {3}, 3, "end"),
        ({0: "end"}, {2, 3}, 3, None),
        ({0: "end", 1: "end"}, {2, 3}, 3, "end"),
        ({0: "end"}, {1, 2, 3}, 3, "end"),
        ({0: "caretaker", 1: "end", 2: "caretaker"}, {3}, 3, "caretaker"),
    ],
)
def test_present_players_decide_about_an_absent_player(
    wishes: dict[int, Any], absent: set[Seat], about: Seat, outcome: str | None
) -> None:
    votes = [Vote(about, Seat(seat), wish) for seat, wish in wishes.items()]
    assert decide(table_of_four(set()), votes, about, absent) == outcome


@pytest.mark.parametrize(
    ("wishes", "in_hands", "outcome"),
    [
        ({0: "pause", 1: "pause", 2: "pause", 3: "pause"}, set(), "pause"),
        ({0: "pause", 1: "pause", 2: "pause"}, set(), None),
        ({0: "pause", 1: "pause", 2: "pause"}, {3}, "pause"),
        ({0: "pause", 1: "to_days", 2: "pause", 3: "pause"}, set(), None),
        ({3: "pause"}, {0, 1, 2, 3}, None),
    ],
)
def test_all_players_decide_about_the_table(
    wishes: dict[int, Any], in_hands: set[int], outcome: str | None
) -> None:
    """Absent ones, too, unless the caretaker plays their seat."""
    votes = [Vote(None, Seat(seat), wish) for seat, wish in wishes.items()]
    table = table_of_four(in_hands)
    assert decide(table, votes, None, {Seat(3)}) == outcome
    assert allowed_table_choices(table) == {"wait", "pause", "to_days"}
