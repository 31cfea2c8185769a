"""Following and blocking. Two players who follow each other are friends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.query import Cursor, ValueQuery
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import FRIENDS
from app.players.accounts.lookalikes import name_key
from app.players.friends import repository
from app.players.friends.errors import CannotBlock, CannotFollow, PlayerNotFound, TooManyPlayers
from app.players.friends.schemas import Contact, ContactList, Relationship
from engine.characters import is_visible

MAX_CONTACTS = 500  # followed per player, and blocked per player
MAX_FOLLOWERS = 200  # listed, of those whom the player neither follows nor blocks
MAX_FOUND = 10  # players in one answer to a search by name
MIN_PREFIX_LENGTH = 3  # characters; a shorter text finds only the player of exactly this name


class Friends:
    """Following needs no consent, and a blocked player cannot detect the block.

    A blocked player may still follow: without being followed back it has no effect. Changes return the
    relationship as it is after them.
    """

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def contacts(self, player: UUID) -> ContactList:
        """Returns everyone the player follows or blocks, and their other followers up to a limit."""
        async with self._database.read() as cursor:
            handle = await repository.handle_of(cursor, player)
            rows = await repository.contacts(cursor, player, MAX_FOLLOWERS)
        if handle is None:
            async with self._database.write() as cursor:
                handle = await repository.ensure_handle(cursor, player)
        return ContactList(handle=handle, people=[Contact(**row._asdict()) for row in rows])

    async def find_by_name(self, player: UUID, name: str) -> list[Contact]:
        """Returns accounts whose name is this one or, if it is long enough, begins with it.

        Guests have no name of their own and are never found. The names are those of sign-in: case, spaces and
        forms of characters do not matter.
        """
        key = name_key(name)
        if not key or not all(map(is_visible, key)):
            return []
        prefix = len(key) >= MIN_PREFIX_LENGTH
        async with self._database.read() as cursor:
            rows = await repository.find_accounts(cursor, player, key, MAX_FOUND, prefix=prefix)
        return [Contact(**row._asdict()) for row in rows]

    async def follow(self, player: UUID, handle: str) -> Relationship:
        """Follows the other player.

        Raises PlayerNotFound, TooManyPlayers, CannotFollow (oneself, or a player one has blocked).
        """
        async with self._change(player, handle) as (cursor, other):
            if other == player or (await _relationship(cursor, player, other)).blocked:
                raise CannotFollow
            await _check_room(cursor, repository.FOLLOWED, player)
            await repository.change(cursor, repository.FOLLOW, player, other)
            return await _relationship(cursor, player, other)

    async def unfollow(self, player: UUID, handle: str) -> Relationship:
        """Stops following the other player. Raises PlayerNotFound."""
        async with self._change(player, handle) as (cursor, other):
            await repository.change(cursor, repository.UNFOLLOW, player, other)
            return await _relationship(cursor, player, other)

    async def block(self, player: UUID, handle: str) -> Relationship:
        """Blocks and unfollows. Raises PlayerNotFound, CannotBlock (oneself), TooManyPlayers."""
        async with self._change(player, handle) as (cursor, other):
            if other == player:
                raise CannotBlock
            await _check_room(cursor, repository.BLOCKED, player)
            await repository.change(cursor, repository.BLOCK, player, other)
            await repository.change(cursor, repository.UNFOLLOW, player, other)
            return await _relationship(cursor, player, other)

    async def unblock(self, player: UUID, handle: str) -> Relationship:
        """Unblocks the other player. Raises PlayerNotFound."""
        async with self._change(player, handle) as (cursor, other):
            await repository.change(cursor, repository.UNBLOCK, player, other)
            return await _relationship(cursor, player, other)

    @asynccontextmanager
    async def _change(self, player: UUID, handle: str) -> AsyncIterator[tuple[Cursor, UUID]]:
        """Locks the relationship of two players, yields the other's id, and publishes the change afterwards.

        Raises PlayerNotFound.
        """
        async with self._database.write() as cursor:
            other = await repository.find(cursor, handle)
            if other is None:
                raise PlayerNotFound
            await repository.lock(cursor, player, other.id)
            yield cursor, other.id
        self._pubsub.publish(FRIENDS, f"{player.hex} {other.id.hex}")


async def _check_room(cursor: Cursor, query: ValueQuery[int], player: UUID) -> None:
    """Raises TooManyPlayers."""
    if await repository.count(cursor, query, player) >= MAX_CONTACTS:
        raise TooManyPlayers


async def _relationship(cursor: Cursor, player: UUID, other: UUID) -> Relationship:
    row = await repository.relationship(cursor, player, other)
    return Relationship(**row._asdict())
