"""Tables for those whom quick match brought together: one for each wish, whatever breaks off in between."""

from datetime import timedelta
from hashlib import blake2b
from uuid import UUID

from app.core.errors import ServiceUnavailable
from app.infra.database.engine import Database, now
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.friends.repository import blocked_by, blockers_of
from app.players.ratings.repository import skill_of
from app.tables.game.service import database_errors
from app.tables.game.settings import TableSettings
from app.tables.lobby import repository
from app.tables.lobby.protocol import Seek
from app.tables.matchmaking.tickets import Member
from app.tables.matchmaking.types import Group, MatchRequest
from engine.registry import ENTRIES, GAMES

SALT_TIMEOUT = timedelta(seconds=6)  # of a page that has to load first


class MatchSeating:
    """Everybody sits and is ready. The game starts when all have seen its commitment and sent a salt."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def create_request(self, player: UUID, seek: Seek) -> MatchRequest:
        """With whom this person may be matched. Raises ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            rating = await skill_of(cursor, player, seek.game)
            return MatchRequest(player, seek, rating, await blocked_by(cursor, player))

    async def table_of(self, wish: MatchRequest | Member) -> str:
        """The code of the table where this wish was granted, empty for none. Raises ServiceUnavailable."""
        entry = _entry_id(wish)
        async with database_errors(), self._database.read() as cursor:
            return (await repository.matched(cursor, [entry])).get(entry, "")

    async def seat(self, group: Group) -> dict[UUID, str]:
        """The tables of those who have one now; who has none is to wait anew. Raises ServiceUnavailable."""
        if not group.members:
            return {}
        try:
            async with database_errors(), self._database.write() as cursor:
                players = {member.player for member in group.members}
                if await repository.has_former(cursor, list(players)) or await _has_block(cursor, players):
                    return {}
                code = await _create_table(cursor, group)
        except ServiceUnavailable:
            raise
        except Exception:  # another process may have done it, or one of them sits elsewhere by the same wish
            if granted := await self._existing_tables(group):
                return granted
            raise
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return {member.player: code for member in group.members}

    async def _existing_tables(self, group: Group) -> dict[UUID, str]:
        """The tables of those whose wish was granted before. Raises ServiceUnavailable."""
        by_entry = {_entry_id(member): member.player for member in group.members}
        async with database_errors(), self._database.read() as cursor:
            codes = await repository.matched(cursor, list(by_entry))
        return {by_entry[entry]: code for entry, code in codes.items()}


async def _create_table(cursor: Cursor, group: Group) -> str:
    """A table that starts when its people's salts are in, or soon without them; its code."""
    first = group.members[0]
    seek, game = first.seek, GAMES[first.seek.game]
    terms = TableSettings(visibility="public", clock=seek.clock)
    table = await repository.add_table(
        cursor,
        group.seats,
        game=seek.game,
        options=game.options({}, group.seats),
        bots=next(iter(ENTRIES[seek.game].bots)) if len(group.members) < group.seats else "",
        **repository.columns_of(terms),
        host_id=first.player,
    )
    for number, member in enumerate(group.members):
        await repository.seat_matched(cursor, table, number, member.player, _entry_id(member))
    await repository.start_by_itself(cursor, table, now() + SALT_TIMEOUT)
    return table.code


async def _has_block(cursor: Cursor, players: set[UUID]) -> bool:
    """Whether one of them blocked another, of which the queue had not heard."""
    blockers = await blockers_of(cursor, players)
    return any(blockers[player] & players for player in players)


def _entry_id(wish: MatchRequest | Member) -> str:
    """By which the wish is known once it is granted: pages choose the ids, so each person's are their own."""
    return blake2b(wish.player.bytes + wish.seek.id.encode(), digest_size=16).hexdigest()
