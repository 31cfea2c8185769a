"""The services of administrators, and of those who report bugs to them."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from app.infra.services import InfraServices
from app.moderation.bug_reports.service import BugReports, ImportedRecord
from app.moderation.service import Moderation
from app.players.services import PlayerServices
from app.tables.services import TableServices


@dataclass(frozen=True)
class ModerationServices:
    """The services of this group; they live as long as the server does."""

    actions: Moderation
    bug_reports: BugReports


def build_moderation_services(
    infra: InfraServices,
    players: PlayerServices,
    tables: TableServices,
    imported_record: ImportedRecord,
) -> ModerationServices:
    """Builds the services of this group; none of them has to be closed."""
    database, game = infra.database, tables.game
    return ModerationServices(
        actions=Moderation(
            database,
            infra.pubsub,
            game,
            tables.deal_guard,
            players.bans,
            tables.lobby.leave_all,
            infra.settings.admins,
        ),
        bug_reports=BugReports(database, game, infra.storage, tables.deal_guard, imported_record),
    )


async def _moderation_services(connection: HTTPConnection) -> ModerationServices:
    """Async, because FastAPI runs a plain function in another thread."""
    moderation: ModerationServices = connection.state.moderation
    return moderation


ModerationServicesDep = Annotated[ModerationServices, Depends(_moderation_services)]
