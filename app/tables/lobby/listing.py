"""Open tables with the details that the lobby shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, select

from app.infra.database.models.table import IN_LOBBY
from app.infra.database.query import Cursor, Query
from app.infra.database.schema import PLAYERS, SEATS, TABLES
from app.players.accounts.names import disambiguate
from app.players.cats import assign_cats
from app.tables.game.settings import TableSettings
from app.tables.lobby.contacts import Contacts
from app.tables.lobby.protocol import OpenSeat, OpenTable
from engine.registry import GAMES
from engine.types import Json


class SeatOfOpenTable(NamedTuple):
    """A seat of a table in the lobby, with the columns of the table repeated."""

    id: int
    code: str
    game: str
    options: Json
    bots: str
    terms: Json
    host_id: UUID | None
    created_at: datetime
    player_id: UUID | None
    name: str | None
    account: bool | None
    cat: str | None


LISTED = Query(
    select(
        *(TABLES.c[name] for name in ("id", "code", "game", "options", "bots", "terms", "host_id")),
        TABLES.c.created_at,
        SEATS.c.player_id,
        PLAYERS.c.name,
        PLAYERS.c.look.is_not(None).label("account"),
        PLAYERS.c.cat,
    )
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .outerjoin(PLAYERS, SEATS.c.player_id == PLAYERS.c.id)
    .where(IN_LOBBY, TABLES.c.id.in_(bindparam("tables", expanding=True)))
    .order_by(TABLES.c.id.desc(), SEATS.c.seat),
    SeatOfOpenTable,
)


@dataclass(frozen=True)
class ListedTable:
    """An open table as listed, and who may find it."""

    table: OpenTable
    public: bool
    host: UUID | None
    players: frozenset[UUID]

    def is_visible_to(self, contacts: Contacts) -> bool:
        """Returns whether the player with these contacts may find the table."""
        return contacts.may_find(self.players, self.host, public=self.public)

    def with_current(self, here: frozenset[UUID] | None, priority: int) -> "ListedTable":
        """Returns a copy with the current priority and number of spectators, given the connected players."""
        spectators = len((here or frozenset()) - self.players)
        if (spectators, priority) == (self.table.looking, self.table.priority):
            return self
        update = {"looking": spectators, "priority": priority}
        return replace(self, table=self.table.model_copy(update=update))

    def as_seen_by(self, contacts: Contacts) -> OpenTable:
        """Returns the table as a player with these contacts sees it, marked if a friend sits there."""
        friend = bool(self.players & contacts.friends)
        return self.table.model_copy(update={"friend": True}) if friend else self.table


async def read_listed(cursor: Cursor, tables: Sequence[int]) -> dict[int, ListedTable]:
    """Returns those of these tables that are still listed, by id."""
    rows = await cursor.fetch_all(LISTED, tables=tables) if tables else []
    return {number: _listed(list(seats)) for number, seats in groupby(rows, key=attrgetter("id"))}


def visible_tables(contacts: Contacts, listing: Sequence[ListedTable]) -> Mapping[str, OpenTable]:
    """Returns by code the tables that a player with these contacts may find."""
    return {one.table.code: one.as_seen_by(contacts) for one in listing if one.is_visible_to(contacts)}


def listed_options(game: str, options: Json) -> Json:
    """Returns the options without the composed ones, which are long."""
    composed = GAMES[game].composed_options if game in GAMES else ()
    return {name: value for name, value in options.items() if name not in composed}


def _listed(seats: Sequence[SeatOfOpenTable]) -> ListedTable:
    row = seats[0]
    settings = TableSettings(**row.terms)
    names = disambiguate([seat.name or "" for seat in seats])
    cats = assign_cats([(seat.player_id, seat.cat or "") for seat in seats])
    table = OpenTable(
        code=row.code,
        game=row.game,
        options=listed_options(row.game, row.options),
        seats=[
            OpenSeat(
                name=name,
                cat=cat,
                host=name != "" and seat.player_id == row.host_id,
                account=bool(seat.account),
            )
            for name, cat, seat in zip(names, cats, seats, strict=True)
        ],
        bots=row.bots,
        clock=settings.clock,
        hold=settings.hold,
        watching=settings.watching,
        caretaker=settings.caretaker,
        memory=settings.memory,
        chat=settings.chat,
        languages=settings.languages,
        opened_at=int(row.created_at.timestamp()),
    )
    players = frozenset(seat.player_id for seat in seats if seat.player_id)
    return ListedTable(table, settings.visibility == "public", row.host_id, players)
