"""`/api/puzzles`."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from app.core.errors import Malformed
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.learning.puzzles.errors import PuzzleAnswered, PuzzleNotFound
from app.learning.puzzles.schemas import NextPuzzle, PuzzleAnswer, PuzzleAttempt
from app.learning.services import LearningServicesDep
from app.players.services import PlayerDep

router = APIRouter(prefix="/api/puzzles")
Game = Annotated[str, Path(pattern="^[a-z-]{1,32}$")]
Key = Annotated[str, Path(pattern="^[!-~]{1,80}$")]


async def _count(request: Request, player: PlayerDep, infra: InfraServicesDep) -> None:
    infra.limits.puzzles.take(Caller(address_of(request), player))


LIMITED = [Depends(_count)]


@router.get(
    "/{game}", dependencies=LIMITED, responses=error_responses(*READ_ERRORS, Malformed, PuzzleNotFound)
)
async def get_puzzle(game: Game, player: PlayerDep, learning: LearningServicesDep) -> NextPuzzle:
    """Returns the puzzle that this player is to solve next."""
    return await learning.puzzles.next(player, game)


@router.post(
    "/{game}/{key}/answer",
    dependencies=LIMITED,
    responses=error_responses(*WRITE_ERRORS, PuzzleNotFound, PuzzleAnswered),
)
async def answer_puzzle(
    game: Game, key: Key, body: PuzzleAttempt, player: PlayerDep, learning: LearningServicesDep
) -> PuzzleAnswer:
    """Judges the only answer of this player to a puzzle; its repetition is not rated."""
    return await learning.puzzles.answer(player, game, key, body.move)
