"""The SQL of replays that people look at together."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Integer, bindparam, delete, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.archive.shared_replays.errors import NoSuchReview
from app.core.codes import new_code
from app.infra.database.models import ImportRow, PlayerRow, SharedReplayMessageRow, SharedReplayRow, TableRow
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Cursor, Statement

REVIEWS: Any = SharedReplayRow.__table__
LINES: Any = SharedReplayMessageRow.__table__
PLAYERS: Any = PlayerRow.__table__
TABLES: Any = TableRow.__table__
IMPORTS: Any = ImportRow.__table__
LAST = 50  # lines
OF_ONE_LEADER = 20  # reviews

_code = REVIEWS.c.code == bindparam("review")
_me: Any = bindparam("me", type_=REVIEWS.c.leader_id.type)
_there: dict[str, Any] = {name: bindparam(name) for name in ("code", "replay", "ply", "leader_id")}
ADD = Statement(
    insert_or_not(REVIEWS)
    .values(moved_at=func.now(), **_there)
    .on_conflict_do_nothing()
    .returning(REVIEWS.c.id)
)
_mine = (
    select(REVIEWS.c.id)
    .where(REVIEWS.c.leader_id == bindparam("leader"))
    .order_by(REVIEWS.c.moved_at.desc(), REVIEWS.c.id.desc())
    .offset(bindparam("kept", type_=Integer))
)
DROP_OLDEST = Statement(delete(REVIEWS).where(REVIEWS.c.id.in_(_mine)))
REVIEW = Statement(
    select(
        *(REVIEWS.c[name] for name in ("id", "replay", "ply", "leader_id")),
        PLAYERS.c.name.label("leader"),
        func.coalesce(TABLES.c.deal, IMPORTS.c.deal).label("deal"),
    )
    .outerjoin(PLAYERS, PLAYERS.c.id == REVIEWS.c.leader_id)
    .outerjoin(TABLES, TABLES.c.code == REVIEWS.c.replay)
    .outerjoin(IMPORTS, IMPORTS.c.code == REVIEWS.c.replay)
    .where(_code)
)
SHOW = Statement(
    update(REVIEWS)
    .where(_code, REVIEWS.c.leader_id == _me)
    .values(ply=bindparam("to"), moved_at=func.now())
    .returning(REVIEWS.c.id)
)
LEAD = Statement(
    update(REVIEWS)
    .where(_code, or_(REVIEWS.c.leader_id.is_(None), REVIEWS.c.leader_id == bindparam("before")))
    .values(leader_id=_me, moved_at=func.now())
    .returning(REVIEWS.c.id)
)
PEOPLE = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .where(PLAYERS.c.id.in_(bindparam("people", expanding=True)))
    .order_by(PLAYERS.c.name, PLAYERS.c.id)
)
_words = ("review_id", "player_id", "said_id", "name", "text", "phrase")
SAY = Statement(
    insert_or_not(LINES)
    .values(at=func.now(), **{name: bindparam(name) for name in _words})
    .on_conflict_do_nothing()
    .returning(LINES.c.id)
)
LAST_LINES = Statement(
    select(
        *(LINES.c[name] for name in ("id", "player_id", "said_id", "name", "text", "phrase", "at")),
        PLAYERS.c.handle,
        PLAYERS.c.look.is_not(None).label("account"),
    )
    .outerjoin(PLAYERS, PLAYERS.c.id == LINES.c.player_id)
    .join(REVIEWS, REVIEWS.c.id == LINES.c.review_id)
    .where(_code)
    .order_by(LINES.c.id.desc())
    .limit(LAST)
)
SAID_BY = PagedQuery(
    select(REVIEWS.c.code, LINES.c.text, LINES.c.phrase, LINES.c.at)
    .join(REVIEWS, REVIEWS.c.id == LINES.c.review_id)
    .where(LINES.c.player_id == bindparam("player")),
    LINES.c.id,
)
FORGET = (
    Statement(delete(LINES).where(LINES.c.player_id == bindparam("player"))),
    Statement(update(REVIEWS).where(REVIEWS.c.leader_id == bindparam("player")).values(leader_id=null())),
)


async def add(cursor: Cursor, replay: str, ply: int, leader: UUID) -> str:
    """A new review; its code. Of this person's others those that were moved longest ago may go."""
    await cursor.run(DROP_OLDEST, leader=leader, kept=OF_ONE_LEADER - 1)
    while True:
        code = new_code()
        if await cursor.run(ADD, code=code, replay=replay, ply=ply, leader_id=leader):
            return code


async def review(cursor: Cursor, code: str) -> Any:
    """Id, replay with its deal, ply, leader_id and that person's name as leader. Raises NoSuchReview."""
    sound = code.isascii() and code.isalnum()  # Postgres would choke on some others
    row = await cursor.one(REVIEW, review=code) if sound else None
    if row is None:
        raise NoSuchReview
    return row


async def show(cursor: Cursor, code: str, player: UUID, ply: int) -> bool:
    """Whether it is shown: only who leads can."""
    return bool(await cursor.run(SHOW, review=code, me=player, to=ply))


async def lead(cursor: Cursor, code: str, player: UUID, before: UUID) -> bool:
    """Whether this person leads now: after nobody, or `before`."""
    return bool(await cursor.run(LEAD, review=code, me=player, before=before))


async def names(cursor: Cursor, people: Sequence[UUID]) -> list[Any]:
    """Id and name of these."""
    return await cursor.run(PEOPLE, people=people) if people else []


async def say(cursor: Cursor, **line: Any) -> None:
    """Once for each id of a person."""
    await cursor.run(SAY, **line)


async def last_lines(cursor: Cursor, code: str) -> list[Any]:
    """In the order in which they were said."""
    return (await cursor.run(LAST_LINES, review=code))[::-1]


async def forget(cursor: Cursor, player: UUID) -> None:
    """What this person said; nor do they lead any more."""
    for statement in FORGET:
        await cursor.run(statement, player=player)
