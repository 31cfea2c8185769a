"""How the results of a night are compared: each seat with the same seat of the same deal at other tables.

Pure functions. Bots' and caretakers' results count as ones to be compared with; only people are ranked. Where
a player has no result of their own (the table was stopped, or the player joined later), the deal counts as
average for them. A result to which the caretaker contributed never counts as more than average, so that
neither leaving a seat nor returning to it pays.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

Scoring = Literal["matchpoints", "points"]

DECIMALS = 2  # shown of a total
AVERAGE: Mapping[Scoring, float] = {"matchpoints": 50.0, "points": 0.0}


@dataclass(frozen=True)
class TableScores:
    """One table's result of a deal."""

    scores: tuple[int, ...] | None  # by seat; None: the game had no result
    caretaker_seats: Set[int] = frozenset()  # seats for which the caretaker made at least one move


def compare(tables: Sequence[TableScores], scoring: Scoring) -> list[list[float] | None]:
    """Returns for each table what each seat made, compared with this seat at the other tables.

    None for a table without a result. The tables have the same number of seats.
    """
    played = [table.scores for table in tables if table.scores is not None]
    measure = matchpoints if scoring == "matchpoints" else points
    by_seat = [measure(column) for column in zip(*played, strict=True)]
    return [
        None
        if table.scores is None
        else [results[score] for results, score in zip(by_seat, table.scores, strict=True)]
        for table in tables
    ]


def matchpoints(field: Sequence[int]) -> dict[int, float]:
    """Returns for each score of the field a percentage of the matchpoints that are possible.

    1 for each other table beaten, a half for each equal one. 50 if there is no other table.
    """
    if len(field) == 1:
        return {field[0]: AVERAGE["matchpoints"]}
    results, beaten = {}, 0
    for score, tables in sorted(Counter(field).items()):
        results[score] = 100 * (beaten + (tables - 1) / 2) / (len(field) - 1)
        beaten += tables
    return results


def points(field: Sequence[int]) -> dict[int, float]:
    """Returns for each score of the field by how much it exceeds the field's mean."""
    mean = sum(field) / len(field)
    return {score: score - mean for score in field}


def total(results: Sequence[float | None], scoring: Scoring) -> float:
    """Returns a player's total of some deals: the mean of matchpoints, or the sum of points.

    None stands for a deal without a result of their own. Average without any deal.
    """
    counted = [AVERAGE[scoring] if result is None else result for result in results]
    if not counted:
        return AVERAGE[scoring]
    return sum(counted) / len(counted) if scoring == "matchpoints" else sum(counted)


def ranks(totals: Sequence[float]) -> list[int]:
    """Returns each total's rank from 1; equal ones share a rank. Totals are compared as they are shown."""
    shown = [round(one, DECIMALS) for one in totals]
    best: dict[float, int] = {}
    for rank, one in enumerate(sorted(shown, reverse=True), start=1):
        best.setdefault(one, rank)
    return [best[one] for one in shown]


def seat_of(place: int, deal: int, seats: int) -> int:
    """Returns the seat of a place in a deal (from 1): everybody moves on by one seat after each deal."""
    return (place + deal - 1) % seats
