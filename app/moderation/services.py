"""The services of administrators, and of those who report bugs to them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.infra.services import InfraServices
from app.moderation.ban_enforcement import BanEnforcement, LeaveAll
from app.moderation.bug_reports.service import BugReports, ImportedRecord
from app.moderation.service import Moderation
from app.players.services import PlayerServices
from app.tables.services import TableServices


@dataclass(frozen=True)
class ModerationServices:
    """The services of this group; they live as long as the server does."""

    actions: Moderation
    bug_reports: BugReports
    ban_enforcement: BanEnforcement


@asynccontextmanager
async def build_moderation_services(
    infra: InfraServices,
    players: PlayerServices,
    tables: TableServices,
    imported_record: ImportedRecord,
    leave_all: Sequence[LeaveAll],
) -> AsyncIterator[ModerationServices]:
    """Builds the services of this group and closes them; `leave_all` are what banned players leave."""
    database, game, deals, bans = infra.database, tables.game, tables.deal_guard, players.bans
    admins = infra.settings.admins
    async with ServiceStack() as stack:
        enforcement = stack.add(BanEnforcement(database, bans, leave_all))
        yield ModerationServices(
            actions=Moderation(database, infra.pubsub, game, deals, bans, enforcement.sweep, admins),
            bug_reports=BugReports(database, game, infra.storage, deals, imported_record),
            ban_enforcement=enforcement,
        )


ModerationServicesDep = Annotated[ModerationServices, from_lifespan_state("moderation")]
