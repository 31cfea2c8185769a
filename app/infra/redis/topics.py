"""Topics of the messages between server processes, and their JSON envelopes in Redis.

Two versions run side by side during a rolling restart, so the names and formats here only grow.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict

from app.infra.redis.keys import TABLES_CHANNEL, TEXT_CHANNEL

Message = TypeVar("Message")


class TableChanged(NamedTuple):
    """A table has reached `version`, or (None) its players, status or settings changed."""

    table: str  # its code
    version: int | None = None


def _text(text: str) -> Hashable:
    return text


def _table_and_kind(notice: TableChanged) -> Hashable:
    return notice.table, notice.version is None


@dataclass(frozen=True, eq=False)
class Topic(Generic[Message]):
    """A kind of message.

    Of unsent messages with the same coalescing key only the newest is sent. They mean "read this again",
    so one that arrives twice does no harm. Messages without a key are sent one by one and never twice.
    """

    name: str
    coalescing_key: Callable[[Message], Hashable] | None
    channel: str = TEXT_CHANNEL


TABLE_CHANGES = Topic[TableChanged]("tables", _table_and_kind, TABLES_CHANNEL)
CHAT = Topic[str]("talk", _text)  # a table's code: it has new lines
REACTIONS = Topic[str]("reaction", None)  # "<table's code> <JSON: the reaction and its readers>"
BANS = Topic[str]("bans", _text)  # "": the list of bans changed
FRIENDS = Topic[str]("company", _text)  # "<player> <player>": follows or blocks between these two changed
SHARED_REPLAYS = Topic[str]("review", _text)  # a shared replay's code
SHARED_REPLAY_CHAT = Topic[str]("review_talk", _text)  # a shared replay's code
PRESENCE = Topic[str]("presence", _text)  # places that players came to or left
DUPLICATES = Topic[str]("duplicate_started", _text)  # code of a table that started with given deals
NIGHTS = Topic[str]("night", _text)  # a duplicate night's code
TEXT_TOPICS = {
    topic.name: topic
    for topic in (
        CHAT,
        REACTIONS,
        BANS,
        FRIENDS,
        SHARED_REPLAYS,
        SHARED_REPLAY_CHAT,
        PRESENCE,
        DUPLICATES,
        NIGHTS,
    )
}


class Envelope(BaseModel):
    """What every payload has in common."""

    model_config = ConfigDict(strict=True, extra="forbid")

    origin: str  # the sending process, which has delivered it to its own subscribers


class TablesEnvelope(Envelope):
    """The format of TABLES_CHANNEL."""

    notices: list[TableChanged]


class TextEnvelope(Envelope):
    """The format of TEXT_CHANNEL."""

    topic: str
    text: str


class Addressed(NamedTuple):
    """A message with its topic."""

    topic: Topic[Any]
    message: Any


def encode(origin: str, batch: Iterable[Addressed]) -> Iterator[tuple[str, str]]:
    """Yields channels and payloads: one payload for all changed tables, one for each other message."""
    notices = []
    for topic, message in batch:
        if topic is TABLE_CHANGES:
            notices.append(message)
        else:
            text = TextEnvelope.model_construct(origin=origin, topic=topic.name, text=message)
            yield TEXT_CHANNEL, text.model_dump_json()
    if notices:
        tables = TablesEnvelope.model_construct(origin=origin, notices=notices)
        yield TABLES_CHANNEL, tables.model_dump_json()


def decode(channel: str, payload: bytes) -> tuple[str, list[Addressed]]:
    """Returns the sending process and its messages. Raises ValueError for a payload of another format."""
    if channel == TABLES_CHANNEL:
        tables = TablesEnvelope.model_validate_json(payload)
        return tables.origin, [Addressed(TABLE_CHANGES, notice) for notice in tables.notices]
    text = TextEnvelope.model_validate_json(payload)
    if text.topic not in TEXT_TOPICS:
        raise ValueError(f"unknown topic {text.topic!r}")
    return text.origin, [Addressed(TEXT_TOPICS[text.topic], text.text)]
