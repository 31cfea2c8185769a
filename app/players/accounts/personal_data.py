"""Personal data of accounts, sessions and security events; seats are in `app.tables.deal_guard`."""

from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.personal_data import PersonalDataSource, export_all, export_paged, serialize_row
from app.players.accounts import repository, security_events, session_repository
from app.players.accounts.naming import NameReservations
from engine.types import Json


async def _export_sessions(cursor: Cursor, player: UUID) -> list[Json]:
    rows = await session_repository.listed(cursor, player)
    return [
        {name: value for name, value in serialize_row(row._asdict()).items() if name != "id"} for row in rows
    ]


async def _erase_codes(cursor: Cursor, player: UUID) -> None:
    await session_repository.replace_codes(cursor, player, [])


async def erase(cursor: Cursor, player: UUID) -> None:
    """Releases the player's names, and deletes everything else about them but the id."""
    await NameReservations().release(cursor, player)
    await repository.anonymize(cursor, player)


SESSIONS = PersonalDataSource("sessions", export_all(_export_sessions), _erase_codes)
SECURITY_EVENTS = PersonalDataSource(
    "security_events", export_paged(security_events.ALL), security_events.erase
)
