"""`/api/people/{handle}`."""

from fastapi import APIRouter

from app.answers import refusals
from app.company.endpoints import Handle
from app.errors import Malformed, NoSession, NoSuchPerson, OneMoment, TooFast
from app.parts import SEARCH, PartsDep, PlayerDep
from app.profiles.schemas import Profile

router = APIRouter(prefix="/api")


@router.get(
    "/people/{handle}",
    dependencies=[SEARCH],
    responses=refusals(NoSession, TooFast, OneMoment, Malformed, NoSuchPerson),
)
async def get_profile(handle: Handle, player: PlayerDep, parts: PartsDep) -> Profile:
    return await parts.profiles.profile(player, handle)
