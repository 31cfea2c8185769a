"""Builds what a night's page shows. It says nothing about withheld deals.

It is the same for everybody who plays none of the others again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from app.events.duplicate_nights.repository import Entrant, Night
from app.events.duplicate_nights.schemas import (
    MAX_PEOPLE,
    MAX_TABLES,
    DealTable,
    NightDeal,
    NightInfo,
    NightPlayer,
    NightSeat,
    NightSettings,
    NightTable,
    TableState,
)
from app.events.duplicate_nights.scoring import (
    AVERAGE,
    DECIMALS,
    Scoring,
    TableScores,
    compare,
    ranks,
    seat_of,
    total,
)
from app.events.duplicate_nights.table_repository import FormerSeat, StoredDeal, StoredTable
from app.players.accounts.names import disambiguate
from app.players.public_id import public_id
from engine.shuffle import commitment

Key = TypeVar("Key")
Row = TypeVar("Row")


class NightRows(NamedTuple):
    """Everything stored about a night."""

    night: Night
    entrants: Sequence[Entrant]
    deals: Sequence[StoredDeal]
    tables: Sequence[StoredTable]  # by deal and group
    former: Set[FormerSeat] = frozenset()


class ComparedDeal(NamedTuple):
    """A deal that all tables have played; results are by group, None for a table without a result."""

    number: int
    tables: Mapping[int, StoredTable]
    results: Mapping[int, list[float] | None]


def capacity(seats: int, people_per_table: int) -> int:
    """Returns how many people may take part."""
    return min(MAX_PEOPLE, MAX_TABLES * min(seats, people_per_table))


def settings_of(night: Night) -> NightSettings:
    """Returns a night's settings as they are shown."""
    shown: dict[str, Any] = {
        name: value for name, value in night._asdict().items() if name in NightSettings.model_fields
    }
    return NightSettings(
        **{
            **shown,
            "public": bool(night.public),
            "host": night.host or "",
            "host_who": public_id(night.host_id) if night.host_id else "",
            "capacity": capacity(night.seats, night.people_per_table),
        }
    )


def build(rows: NightRows) -> NightInfo:
    """Returns the night as its page shows it."""
    scoring = rows.night.scoring
    tables = _by(attrgetter("deal"), rows.tables)
    compared = [_compare(one.number, tables[one.number], scoring) for one in rows.deals if one.revealed_at]
    names = disambiguate([one.name for one in rows.entrants])
    entrants = [one._replace(name=name) for one, name in zip(rows.entrants, names, strict=True)]
    return NightInfo(
        settings=settings_of(rows.night),
        people=_people(entrants, compared, rows.night.seats, scoring),
        tables=_tables(rows.tables),
        deals=_deals(rows, _by(attrgetter("group"), entrants), compared),
    )


def without_deals(info: NightInfo, numbers: Set[int]) -> NightInfo:
    """Returns the night without the seeds and results of these deals."""
    if not numbers:
        return info
    deals = [
        one.model_copy(update={"seed": "", "tables": []}) if one.number in numbers else one
        for one in info.deals
    ]
    return info.model_copy(update={"deals": deals})


def count_results(info: NightInfo) -> int:
    """Returns how many tables' results the page shows: what it costs grows with them."""
    return sum(len(deal.tables) for deal in info.deals)


def _by(key: Callable[[Row], Key], rows: Iterable[Row]) -> defaultdict[Key, list[Row]]:
    grouped = defaultdict[Key, list[Row]](list)
    for row in rows:
        grouped[key(row)].append(row)
    return grouped


def _compare(number: int, tables: Sequence[StoredTable], scoring: Scoring) -> ComparedDeal:
    scores = [
        TableScores(None if one.scores is None else tuple(one.scores), frozenset(one.substituted or ()))
        for one in tables
    ]
    groups = [one.group for one in tables]
    results = dict(zip(groups, compare(scores, scoring), strict=True))
    return ComparedDeal(number, dict(zip(groups, tables, strict=True)), results)


def _people(
    entrants: Sequence[Entrant], compared: Sequence[ComparedDeal], seats: int, scoring: Scoring
) -> list[NightPlayer]:
    results = [[_result(one, deal, seats, AVERAGE[scoring]) for deal in compared] for one in entrants]
    totals = [total(own, scoring) for own in results]
    listed = [
        NightPlayer(
            who=public_id(entrant.player_id),
            name=entrant.name,
            table=None if entrant.group is None else entrant.group + 1,
            first_deal=entrant.first_deal,
            total=round(points, DECIMALS),
            rank=rank,
            results=[None if one is None else round(one, DECIMALS) for one in own],
        )
        for entrant, own, points, rank in zip(entrants, results, totals, ranks(totals), strict=True)
    ]
    return sorted(listed, key=attrgetter("rank")) if compared else listed


def _result(entrant: Entrant, deal: ComparedDeal, seats: int, average: float) -> float | None:
    """Returns a player's result of a deal; None if it counts as average.

    With moves of the caretaker a better result counts as average, and a worse one as it is.
    """
    if entrant.group is None or entrant.place is None or entrant.first_deal > deal.number:
        return None
    seat, results = seat_of(entrant.place, deal.number, seats), deal.results.get(entrant.group)
    if results is None:
        return None
    had_caretaker = seat in (deal.tables[entrant.group].substituted or ())
    return None if had_caretaker and results[seat] > average else results[seat]


def _tables(tables: Sequence[StoredTable]) -> list[NightTable]:
    newest = {one.group: one for one in tables}
    return [
        NightTable(number=group + 1, deal=one.deal, state=_state(one), code=one.code or "")
        for group, one in sorted(newest.items())
    ]


def _state(table: StoredTable) -> TableState:
    if table.done_at is None:
        return "playing" if table.code else "waiting"
    return "done" if table.scores is not None else "stopped"


def _deals(
    rows: NightRows, groups: Mapping[int, Sequence[Entrant]], compared: Sequence[ComparedDeal]
) -> list[NightDeal]:
    shown = {deal.number: deal for deal in compared}
    return [
        NightDeal(
            number=deal.number,
            commitment=commitment(deal.seed).hex(),
            seed=deal.seed.hex() if deal.revealed_at else "",
            tables=_deal_tables(shown[deal.number], groups, rows) if deal.revealed_at else [],
        )
        for deal in rows.deals
    ]


def _deal_tables(
    deal: ComparedDeal, groups: Mapping[int, Sequence[Entrant]], rows: NightRows
) -> list[DealTable]:
    return [
        DealTable(
            number=group + 1, code=table.code or "", seats=_seats(deal, table, groups.get(group, ()), rows)
        )
        for group, table in deal.tables.items()
    ]


def _seats(
    deal: ComparedDeal, table: StoredTable, group: Sequence[Entrant], rows: NightRows
) -> list[NightSeat]:
    """Returns the seats' results; a seat without a player, or a former one, had a bot."""
    results = deal.results[table.group]
    if results is None or table.scores is None:
        return []
    seated = {
        seat_of(one.place or 0, deal.number, rows.night.seats): one.name
        for one in group
        if one.first_deal <= deal.number
    }
    return [
        NightSeat(
            name=seated.get(seat, ""),
            former=FormerSeat(deal.number, table.group, seat) in rows.former,
            score=score,
            result=round(result, DECIMALS),
        )
        for seat, (score, result) in enumerate(zip(table.scores, results, strict=True))
    ]
