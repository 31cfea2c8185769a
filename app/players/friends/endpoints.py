"""`/api/friends`, `/api/people`, and following and blocking at `/api/people/{handle}`."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from app.core.errors import Malformed
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.accounts.names import MAX_LENGTH
from app.players.friends.errors import CannotBlock, CannotFollow, PlayerNotFound, TooManyPlayers
from app.players.friends.schemas import Contact, ContactList, Relationship
from app.players.services import SEARCH, PlayerDep, PlayerServicesDep

router = APIRouter(prefix="/api")
Handle = Annotated[str, Path(pattern="^[0-9a-f]{12}$")]
SearchedName = Annotated[str, Query(min_length=1, max_length=MAX_LENGTH)]
PLAYER_ERRORS = (*WRITE_ERRORS, PlayerNotFound)


async def _count(request: Request, player: PlayerDep, infra: InfraServicesDep) -> None:
    infra.limits.contacts.take(Caller(address_of(request), player))


LIMITED = [Depends(_count)]


@router.get("/friends", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS))
async def get_contacts(player: PlayerDep, players: PlayerServicesDep) -> ContactList:
    """Lists the player's contacts."""
    return await players.friends.contacts(player)


@router.get("/people", responses=error_responses(*READ_ERRORS, Malformed))
async def find_players(
    name: SearchedName,
    request: Request,
    player: PlayerDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
) -> list[Contact]:
    """Lists accounts whose name begins with a text; a short text finds the account of exactly this name."""
    infra.limits.player_searches.take(Caller(address_of(request), player))
    return await players.friends.find_by_name(player, name)


@router.put(
    "/people/{handle}/follow",
    dependencies=LIMITED,
    responses=error_responses(*PLAYER_ERRORS, CannotFollow, TooManyPlayers),
)
async def follow(handle: Handle, player: PlayerDep, players: PlayerServicesDep) -> Relationship:
    """Follows a player."""
    return await players.friends.follow(player, handle)


@router.delete("/people/{handle}/follow", dependencies=LIMITED, responses=error_responses(*PLAYER_ERRORS))
async def unfollow(handle: Handle, player: PlayerDep, players: PlayerServicesDep) -> Relationship:
    """Stops following a player."""
    return await players.friends.unfollow(player, handle)


@router.put(
    "/people/{handle}/block",
    dependencies=LIMITED,
    responses=error_responses(*PLAYER_ERRORS, CannotBlock, TooManyPlayers),
)
async def block(handle: Handle, player: PlayerDep, players: PlayerServicesDep) -> Relationship:
    """Blocks a player."""
    return await players.friends.block(player, handle)


@router.delete("/people/{handle}/block", dependencies=LIMITED, responses=error_responses(*PLAYER_ERRORS))
async def unblock(handle: Handle, player: PlayerDep, players: PlayerServicesDep) -> Relationship:
    """Unblocks a player."""
    return await players.friends.unblock(player, handle)
