"""Finds the running public games that may be watched, in a fair order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import String, cast, func, select

from app.infra.database.models.table import WATCHABLE
from app.infra.database.query import Cursor, Query
from app.infra.database.schema import SEATS, TABLES
from app.tables.lobby.contacts import Contacts
from app.tables.lobby.ranking import interleave

MAX_GAMES = 500  # read from the database
MAX_GAMES_PER_HOST = 3

_address = func.coalesce(TABLES.c.address_key, cast(TABLES.c.host_id, String))
_of_its_host = func.row_number().over(partition_by=TABLES.c.host_id, order_by=TABLES.c.id.desc())
_public = (
    select(TABLES.c.id, TABLES.c.code, TABLES.c.host_id, _address.label("address"), _of_its_host.label("n"))
    .where(WATCHABLE, TABLES.c.host_id.is_not(None), TABLES.c.terms["watching"].as_string() != "nobody")
    .subquery()
)
_of_its_address = func.row_number().over(
    partition_by=_public.c.address, order_by=(_public.c.n, _public.c.id.desc())
)
_fair = select(_public, _of_its_address.label("turn")).where(_public.c.n <= MAX_GAMES_PER_HOST).subquery()
_some = select(_fair).order_by(_fair.c.turn, _fair.c.id.desc()).limit(MAX_GAMES).subquery()


class PlayerAtRunningGame(NamedTuple):
    """A player of a running game, with the columns of the table repeated."""

    id: int
    code: str
    host_id: UUID
    address: str
    player_id: UUID


RUNNING = Query(
    select(_some.c.id, _some.c.code, _some.c.host_id, _some.c.address, SEATS.c.player_id)
    .join(SEATS, SEATS.c.table_id == _some.c.id)
    .where(SEATS.c.player_id.is_not(None))
    .order_by(_some.c.id.desc()),
    PlayerAtRunningGame,
)


@dataclass(frozen=True, slots=True)
class WatchableGame:
    """A running game that may be listed."""

    id: int
    code: str
    host: UUID
    address: str  # digest of the host's address; else the host's id
    players: frozenset[UUID]

    def is_visible_to(self, contacts: Contacts) -> bool:
        """Returns whether none of the players is blocked, in either direction, in these contacts."""
        return not self.players & contacts.avoided


async def read_running(cursor: Cursor) -> list[WatchableGame]:
    """Reads at most MAX_GAMES games, distributed evenly over hosts' addresses; newest first."""
    rows = await cursor.fetch_all(RUNNING)
    return [_watchable_game(list(seats)) for _, seats in groupby(rows, key=attrgetter("id"))]


def rank_games(games: Sequence[WatchableGame], here: Mapping[str, frozenset[UUID]]) -> list[WatchableGame]:
    """Orders the games whose players are connected: games with several of them first, then those with one.

    Within each kind, hosts and addresses take turns, the newest first. Unknown presence counts as connected.
    """
    present = {game.id: len(game.players & here.get(game.code, game.players)) for game in games}
    newest = sorted(games, key=lambda one: -one.id)
    several = [game for game in newest if present[game.id] > 1]
    alone = [game for game in newest if present[game.id] == 1]
    return [game for some in (several, alone) for _, game in interleave(some)]


def _watchable_game(seats: Sequence[PlayerAtRunningGame]) -> WatchableGame:
    row = seats[0]
    players = frozenset(seat.player_id for seat in seats)
    return WatchableGame(row.id, row.code, row.host_id, row.address, players)
