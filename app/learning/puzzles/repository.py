"""Queries of puzzles, standings and answers."""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import PUZZLE_ANSWERS, PUZZLE_STANDINGS, PUZZLES
from app.players.ratings.scale import Rating
from engine.puzzle import SEARCH_VERSION
from engine.types import Json

_player = bindparam("player", type_=PUZZLE_STANDINGS.c.player_id.type)
_game = bindparam("game_key", type_=PUZZLES.c.game.type)
_whose = (PUZZLE_STANDINGS.c.player_id == _player, PUZZLE_STANDINGS.c.game == _game)


class StoredPuzzle(NamedTuple):
    """A puzzle with its rating."""

    key: str
    content: Json
    mu: float
    sigma: float
    deal: bytes | None  # of a game on this server


class Standing(NamedTuple):
    """A player's rating and counts in the puzzles of a game, and the puzzle to solve next."""

    mu: float
    sigma: float
    answered: int
    solved: int
    streak: int
    best_streak: int
    puzzle: str | None

    def after(self, rating: Rating, *, solved: bool) -> "Standing":
        """Returns the standing after one more answer."""
        streak = self.streak + 1 if solved else 0
        counts = (self.answered + 1, self.solved + solved, streak, max(streak, self.best_streak))
        return Standing(*rating, *counts, puzzle=None)


# Those that ship are checked before; of others, those that only an older search has found are not offered.
_offered = or_(PUZZLES.c.shipped, PUZZLES.c.search >= SEARCH_VERSION)
_puzzle = select(*(PUZZLES.c[name] for name in StoredPuzzle._fields)).where(_offered)
_answered = exists().where(
    PUZZLE_ANSWERS.c.player_id == bindparam("player"), PUZZLE_ANSWERS.c.puzzle == PUZZLES.c.key
)
_added = (
    insert(PUZZLES)
    .values(**parameters("key", "game", "content", "mu", "sigma", "shipped", "deal", "search"))
    .on_conflict_do_nothing()
)
ADD = Command(_added)
ADD_ONE = ValueQuery[str](_added.returning(PUZZLES.c.key))
PUZZLE = Query(_puzzle.where(PUZZLES.c.key == bindparam("puzzle_key")), StoredPuzzle)
LOCK_PUZZLE = Query(_puzzle.where(PUZZLES.c.key == bindparam("puzzle_key")).with_for_update(), StoredPuzzle)
NEAREST = Query(
    _puzzle.where(
        PUZZLES.c.game == _game, ~_answered, PUZZLES.c.key.not_in(bindparam("without", expanding=True))
    )
    .order_by(func.abs(PUZZLES.c.mu - bindparam("skill", type_=PUZZLES.c.mu.type)), PUZZLES.c.key)
    .limit(1),
    StoredPuzzle,
)
RATE_PUZZLE = Command(
    update(PUZZLES)
    .where(PUZZLES.c.key == bindparam("puzzle_key"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"))
)
ADD_STANDING = Command(
    insert(PUZZLE_STANDINGS)
    .values(answered=0, solved=0, streak=0, best_streak=0, **parameters("player_id", "game", "mu", "sigma"))
    .on_conflict_do_nothing()
)
_COUNTS = ("mu", "sigma", "answered", "solved", "streak", "best_streak", "puzzle")
_standing = select(*(PUZZLE_STANDINGS.c[name] for name in _COUNTS))
LOCK_STANDING = Query(_standing.where(*_whose).with_for_update(), Standing)
SET_STANDING = Command(
    update(PUZZLE_STANDINGS)
    .where(*_whose)
    .values({name: bindparam(f"new_{name}", type_=PUZZLE_STANDINGS.c[name].type) for name in _COUNTS})
)
ANSWER = ValueQuery[Json](
    select(PUZZLE_ANSWERS.c.move).where(
        PUZZLE_ANSWERS.c.player_id == _player, PUZZLE_ANSWERS.c.puzzle == bindparam("puzzle_key")
    )
)
ADD_ANSWER = Command(insert(PUZZLE_ANSWERS).values(**parameters("player_id", "puzzle", "move", "solved")))
ANSWERS_OF = PagedQuery(
    select(
        PUZZLE_ANSWERS.c.puzzle, PUZZLE_ANSWERS.c.move, PUZZLE_ANSWERS.c.solved, PUZZLE_ANSWERS.c.answered_at
    ).where(PUZZLE_ANSWERS.c.player_id == _player),
    PUZZLE_ANSWERS.c.puzzle,
)
STANDINGS_OF = PagedQuery(
    _standing.add_columns(PUZZLE_STANDINGS.c.game).where(PUZZLE_STANDINGS.c.player_id == _player),
    PUZZLE_STANDINGS.c.game,
)
ERASE_ANSWERS = Command(delete(PUZZLE_ANSWERS).where(PUZZLE_ANSWERS.c.player_id == _player))
ERASE_STANDINGS = Command(delete(PUZZLE_STANDINGS).where(PUZZLE_STANDINGS.c.player_id == _player))


class NewPuzzle(NamedTuple):
    """A puzzle to be stored, unless one with this key is there."""

    key: str
    game: str
    content: Json
    mu: float
    sigma: float
    shipped: bool
    deal: bytes | None
    search: int  # version that found it


async def add(cursor: Cursor, puzzles: list[NewPuzzle]) -> None:
    await cursor.execute_many(ADD, [puzzle._asdict() for puzzle in puzzles])


async def add_one(cursor: Cursor, puzzle: NewPuzzle) -> bool:
    """Returns whether the puzzle is new."""
    return await cursor.fetch_one(ADD_ONE, **puzzle._asdict()) is not None


async def find(cursor: Cursor, key: str) -> StoredPuzzle | None:
    """Returns a puzzle, None if it is not offered to players any more."""
    return await cursor.fetch_one(PUZZLE, puzzle_key=key)


async def lock_puzzle(cursor: Cursor, key: str) -> StoredPuzzle | None:
    """Returns the same, locked until the transaction ends."""
    return await cursor.fetch_one(LOCK_PUZZLE, puzzle_key=key)


async def nearest(
    cursor: Cursor, player: UUID, game: str, skill: float, without: Collection[str]
) -> StoredPuzzle | None:
    """Returns the puzzle nearest to a skill that the player has not answered, except some by key."""
    return await cursor.fetch_one(NEAREST, player=player, game_key=game, skill=skill, without=list(without))


async def rate_puzzle(cursor: Cursor, key: str, rating: Rating) -> None:
    await cursor.execute(RATE_PUZZLE, puzzle_key=key, new_mu=rating.mu, new_sigma=rating.sigma)


async def lock_standing(cursor: Cursor, player: UUID, game: str) -> Standing:
    """Returns the player's standing, locked until the transaction ends. Puzzles are locked after it."""
    await cursor.execute(ADD_STANDING, player_id=player, game=game, **Rating()._asdict())
    return await cursor.fetch_row(LOCK_STANDING, player=player, game_key=game)


async def set_standing(cursor: Cursor, player: UUID, game: str, standing: Standing) -> None:
    values: Mapping[str, object] = {f"new_{name}": value for name, value in standing._asdict().items()}
    await cursor.execute(SET_STANDING, player=player, game_key=game, **values)


async def find_answer(cursor: Cursor, player: UUID, key: str) -> Json | None:
    """Returns the move that the player answered the puzzle with."""
    return await cursor.fetch_one(ANSWER, player=player, puzzle_key=key)


async def add_answer(cursor: Cursor, player: UUID, key: str, move: Json, *, solved: bool) -> None:
    await cursor.execute(ADD_ANSWER, player_id=player, puzzle=key, move=move, solved=solved)


async def erase_answers(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(ERASE_ANSWERS, player=player)


async def erase_standings(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(ERASE_STANDINGS, player=player)
