"""Creates tables for matched groups: one per request, even if a process dies in between."""

from datetime import timedelta
from hashlib import blake2b
from uuid import UUID

from app.core.errors import ServiceUnavailable
from app.infra.database.engine import Database, now
from app.infra.database.errors import database_errors
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.friends.repository import blocked_by, blockers_of
from app.players.ratings.repository import skill_of
from app.tables.game.settings import TableSettings
from app.tables.lobby import repository
from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.tickets import Member
from app.tables.matchmaking.types import Group, MatchRequest
from engine.registry import ENTRIES, GAMES

SALT_TIMEOUT = timedelta(seconds=6)  # the client has to load the table's page first


class MatchSeating:
    """Seats groups as ready players.

    The game starts when all have the commitment and have sent their salts.
    """

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def create_request(self, player: UUID, criteria: RequestMatch) -> MatchRequest:
        """Builds a request with the player's rating and blocks. Raises ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            rating = await skill_of(cursor, player, criteria.game)
            return MatchRequest(player, criteria, rating, await blocked_by(cursor, player))

    async def table_of(self, request: MatchRequest | Member) -> str:
        """Returns the code of the table created for this request, "" for none. Raises ServiceUnavailable."""
        entry = _entry_id(request)
        async with database_errors(), self._database.read() as cursor:
            return (await repository.tables_of_entries(cursor, [entry])).get(entry, "")

    async def seat(self, group: Group) -> dict[UUID, str]:
        """Seats a group; returns the members' tables.

        Members without one have to enter again. Raises ServiceUnavailable.
        """
        if not group.members:
            return {}
        try:
            async with database_errors(), self._database.write() as cursor:
                players = {member.player for member in group.members}
                if await repository.any_account_deleted(cursor, list(players)) or await _has_block(
                    cursor, players
                ):
                    return {}
                code = await _create_table(cursor, group)
        except ServiceUnavailable:
            raise
        except Exception:  # another process may have seated the group, or a member by the same request
            if existing := await self._existing_tables(group):
                return existing
            raise
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return {member.player: code for member in group.members}

    async def _existing_tables(self, group: Group) -> dict[UUID, str]:
        """Returns the tables that exist for members' requests. Raises ServiceUnavailable."""
        by_entry = {_entry_id(member): member.player for member in group.members}
        async with database_errors(), self._database.read() as cursor:
            codes = await repository.tables_of_entries(cursor, list(by_entry))
        return {by_entry[entry]: code for entry, code in codes.items()}


async def _create_table(cursor: Cursor, group: Group) -> str:
    """Creates a table that starts when all salts are received, or after SALT_TIMEOUT; returns its code."""
    first = group.members[0]
    criteria, game = first.criteria, GAMES[first.criteria.game]
    options = game.options({"mode": criteria.mode} if criteria.mode else {}, group.seats)
    settings = TableSettings(visibility="public", clock=criteria.clock).for_game(criteria.game, options)
    table = await repository.add_table(
        cursor,
        group.seats,
        game=criteria.game,
        options=options,
        bots=next(iter(ENTRIES[criteria.game].bots)) if len(group.members) < group.seats else "",
        **repository.columns_of(settings),
        host_id=first.player,
    )
    for number, member in enumerate(group.members):
        await repository.seat_matched(cursor, table, number, member.player, _entry_id(member))
    await repository.schedule_start(cursor, table, now() + SALT_TIMEOUT)
    return table.code


async def _has_block(cursor: Cursor, players: set[UUID]) -> bool:
    """Returns whether a member has blocked another since the request was made."""
    blockers = await blockers_of(cursor, players, players)
    return any(blockers.values())


def _entry_id(request: MatchRequest | Member) -> str:
    """Returns the unique key of a request; includes the player, as clients choose the ids."""
    return blake2b(request.player.bytes + request.criteria.id.encode(), digest_size=16).hexdigest()
