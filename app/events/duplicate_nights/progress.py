"""What follows when a table has finished a deal: the next deal there, results, the end of the night.

All of it happens in one transaction that holds the night's lock, so that it happens once, in any process.
"""

from contextlib import suppress

from app.events.duplicate_nights import repository, table_repository
from app.events.duplicate_nights.repository import Night
from app.events.duplicate_nights.scoring import TableScores
from app.events.duplicate_nights.table_repository import StoredTable, TableKey
from app.infra.database.query import Cursor
from app.tables.deal_guard.withheld_deals import release
from app.tables.errors import DamagedGame, TableNotFound
from app.tables.lobby.repository import lock_table, store_settings


async def finish_table(cursor: Cursor, night: Night, key: TableKey, result: TableScores) -> list[str]:
    """Stores a table's result, once. The night has to be locked.

    Returns the codes of the tables that may be seen now, if this was the deal's last one.
    """
    if not await table_repository.finish(cursor, key, result.scores, sorted(result.caretaker_seats)):
        return []
    if key.deal < night.deals:
        await table_repository.add_table(cursor, night.id, key.deal + 1, key.group)
    tables = await table_repository.tables_of(cursor, night.id)
    if not _is_played(tables, key.deal):
        return []
    if key.deal == night.deals:
        await repository.end(cursor, night.id, "finished")
    return await _reveal(
        cursor, night, key.deal, [one.code for one in tables if one.deal == key.deal and one.code]
    )


def _is_played(tables: list[StoredTable], deal: int) -> bool:
    """Returns whether every group has finished the deal."""
    groups = {one.group for one in tables}
    return {one.group for one in tables if one.deal == deal and one.done_at} == groups


async def _reveal(cursor: Cursor, night: Night, number: int, codes: list[str]) -> list[str]:
    """Opens the deal's games to everybody who has their links."""
    deal = (await table_repository.deals_of(cursor, night.id))[number - 1]
    await table_repository.reveal(cursor, night.id, number)
    if deal.digest is not None:
        await release(cursor, deal.digest)
    for code in sorted(codes):
        with suppress(TableNotFound, DamagedGame):
            table = await lock_table(cursor, code)  # its host may change settings at the same time
            await store_settings(cursor, table, table.settings.model_copy(update={"watching": "public"}))
    return codes
