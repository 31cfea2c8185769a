"""Shared replays: viewing a replay together, led by one player, with chat."""

from uuid import UUID

from app.archive.replays.service import Replays
from app.archive.shared_replays import repository
from app.archive.shared_replays.errors import NotLeading
from app.archive.shared_replays.places import place_of
from app.archive.shared_replays.schemas import LineReport
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import SHARED_REPLAY_CHAT, SHARED_REPLAYS
from app.tables.chat.protocol import SendChat
from app.tables.chat.repository import author_of
from app.tables.chat.service import Chat, Reporter, check_text, store_report_of_line
from app.tables.errors import NotFinished

NOBODY = UUID(int=0)
LEADER_GRACE_S = 2  # absence after which others may take the lead; covers a page reload


class SharedReplays:
    """Open to everyone with the link who may see the replay. Changes are stored, then published by code."""

    def __init__(
        self, database: Database, pubsub: PubSub, replays: Replays, chat: Chat, presence: Presence
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._replays = replays
        self._chat = chat
        self._presence = presence

    async def open(self, player: UUID, replay: str, ply: int) -> str:
        """Creates a shared replay led by the player; returns its code.

        Raises what `Replays.find` does, ServiceUnavailable.
        """
        await self._require_finished(replay, player)
        async with database_errors(), self._database.write() as cursor:
            return await repository.add(cursor, replay, ply, player)

    async def check_access(self, player: UUID, code: str) -> None:
        """Checks access. Raises SharedReplayNotFound, what `Replays.find` does, ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            found = await repository.load(cursor, code)
        await self._require_finished(found.replay, player)

    async def show(self, player: UUID, code: str, ply: int) -> None:
        """Moves the shown position. Raises NotLeading, ServiceUnavailable."""
        async with database_errors(), self._database.write() as cursor:
            if not await repository.set_ply(cursor, code, player, ply):
                raise NotLeading
        self._pubsub.publish(SHARED_REPLAYS, code)

    async def lead(self, player: UUID, code: str) -> None:
        """Takes the lead if nobody leads or the leader has left.

        Raises SharedReplayNotFound, NotLeading, ServiceUnavailable.
        """
        async with database_errors(), self._database.read() as cursor:
            leader = (await repository.load(cursor, code)).leader_id
        has_left = leader in (None, player) or await self._has_left(code, leader)
        async with database_errors(), self._database.write() as cursor:
            if not has_left or not await repository.set_leader(cursor, code, player, leader or NOBODY):
                raise NotLeading
        self._pubsub.publish(SHARED_REPLAYS, code)

    async def send_chat_line(self, player: UUID, code: str, line: SendChat) -> None:
        """Posts a chat line.

        Raises Muted, TooFast, InvalidText, NoLinks, SharedReplayNotFound, ServiceUnavailable.
        """
        self._chat.require_can_post(player)
        async with database_errors(), self._database.write() as cursor:
            found = await repository.load(cursor, code)
            author = await author_of(cursor, player)
            text = check_text(line, author, is_public=False)
            content = {"said_id": line.id, "name": author.name, "text": text, "phrase": line.phrase}
            await repository.add_line(cursor, review_id=found.id, player_id=player, **content)
        self._pubsub.publish(SHARED_REPLAY_CHAT, code)

    async def report(self, player: UUID, code: str, report: LineReport, address_key: str) -> None:
        """Stores a report of a chat line, as of the table whose game is replayed.

        Raises NotFound, InvalidText, and what `check_access` does.
        """
        await self.check_access(player, code)
        async with database_errors(), self._database.write() as cursor:
            found = await repository.load(cursor, code)
            lines = await repository.last_lines(cursor, code)
            reporter = Reporter(player, report.words, address_key)
            await store_report_of_line(cursor, reporter, report.line, found.replay, lines)

    async def _require_finished(self, replay: str, player: UUID) -> None:
        """Requires a finished game. Raises NotFinished, what `Replays.find` does."""
        found = await self._replays.find(replay, player)
        if not found.over:
            raise NotFinished

    async def _has_left(self, code: str, leader: UUID) -> bool:
        """Returns whether the leader has left in all processes; False while Redis is unavailable."""
        away = await self._presence.seconds_away(place_of(code), [leader])
        return (away or {}).get(leader, 0) >= LEADER_GRACE_S
