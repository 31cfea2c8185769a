"""Creates the tables of a night: every table of a deal has the same cards."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from app.archive.branches.repository import add as add_branch
from app.events.duplicate_nights import repository, table_repository
from app.events.duplicate_nights.progress import finish_table
from app.events.duplicate_nights.repository import Entrant, Night
from app.events.duplicate_nights.scoring import TableScores, seat_of
from app.events.duplicate_nights.table_repository import StoredDeal, TableKey
from app.infra.database.engine import Clock
from app.infra.database.query import Cursor
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from app.tables.lobby.game_start import start_game
from app.tables.lobby.limits import assign_address
from app.tables.lobby.repository import add_table, columns_of, sit
from engine.branch import BranchStart
from engine.registry import GAMES
from engine.types import Seat


def table_settings(night: Night) -> TableSettings:
    """Returns the settings of a night's tables: nobody else sees them while the deal is withheld.

    Strangers meet at a public night, so what applies to public tables, such as to their chat, applies there.
    """
    visibility = "public" if night.public else "link"
    settings = TableSettings.model_validate(
        {"visibility": visibility, "watching": "nobody", "clock": night.clock}
    )
    return settings.for_game(night.game, GAMES[night.game].options({}, night.seats))


class SeatedGroup(NamedTuple):
    """The result of seating a group that waited for a deal."""

    night: str  # code
    table: Table | None = None  # that was created and started for it
    shown: Sequence[str] = ()  # codes of tables that may be seen now


async def seat_group(cursor: Cursor, key: TableKey, clock: Clock) -> SeatedGroup:
    """Creates and starts a group's table for a deal, unless another process has done so.

    If everybody has left the group, its deal ends without a result, and may be the last one that was awaited.
    """
    night = await repository.lock_by_id(cursor, key.night_id)
    if not await table_repository.is_unseated(cursor, key):
        return SeatedGroup(night.code)
    entrants = [one for one in await repository.entrants(cursor, night.id) if _plays(one, key)]
    if not entrants:
        return SeatedGroup(night.code, shown=await finish_table(cursor, night, key, TableScores(None)))
    deal = (await table_repository.deals_of(cursor, night.id))[key.deal - 1]
    table = await _create(cursor, night, deal, entrants)
    await table_repository.set_table(cursor, key, table.id, clock() + timedelta(minutes=night.minutes))
    return SeatedGroup(night.code, table)


def _plays(entrant: Entrant, key: TableKey) -> bool:
    return entrant.group == key.group and entrant.first_deal <= key.deal


async def _create(cursor: Cursor, night: Night, deal: StoredDeal, entrants: Sequence[Entrant]) -> Table:
    if deal.first_seat is None or deal.cards is None or deal.digest is None:
        raise RuntimeError("a night that has started has its cards")
    table = await add_table(
        cursor,
        night.seats,
        game=night.game,
        options=GAMES[night.game].options({}, night.seats),
        bots=night.bots,
        **columns_of(table_settings(night)),
        host_id=entrants[0].player_id,
    )
    await assign_address(cursor, table.id, night.address_key)  # its bots share the turns of this address
    start = BranchStart(Seat(deal.first_seat), tuple(deal.cards), ())
    await add_branch(cursor, table.id, "", start, deal.digest, duplicate=True, public=False)
    for entrant in entrants:
        seat = seat_of(entrant.place or 0, deal.number, night.seats)
        await sit(cursor, table, seat, entrant.player_id, salt="")
    return await start_game(cursor, await load_table(cursor, table.code))
