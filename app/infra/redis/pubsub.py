"""Short words from process to process that may get lost: whoever needs to be sure asks the database."""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, ValidationError
from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.core.tasks import end
from app.infra.redis.subscription import FIRST_WAIT, follow

log = logging.getLogger(__name__)

CHANNEL = "boxcats:words"
UNSENT = 1000  # words; the oldest are forgotten

Topic = Literal[
    "talk", "reaction", "bans", "company", "review", "review_talk", "presence", "duplicate_started"
]
Heard = Callable[[str], None]


class Word(BaseModel):
    """On its way through Redis; `origin` is the process that has heard it already."""

    model_config = ConfigDict(strict=True, extra="forbid")

    origin: str
    topic: Topic
    text: str


class Crier:
    """What is cried is heard in this process always, and in the others when they can be reached."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._origin = uuid4().hex
        self._heard: defaultdict[Topic, list[Heard]] = defaultdict(list)
        self._missed: list[Callable[[], None]] = []
        self._unsent: deque[str] = deque(maxlen=UNSENT)
        self._something = asyncio.Event()
        following = follow(redis, CHANNEL, self._pass_on, self._begins)
        self._tasks = [asyncio.create_task(self._speak()), asyncio.create_task(following)]

    def listen(self, topic: Topic, heard: Heard, missed: Callable[[], None] | None = None) -> None:
        """Calls `heard` with each word, and `missed` when some may have been lost."""
        self._heard[topic].append(heard)
        if missed is not None:
            self._missed.append(missed)

    def cry(self, topic: Topic, text: str) -> None:
        """Returns at once; nobody is called before the caller next awaits."""
        asyncio.get_running_loop().call_soon(self._tell, topic, text)
        self._unsent.append(Word(origin=self._origin, topic=topic, text=text).model_dump_json())
        self._something.set()

    async def close(self) -> None:
        await end(*self._tasks)

    def _tell(self, topic: Topic, text: str) -> None:
        for heard in self._heard[topic]:
            heard(text)

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            try:
                while self._unsent:
                    await self._redis.publish(CHANNEL, self._unsent.popleft())
            except (RedisError, OSError):
                await asyncio.sleep(FIRST_WAIT)

    def _begins(self) -> None:
        for missed in self._missed:
            missed()

    def _pass_on(self, data: str) -> None:
        try:
            word = Word.model_validate_json(data)
        except ValidationError:
            log.warning("not a word of ours")
            return
        if word.origin != self._origin:
            self._tell(word.topic, word.text)
