"""Friends and blocks of people, as the lobby needs them: friends find more tables, blocked people fewer."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import and_, bindparam, select, union_all

from app.infra.database.query import Cursor, Query
from app.infra.database.schema import BLOCKS, FOLLOWS


class Contacts(NamedTuple):
    """Friends (two who follow each other), and those who blocked or are blocked by this person."""

    friends: frozenset[UUID] = frozenset()
    avoided: frozenset[UUID] = frozenset()

    def may_find(self, people: frozenset[UUID], host: UUID | None, *, public: bool) -> bool:
        """Returns whether this person may find an open table with these people."""
        return (public or host in self.friends) and not people & self.avoided

    def among(self, people: frozenset[UUID]) -> "Contacts":
        """Returns those of the contacts who are among these people."""
        return Contacts(self.friends & people, self.avoided & people)


class PlayerPair(NamedTuple):
    """Two players who are friends, or of whom one blocks the other."""

    one: UUID
    other: UUID


_people = bindparam("people", expanding=True, type_=FOLLOWS.c.player_id.type)
_back = FOLLOWS.alias("back")
FRIENDS = Query(
    select(FOLLOWS.c.player_id.label("one"), FOLLOWS.c.other_id.label("other"))
    .join(_back, and_(_back.c.player_id == FOLLOWS.c.other_id, _back.c.other_id == FOLLOWS.c.player_id))
    .where(FOLLOWS.c.player_id.in_(_people)),
    PlayerPair,
)
AVOIDED = Query(
    union_all(
        select(BLOCKS.c.player_id.label("one"), BLOCKS.c.other_id.label("other")).where(
            BLOCKS.c.player_id.in_(_people)
        ),
        select(BLOCKS.c.other_id.label("one"), BLOCKS.c.player_id.label("other")).where(
            BLOCKS.c.other_id.in_(_people)
        ),
    ),
    PlayerPair,
)


async def read_contacts(cursor: Cursor, people: Sequence[UUID]) -> dict[UUID, Contacts]:
    """Returns the contacts of each of these people."""
    friends = _by_person(await cursor.fetch_all(FRIENDS, people=people))
    avoided = _by_person(await cursor.fetch_all(AVOIDED, people=people))
    return {one: Contacts(frozenset(friends[one]), frozenset(avoided[one])) for one in people}


def _by_person(pairs: Iterable[PlayerPair]) -> defaultdict[UUID, set[UUID]]:
    others = defaultdict[UUID, set[UUID]](set)
    for pair in pairs:
        others[pair.one].add(pair.other)
    return others
