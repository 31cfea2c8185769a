"""The document of a night: equal to plain definitions, built in few steps, and once while nothing changes."""

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.events.duplicate_nights import document_cache
from app.events.duplicate_nights.document import NightRows, build
from app.events.duplicate_nights.document_cache import DocumentCache
from app.events.duplicate_nights.repository import Entrant, Night
from app.events.duplicate_nights.schemas import NightInfo
from app.events.duplicate_nights.scoring import AVERAGE, DECIMALS, Scoring, matchpoints, points, ranks
from app.events.duplicate_nights.table_repository import FormerSeat, StoredDeal, StoredTable
from app.players.accounts import names
from app.players.accounts.lookalikes import comparison_keys
from app.players.accounts.names import disambiguate

SEATS = 3
DONE_AT = datetime(2026, 1, 1, tzinfo=UTC)
SCORES = st.lists(st.integers(-3, 3), min_size=SEATS, max_size=SEATS)
FIELDS = st.lists(st.integers(-5, 5), min_size=1, max_size=30)
NAMES = st.sampled_from(["Ada", "ada", "A da", "Ada 2", "ADA2", "Ada 22", "Bo", "Bo 10", "Bo IO", ""])


@st.composite
def nights(draw: st.DrawFn) -> NightRows:
    """Draws a night with tables without results, substitutes, latecomers and a withheld last deal."""
    groups, deals = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    places = [(group, place) for group in range(groups) for place in range(draw(st.integers(0, SEATS)))]
    people = [
        Entrant(UUID(int=number), f"Cat {number}", group, place, draw(st.integers(1, deals)), "")
        for number, (group, place) in enumerate(draw(st.permutations(places)))
    ]
    tables = [
        StoredTable(deal, group, 1, f"t{deal}{group}", DONE_AT, draw(st.none() | SCORES), draw(substituted()))
        for deal in range(1, deals + 1)
        for group in range(groups)
    ]
    stored = [
        StoredDeal(deal, bytes([deal]), 0, [], b"", None if deal == deals else DONE_AT)
        for deal in range(1, deals + 1)
    ]
    return NightRows(_night(draw(st.sampled_from(["matchpoints", "points"])), deals), people, stored, tables)


def substituted() -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, SEATS - 1), max_size=SEATS, unique=True)


def _night(scoring: str, deals: int) -> Night:
    settings = ("cat_in_the_box", SEATS, deals, SEATS, "random", scoring, "quick", 30, True, "playing")
    return Night(1, "code", None, *settings, "", None, 9)  # type: ignore[arg-type]


def compared(score: int, field: list[int], scoring: str) -> float:
    """Compares a score with each other one of the field."""
    if scoring == "points":
        return score - sum(field) / len(field)
    if len(field) == 1:
        return 50.0
    beaten, equal = sum(other < score for other in field), sum(other == score for other in field) - 1
    return 100 * (beaten + equal / 2) / (len(field) - 1)


@given(FIELDS)
def test_scores_are_compared_with_each_other_one(field: list[int]) -> None:
    for scoring, measure in (("matchpoints", matchpoints), ("points", points)):
        assert measure(field) == {score: compared(score, field, scoring) for score in field}


@given(st.lists(st.sampled_from([50, 50.001, 50.01, -1, 0, 12.5]), max_size=12))
def test_rank_counts_better_totals(totals: list[float]) -> None:
    shown = [round(one, DECIMALS) for one in totals]
    assert ranks(totals) == [1 + sum(other > one for other in shown) for one in shown]


@given(st.lists(NAMES, max_size=12))
def test_confusable_names_get_the_lowest_free_number(given_names: list[str]) -> None:
    taken: set[str] = set()
    expected = []
    for name in given_names:
        candidates = [name, *(f"{name} {number}" for number in range(2, 99))]
        free = (one for one in candidates if not one or not comparison_keys(one) & taken)
        expected.append(next(free) if name else "")
        taken |= comparison_keys(expected[-1])
    assert disambiguate(given_names) == expected


@given(nights())
def test_document_is_equal_to_its_definition(rows: NightRows) -> None:
    info = build(rows)
    assert info.tables == build(rows._replace(tables=rows.tables[-len(info.tables) :])).tables
    for deal in info.deals[:-1]:
        for table in deal.tables:
            _check_table(rows, deal.number, table.number - 1, info)
    assert info.deals[-1].tables == []
    totals = [person.total for person in info.people]
    if len(info.deals) > 1:
        assert totals == sorted(totals, reverse=True)
    for person in info.people:
        average = AVERAGE["points" if rows.night.scoring == "points" else "matchpoints"]
        counted = [average if one is None else one for one in person.results] or [average]
        expected = sum(counted) if average == 0 else sum(counted) / len(counted)
        assert person.total == pytest.approx(expected, abs=0.02)


def _check_table(rows: NightRows, deal: int, group: int, info: NightInfo) -> None:
    """Compares one table's seats, and its people's results, with all rows."""
    stored = next(one for one in rows.tables if (one.deal, one.group) == (deal, group))
    seats = next(one for one in info.deals[deal - 1].tables if one.number == group + 1).seats
    fields = [one.scores for one in rows.tables if one.deal == deal and one.scores is not None]
    for number, seat in enumerate(seats):
        assert stored.scores is not None
        assert seat.score == stored.scores[number]
        field = [one[number] for one in fields]
        assert seat.result == round(compared(seat.score, field, rows.night.scoring), DECIMALS)
        sitting = [
            one.name
            for one in rows.entrants
            if (one.group, ((one.place or 0) + deal - 1) % SEATS) == (group, number)
            and one.first_deal <= deal
        ]
        assert [seat.name] == (sitting or [""])


@pytest.mark.parametrize(
    ("scoring", "results", "totals"),
    [("matchpoints", [None, 50, 0], [50, 50, 0]), ("points", [None, 0, -4], [0, 0, -4])],
)
def test_result_with_moves_of_the_caretaker_is_at_most_average(
    scoring: str, results: list[float | None], totals: list[float]
) -> None:
    """Of three tables the best one counts as average, the worst one as it is."""
    people = [Entrant(UUID(int=group), f"Cat {group}", group, 0, 1, "") for group in range(3)]
    tables = [
        StoredTable(1, group, 1, "t", DONE_AT, [score, 0, 0], [0]) for group, score in enumerate((9, 5, 1))
    ]
    deals = [StoredDeal(1, b"", 0, [], b"", DONE_AT)]
    info = build(NightRows(_night(scoring, 1), people, deals, tables))
    shown = {person.name: (person.results, person.total) for person in info.people}
    expected = zip(results, totals, strict=True)
    assert shown == {f"Cat {group}": ([result], total) for group, (result, total) in enumerate(expected)}
    assert [table.seats[0].score for table in info.deals[0].tables] == [9, 5, 1]


class Counted(int):
    """A score that counts its comparisons."""

    comparisons = 0
    __hash__ = int.__hash__

    def __lt__(self, other: int) -> bool:
        Counted.comparisons += 1
        return int(self) < int(other)

    def __eq__(self, other: object) -> bool:
        Counted.comparisons += 1
        return int(self) == other


def test_a_seat_at_many_tables_takes_few_comparisons() -> None:
    Counted.comparisons = 0
    matchpoints([Counted(number * 7 % 100) for number in range(100)])
    assert Counted.comparisons < 3000  # of 10,000 pairs


def test_equal_names_take_few_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    compared_names = []

    def keys(name: str) -> frozenset[str]:
        compared_names.append(name)
        return comparison_keys(name)

    monkeypatch.setattr(names, "comparison_keys", keys)
    assert disambiguate(["Ada"] * 200)[-1] == "Ada 200"
    assert len(compared_names) < 1000  # of 20,000 pairs


class CountedPeople(list[Entrant]):
    """Counts how often all people are read."""

    reads = 0

    def __iter__(self) -> Iterator[Entrant]:
        self.reads += 1
        return super().__iter__()


def test_people_are_not_read_for_each_table() -> None:
    people = CountedPeople(Entrant(UUID(int=one), f"Cat {one}", one, 0, 1, "") for one in range(50))
    tables = [StoredTable(1, group, 1, "t", DONE_AT, [1, 2, 3], []) for group in range(50)]
    deals = [StoredDeal(1, b"", 0, [], b"", DONE_AT)]
    build(NightRows(_night("matchpoints", 1), people, deals, tables))
    assert people.reads < 5


def test_document_is_built_again_only_after_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the night, its people, deals or tables."""
    built: list[NightRows] = []

    def counted(rows: NightRows) -> NightInfo:
        built.append(rows)
        return build(rows)

    monkeypatch.setattr(document_cache, "build", counted)
    scoring: Scoring = "points"
    person = Entrant(UUID(int=1), "Ada", 0, 0, 1, "")
    deal, table = StoredDeal(1, b"", 0, [], b"", DONE_AT), StoredTable(1, 0, 1, "t", DONE_AT, [1, 2, 3], [])
    rows = NightRows(_night(scoring, 1), [person], [deal], [table], frozenset())
    changes = [
        rows._replace(night=rows.night._replace(status="finished")),
        rows._replace(entrants=[person._replace(name="Bo")]),
        rows._replace(deals=[deal._replace(revealed_at=None)]),
        rows._replace(tables=[table._replace(scores=[3, 2, 1])]),
        rows._replace(former=frozenset({FormerSeat(1, 0, 0)})),
    ]
    cache = DocumentCache()
    for number, changed in enumerate([rows, *changes], start=1):
        night, people, deals, stored, former = changed
        copy = NightRows(night, list(people), list(deals), list(stored), frozenset(former))
        assert cache.document(changed) == cache.document(copy) == build(changed)
        assert len(built) == number
