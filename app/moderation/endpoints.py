"""`/api/admin`: for administrators who have recently confirmed their password.

Everyone else gets `not_admin` for every request.
"""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Request

from app.core.errors import (
    ForbiddenOrigin,
    Malformed,
    NotFound,
    TooBig,
)
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.moderation.errors import CannotBanYourself, NotAdmin
from app.moderation.schemas import BanRequest, Number, Overview, PackCards, Reason
from app.moderation.services import ModerationServicesDep
from app.players.accounts.errors import NoAccount, PasswordNeeded
from app.players.bans.errors import BadNetwork
from app.players.services import IdentityDep, PlayerServicesDep
from app.tables.card_packs.errors import PackNotFound
from app.tables.errors import DamagedGame, GameOver, NotFinished, TableNotFound
from engine.types import Json

router = APIRouter(prefix="/api/admin")
PackName = Annotated[str, Path(pattern="^[0-9a-z-]{1,40}$")]
ADMIN_READ_ERRORS = (*READ_ERRORS, NotAdmin, PasswordNeeded)
ADMIN_WRITE_ERRORS = (*ADMIN_READ_ERRORS, Malformed, ForbiddenOrigin, TooBig)


async def _administrator(
    identity: IdentityDep, players: PlayerServicesDep, moderation: ModerationServicesDep
) -> UUID:
    """Raises NoSession, NotAdmin, PasswordNeeded."""
    await moderation.actions.check(identity.player)
    await players.confirmations.require(identity)
    return identity.player


AdminDep = Annotated[UUID, Depends(_administrator)]


@router.get("", responses=error_responses(*ADMIN_READ_ERRORS))
async def get_overview(player: AdminDep, moderation: ModerationServicesDep) -> Overview:
    """Returns reports, bans and the audit log."""
    return await moderation.actions.overview(player)


@router.post(
    "/bans",
    responses=error_responses(*ADMIN_WRITE_ERRORS, NotFound, NoAccount, BadNetwork, CannotBanYourself),
)
async def ban(
    body: BanRequest, request: Request, player: AdminDep, moderation: ModerationServicesDep
) -> Overview:
    """Bans or mutes a player or a network."""
    await moderation.actions.ban(Caller(address_of(request), player), body)
    return await moderation.actions.overview(player)


@router.post("/bans/{number}/lift", responses=error_responses(*ADMIN_WRITE_ERRORS, NotFound))
async def unban(
    number: Number, body: Reason, player: AdminDep, moderation: ModerationServicesDep
) -> Overview:
    """Lifts a ban or mute."""
    await moderation.actions.unban(player, number, body.why)
    return await moderation.actions.overview(player)


@router.post("/reports/{number}/settle", responses=error_responses(*ADMIN_WRITE_ERRORS, NotFound))
async def resolve(
    number: Number, body: Reason, player: AdminDep, moderation: ModerationServicesDep
) -> Overview:
    """Marks a report as resolved."""
    await moderation.actions.resolve(player, number, body.why)
    return await moderation.actions.overview(player)


@router.get(
    "/reports/{number}/problem",
    responses=error_responses(*ADMIN_READ_ERRORS, Malformed, NotFound, NotFinished),
)
async def get_bug_report(number: Number, player: AdminDep, moderation: ModerationServicesDep) -> Json:
    """Returns the attachment of a bug report."""
    return await moderation.actions.bug_report(player, number)


@router.post(
    "/tables/{code}/close",
    responses=error_responses(*ADMIN_WRITE_ERRORS, TableNotFound, DamagedGame, GameOver),
)
async def close(code: Code, body: Reason, player: AdminDep, moderation: ModerationServicesDep) -> Overview:
    """Closes a table and shows the reason to its players."""
    await moderation.actions.close(player, code, body.why)
    return await moderation.actions.overview(player)


@router.get("/packs/{name}", responses=error_responses(*ADMIN_READ_ERRORS, Malformed, PackNotFound))
async def get_pack(name: PackName, player: AdminDep, moderation: ModerationServicesDep) -> PackCards:
    """Returns the cards of a player's pack, hidden or not."""
    return await moderation.actions.pack_cards(player, name)


@router.post("/packs/{name}/hide", responses=error_responses(*ADMIN_WRITE_ERRORS, PackNotFound))
async def hide_pack(
    name: PackName, body: Reason, player: AdminDep, moderation: ModerationServicesDep
) -> Overview:
    """Hides the cards of a player's pack: from its packs, its links and its games."""
    await moderation.actions.hide_pack(player, name, body.why, hidden=True)
    return await moderation.actions.overview(player)


@router.post("/packs/{name}/show", responses=error_responses(*ADMIN_WRITE_ERRORS, PackNotFound))
async def show_pack(
    name: PackName, body: Reason, player: AdminDep, moderation: ModerationServicesDep
) -> Overview:
    """Shows hidden cards again."""
    await moderation.actions.hide_pack(player, name, body.why, hidden=False)
    return await moderation.actions.overview(player)
