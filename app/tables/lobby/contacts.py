"""People's contacts, which decide what they find in the lobby: friends and blocked people."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import and_, bindparam, select, union_all

from app.infra.database.models import BlockRow, FollowRow
from app.infra.database.query import Cursor, Statement

FOLLOWS: Any = FollowRow.__table__
BLOCKS: Any = BlockRow.__table__


class Contacts(NamedTuple):
    """A person's mutual follows, and the people blocked in either direction."""

    friends: frozenset[UUID] = frozenset()
    avoids: frozenset[UUID] = frozenset()


_people: Any = bindparam("people", expanding=True)
_back = FOLLOWS.alias("back")
FRIENDS = Statement(
    select(FOLLOWS.c.player_id.label("one"), FOLLOWS.c.other_id.label("other"))
    .join(_back, and_(_back.c.player_id == FOLLOWS.c.other_id, _back.c.other_id == FOLLOWS.c.player_id))
    .where(FOLLOWS.c.player_id.in_(_people))
)
AVOIDS = Statement(
    union_all(
        select(BLOCKS.c.player_id.label("one"), BLOCKS.c.other_id.label("other")).where(
            BLOCKS.c.player_id.in_(_people)
        ),
        select(BLOCKS.c.other_id.label("one"), BLOCKS.c.player_id.label("other")).where(
            BLOCKS.c.other_id.in_(_people)
        ),
    )
)


async def read_contacts(cursor: Cursor, people: Sequence[UUID]) -> dict[UUID, Contacts]:
    """Returns the contacts of each of these people."""
    friends = _by_person(await cursor.run(FRIENDS, people=people))
    avoids = _by_person(await cursor.run(AVOIDS, people=people))
    return {one: Contacts(frozenset(friends[one]), frozenset(avoids[one])) for one in people}


def _by_person(rows: Iterable[Any]) -> defaultdict[UUID, set[UUID]]:
    others = defaultdict[UUID, set[UUID]](set)
    for row in rows:
        others[row.one].add(row.other)
    return others
