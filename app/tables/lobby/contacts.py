"""Friends and blocks of people, as the lobby needs them: friends find more tables, blocked players fewer."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from cachetools import TTLCache
from sqlalchemy import and_, bindparam, select, union_all

from app.infra.database.query import Cursor, Query, ValueQuery
from app.infra.database.schema import BLOCKS, FOLLOWS

RECENT_S = 15.0
MAX_RECENT = 200_000  # contacts of all people together


class Contacts(NamedTuple):
    """Friends (two who follow each other), and those who blocked or are blocked by this player."""

    friends: frozenset[UUID] = frozenset()
    avoided: frozenset[UUID] = frozenset()

    def may_find(self, players: frozenset[UUID], host: UUID | None, *, public: bool) -> bool:
        """Returns whether this player may find an open table with these players."""
        return (public or host in self.friends) and not players & self.avoided

    def among(self, players: frozenset[UUID]) -> "Contacts":
        """Returns those of the contacts who are among these players."""
        return Contacts(self.friends & players, self.avoided & players)


class PlayerPair(NamedTuple):
    """Two players who are friends, or of whom one blocks the other."""

    one: UUID
    other: UUID


_players = bindparam("players", expanding=True, type_=FOLLOWS.c.player_id.type)
_back = FOLLOWS.alias("back")
FRIENDS = Query(
    select(FOLLOWS.c.player_id.label("one"), FOLLOWS.c.other_id.label("other"))
    .join(_back, and_(_back.c.player_id == FOLLOWS.c.other_id, _back.c.other_id == FOLLOWS.c.player_id))
    .where(FOLLOWS.c.player_id.in_(_players)),
    PlayerPair,
)
_blocks = select(BLOCKS.c.player_id.label("one"), BLOCKS.c.other_id.label("other")).where(
    BLOCKS.c.player_id.in_(_players)
)
_blocked = select(BLOCKS.c.other_id.label("one"), BLOCKS.c.player_id.label("other")).where(
    BLOCKS.c.other_id.in_(_players)
)
AVOIDED = Query(union_all(_blocks, _blocked), PlayerPair)
_me = bindparam("me", type_=FOLLOWS.c.player_id.type)
AVOIDED_OF_ONE = ValueQuery[UUID](
    union_all(
        select(BLOCKS.c.other_id.label("other")).where(BLOCKS.c.player_id == _me),
        select(BLOCKS.c.player_id).where(BLOCKS.c.other_id == _me),
    )
)
_among = bindparam("among", expanding=True, type_=FOLLOWS.c.player_id.type)
AVOIDED_AMONG = Query(
    union_all(
        _blocks.where(BLOCKS.c.other_id.in_(_among)),
        _blocked.where(BLOCKS.c.player_id.in_(_among)),
    ),
    PlayerPair,
)


async def read_contacts(cursor: Cursor, players: Sequence[UUID]) -> dict[UUID, Contacts]:
    """Returns the contacts of each of these players. A crowd of guests can make them very many."""
    return await _with_friends(cursor, players, await _read_avoided(cursor, players))


async def _read_avoided(cursor: Cursor, players: Sequence[UUID]) -> Mapping[UUID, set[UUID]]:
    """Returns whom each of these players avoids; for one player this takes half of the time."""
    if len(players) == 1:
        return {players[0]: set(await cursor.fetch_all(AVOIDED_OF_ONE, me=players[0]))}
    return _by_player(await cursor.fetch_all(AVOIDED, players=players))


async def read_contacts_among(
    cursor: Cursor, players: Sequence[UUID], among: Collection[UUID]
) -> dict[UUID, Contacts]:
    """Returns the contacts of each of these players; of those to avoid only the ones in `among`."""
    found = await cursor.fetch_all(AVOIDED_AMONG, players=players, among=list(among)) if among else []
    return await _with_friends(cursor, players, _by_player(found))


async def _with_friends(
    cursor: Cursor, players: Sequence[UUID], avoided: Mapping[UUID, set[UUID]]
) -> dict[UUID, Contacts]:
    friends = _by_player(await cursor.fetch_all(FRIENDS, players=players))
    return {one: Contacts(frozenset(friends[one]), frozenset(avoided[one])) for one in players}


class RecentContacts:
    """The contacts that were read last, so that requests repeated at once do not read them again.

    A change of them has to be reported to `forget`. Its notice may get lost, so they are kept briefly.
    """

    def __init__(self) -> None:
        self._known: TTLCache[UUID, Contacts] = TTLCache(MAX_RECENT, RECENT_S, getsizeof=_size)
        self._changes = 0  # of contacts that were reported: one during a read makes its result outdated

    async def of(self, cursor: Cursor, player: UUID) -> Contacts:
        """Returns a player's contacts, read at most some seconds ago."""
        if (known := self._known.get(player)) is not None:
            return known
        changes = self._changes
        contacts = (await read_contacts(cursor, [player]))[player]
        if changes == self._changes:
            with suppress(ValueError):  # larger than all that is kept
                self._known[player] = contacts
        return contacts

    def forget(self, players: Iterable[UUID]) -> None:
        """Makes the contacts of these players be read again."""
        self._changes += 1
        for player in players:
            self._known.pop(player, None)

    def clear(self) -> None:
        """Makes all contacts be read again."""
        self._changes += 1
        self._known.clear()


def _size(contacts: Contacts) -> int:
    return 1 + len(contacts.friends) + len(contacts.avoided)


def _by_player(pairs: Iterable[PlayerPair]) -> defaultdict[UUID, set[UUID]]:
    others = defaultdict[UUID, set[UUID]](set)
    for pair in pairs:
        others[pair.one].add(pair.other)
    return others
