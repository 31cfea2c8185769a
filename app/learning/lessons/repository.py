"""Queries of solved lessons."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, ValueQuery
from app.infra.database.schema import PLAYERS, SOLVED_LESSONS

_player = SOLVED_LESSONS.c.player_id == bindparam("player")
# Only accounts: a guest's lessons are stored by the browser.
_row = select(
    PLAYERS.c.id,
    bindparam("game", type_=SOLVED_LESSONS.c.game.type),
    bindparam("lesson", type_=SOLVED_LESSONS.c.lesson.type),
    func.now(),
).where(PLAYERS.c.id == bindparam("player"), PLAYERS.c.look.is_not(None))
STORE = Command(
    insert(SOLVED_LESSONS)
    .from_select(["player_id", "game", "lesson", "solved_at"], _row)
    .on_conflict_do_nothing()
)


SOLVED = ValueQuery[str](
    select(SOLVED_LESSONS.c.lesson).where(_player, SOLVED_LESSONS.c.game == bindparam("game"))
)
SOLVED_BY = PagedQuery(
    select(SOLVED_LESSONS.c.game, SOLVED_LESSONS.c.lesson, SOLVED_LESSONS.c.solved_at).where(_player),
    SOLVED_LESSONS.c.game,
    SOLVED_LESSONS.c.lesson,
)
ERASE = Command(delete(SOLVED_LESSONS).where(_player))


async def store(cursor: Cursor, player: UUID, solved: Sequence[tuple[str, str]]) -> None:
    """Stores solved lessons, by game and key, if the player has an account."""
    for game, lesson in solved:
        await cursor.execute(STORE, player=player, game=game, lesson=lesson)


async def solved_in(cursor: Cursor, player: UUID, game: str) -> set[str]:
    """Returns the keys of the lessons of a game that the player has solved."""
    return set(await cursor.fetch_all(SOLVED, player=player, game=game))


async def erase(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(ERASE, player=player)
