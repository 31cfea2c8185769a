"""`/api/people/{handle}`."""

from fastapi import APIRouter

from app.core.errors import Malformed
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.players.friends.endpoints import Handle
from app.players.friends.errors import PlayerNotFound
from app.players.profiles.schemas import Profile
from app.players.services import SEARCH, PlayerDep, PlayerServicesDep

router = APIRouter(prefix="/api")


@router.get(
    "/people/{handle}",
    dependencies=[SEARCH],
    responses=error_responses(*READ_ERRORS, Malformed, PlayerNotFound),
)
async def get_profile(handle: Handle, player: PlayerDep, players: PlayerServicesDep) -> Profile:
    """Returns the public profile of a player."""
    return await players.profiles.profile(player, handle)
