"""Looking at a replay together: made, led, talked at."""

from uuid import UUID

from app.archive.replays.service import Replays
from app.archive.shared_replays import repository
from app.archive.shared_replays.places import place_of
from app.core.errors import NotFinished, NotLeading
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import SHARED_REPLAY_CHAT, SHARED_REPLAYS
from app.tables.chat.protocol import Say
from app.tables.chat.repository import speaker
from app.tables.chat.service import Talk, fit_words
from app.tables.game.service import database_errors

NOBODY = UUID(int=0)
LEADER_GRACE_S = 2  # seconds without a page here: who reloads one still leads


class SharedReplays:
    """Open to whoever has the link and may see the replay. Whatever changed is cried, and read anew."""

    def __init__(
        self, database: Database, pubsub: PubSub, replays: Replays, talk: Talk, presence: Presence
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._replays = replays
        self._talk = talk
        self._presence = presence

    async def open(self, player: UUID, replay: str, ply: int) -> str:
        """A new review, led by its maker; its code. Raises what `Replays.find` does, ServiceUnavailable."""
        await self._let_see(replay, player)
        async with database_errors(), self._database.write() as cursor:
            return await repository.add(cursor, replay, ply, player)

    async def admit(self, player: UUID, code: str) -> None:
        """Raises NoSuchReview, what `Replays.find` does, ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            found = await repository.review(cursor, code)
        await self._let_see(found.replay, player)

    async def show(self, player: UUID, code: str, ply: int) -> None:
        """Raises NotLeading, ServiceUnavailable."""
        async with database_errors(), self._database.write() as cursor:
            if not await repository.show(cursor, code, player, ply):
                raise NotLeading
        self._pubsub.publish(SHARED_REPLAYS, code)

    async def lead(self, player: UUID, code: str) -> None:
        """Takes the lead from nobody, or from who has left.

        Raises NoSuchReview, NotLeading, ServiceUnavailable.
        """
        async with database_errors(), self._database.read() as cursor:
            leader = (await repository.review(cursor, code)).leader_id
        gone = leader in (None, player) or await self._has_left(code, leader)
        async with database_errors(), self._database.write() as cursor:
            if not gone or not await repository.lead(cursor, code, player, leader or NOBODY):
                raise NotLeading
        self._pubsub.publish(SHARED_REPLAYS, code)

    async def say(self, player: UUID, code: str, say: Say) -> None:
        """Raises Muted, TooFast, BadWords, NoLinks, NoSuchReview, ServiceUnavailable."""
        self._talk.let_speak(player)
        async with database_errors(), self._database.write() as cursor:
            found = await repository.review(cursor, code)
            person = await speaker(cursor, player)
            text = fit_words(say, person, is_public=False)
            said = {"said_id": say.id, "name": person.name, "text": text, "phrase": say.phrase}
            await repository.say(cursor, review_id=found.id, player_id=player, **said)
        self._pubsub.publish(SHARED_REPLAY_CHAT, code)

    async def _let_see(self, replay: str, player: UUID) -> None:
        """Raises NotFinished: what goes on is each player's own to see."""
        found = await self._replays.find(replay, player)
        if not found.over:
            raise NotFinished

    async def _has_left(self, code: str, leader: UUID) -> bool:
        """On every process; while that cannot be asked, nobody has."""
        away = await self._presence.away(place_of(code), [leader])
        return away.get(leader, 0) >= LEADER_GRACE_S
