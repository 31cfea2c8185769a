"""Queries of shared replays and their chat."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Integer, bindparam, delete, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.archive.shared_replays.errors import SharedReplayNotFound
from app.core.codes import may_be_code, new_code
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import IMPORTS, PLAYERS, SHARED_REPLAY_LINES, SHARED_REPLAYS, TABLES
from app.tables.chat.repository import UNRESTRICTED, StoredLine

PAGE_SIZE = 50  # chat lines that a page gets
MAX_PER_LEADER = 20  # shared replays; the oldest are dropped

_code = SHARED_REPLAYS.c.code == bindparam("review")
_me: Any = bindparam("me", type_=SHARED_REPLAYS.c.leader_id.type)
_new: dict[str, Any] = {name: bindparam(name) for name in ("code", "replay", "ply", "leader_id")}
ADD = ValueQuery[int](
    insert_or_not(SHARED_REPLAYS)
    .values(moved_at=func.now(), **_new)
    .on_conflict_do_nothing()
    .returning(SHARED_REPLAYS.c.id)
)
_mine = (
    select(SHARED_REPLAYS.c.id)
    .where(SHARED_REPLAYS.c.leader_id == bindparam("leader"))
    .order_by(SHARED_REPLAYS.c.moved_at.desc(), SHARED_REPLAYS.c.id.desc())
    .offset(bindparam("kept", type_=Integer))
)
DROP_OLDEST = Command(delete(SHARED_REPLAYS).where(SHARED_REPLAYS.c.id.in_(_mine)))


class SharedReplay(NamedTuple):
    """A shared replay, with its leader's name and the digest of the game's deals."""

    id: int
    replay: str  # the code of the game
    ply: int
    leader_id: UUID | None
    leader: str | None
    deal: bytes | None


_deal = func.coalesce(TABLES.c.deal, IMPORTS.c.deal).label("deal")
LOAD = Query(
    select(
        *(SHARED_REPLAYS.c[name] for name in ("id", "replay", "ply", "leader_id")),
        PLAYERS.c.name.label("leader"),
        _deal,
    )
    .outerjoin(PLAYERS, PLAYERS.c.id == SHARED_REPLAYS.c.leader_id)
    .outerjoin(TABLES, TABLES.c.code == SHARED_REPLAYS.c.replay)
    .outerjoin(IMPORTS, IMPORTS.c.code == SHARED_REPLAYS.c.replay)
    .where(_code),
    SharedReplay,
)
SET_PLY = ValueQuery[int](
    update(SHARED_REPLAYS)
    .where(_code, SHARED_REPLAYS.c.leader_id == _me)
    .values(ply=bindparam("to"), moved_at=func.now())
    .returning(SHARED_REPLAYS.c.id)
)
SET_LEADER = ValueQuery[int](
    update(SHARED_REPLAYS)
    .where(
        _code, or_(SHARED_REPLAYS.c.leader_id.is_(None), SHARED_REPLAYS.c.leader_id == bindparam("before"))
    )
    .values(leader_id=_me, moved_at=func.now())
    .returning(SHARED_REPLAYS.c.id)
)


class Participant(NamedTuple):
    """A player who is to watch a replay with others."""

    id: UUID
    name: str


PEOPLE = Query(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .where(PLAYERS.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYERS.c.name, PLAYERS.c.id),
    Participant,
)
_line_columns = ("review_id", "player_id", "said_id", "name", "text", "phrase")
ADD_LINE = Command(
    insert_or_not(SHARED_REPLAY_LINES)
    .values(at=func.now(), **{name: bindparam(name) for name in _line_columns})
    .on_conflict_do_nothing()
)
LAST_LINES = Query(
    select(
        *(
            SHARED_REPLAY_LINES.c[name]
            for name in ("id", "player_id", "said_id", "name", "text", "phrase", "at")
        ),
        PLAYERS.c.handle,
        PLAYERS.c.look.is_not(None).label("account"),
        *UNRESTRICTED,
    )
    .outerjoin(PLAYERS, PLAYERS.c.id == SHARED_REPLAY_LINES.c.player_id)
    .join(SHARED_REPLAYS, SHARED_REPLAYS.c.id == SHARED_REPLAY_LINES.c.review_id)
    .where(_code)
    .order_by(SHARED_REPLAY_LINES.c.id.desc())
    .limit(PAGE_SIZE),
    StoredLine,
)
LINES_BY_PLAYER = PagedQuery(
    select(
        SHARED_REPLAYS.c.code,
        _deal,
        SHARED_REPLAY_LINES.c.text,
        SHARED_REPLAY_LINES.c.phrase,
        SHARED_REPLAY_LINES.c.at,
    )
    .join(SHARED_REPLAYS, SHARED_REPLAYS.c.id == SHARED_REPLAY_LINES.c.review_id)
    .outerjoin(TABLES, TABLES.c.code == SHARED_REPLAYS.c.replay)
    .outerjoin(IMPORTS, IMPORTS.c.code == SHARED_REPLAYS.c.replay)
    .where(SHARED_REPLAY_LINES.c.player_id == bindparam("player")),
    SHARED_REPLAY_LINES.c.id,
)
ERASE = (
    Command(delete(SHARED_REPLAY_LINES).where(SHARED_REPLAY_LINES.c.player_id == bindparam("player"))),
    Command(
        update(SHARED_REPLAYS)
        .where(SHARED_REPLAYS.c.leader_id == bindparam("player"))
        .values(leader_id=null())
    ),
)


async def add(cursor: Cursor, replay: str, ply: int, leader: UUID) -> str:
    """Stores a shared replay and returns its code. Drops the leader's others beyond MAX_PER_LEADER."""
    await cursor.execute(DROP_OLDEST, leader=leader, kept=MAX_PER_LEADER - 1)
    while True:
        code = new_code()
        if await cursor.fetch_all(ADD, code=code, replay=replay, ply=ply, leader_id=leader):
            return code


async def load(cursor: Cursor, code: str) -> SharedReplay:
    """Returns the shared replay. Raises SharedReplayNotFound."""
    if not may_be_code(code):
        raise SharedReplayNotFound
    row = await cursor.fetch_one(LOAD, review=code)
    if row is None:
        raise SharedReplayNotFound
    return row


async def set_ply(cursor: Cursor, code: str, player: UUID, ply: int) -> bool:
    """Moves the shared replay to this position; False if this player does not lead it."""
    return bool(await cursor.fetch_all(SET_PLY, review=code, me=player, to=ply))


async def set_leader(cursor: Cursor, code: str, player: UUID, before: UUID) -> bool:
    """Makes this player the leader; False if another than `before` leads."""
    return bool(await cursor.fetch_all(SET_LEADER, review=code, me=player, before=before))


async def names(cursor: Cursor, players: Sequence[UUID]) -> list[Participant]:
    """Returns ids and names of these players, ordered by name."""
    return await cursor.fetch_all(PEOPLE, players=players) if players else []


async def add_line(cursor: Cursor, **line: Any) -> None:
    """Stores a chat line, unless its author has stored one of the same `said_id`."""
    await cursor.execute(ADD_LINE, **line)


async def last_lines(cursor: Cursor, code: str) -> list[StoredLine]:
    """Returns the newest chat lines, oldest first."""
    return (await cursor.fetch_all(LAST_LINES, review=code))[::-1]


async def erase(cursor: Cursor, player: UUID) -> None:
    """Deletes the player's chat lines, and removes them as leader."""
    for statement in ERASE:
        await cursor.execute(statement, player=player)
