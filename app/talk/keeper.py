"""What this room keeps about a person."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.statements import Cursor
from app.talk import repository
from engine.types import Json


async def _tell_said(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.said_by(cursor, player)]


async def _tell_reports(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.reported_by(cursor, player)]


SAID = Keeper("said", _tell_said, repository.forget)
REPORTS = Keeper("reports", _tell_reports, repository.forget_words)
