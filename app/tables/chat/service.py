"""Chat lines, reactions and reports: checks who may post what, and stores it."""

from itertools import accumulate
from typing import NamedTuple
from uuid import UUID

from pydantic_core import to_json

from app.core.errors import NotFound
from app.infra.address_keys import AddressKeys
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.database.query import Cursor
from app.infra.rate_limits import Limits
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import CHAT, REACTIONS, TABLE_CHANGES, TableChanged
from app.players.bans.errors import Muted
from app.players.bans.service import Bans
from app.players.public_id import public_id
from app.players.text_filter import refuse_links, sanitize_text
from app.tables.chat import repository
from app.tables.chat.errors import ChatClosed, PhrasesOnly
from app.tables.chat.protocol import PublishedReaction, React, Reacted, SendChat
from app.tables.chat.repository import LineAuthor, NewLine, RecordedLine, StoredLine
from app.tables.chat.schemas import Report
from app.tables.errors import NoSuchSeat
from app.tables.game.repository import load_table
from app.tables.game.service import LATEST, GameService
from app.tables.game.tables import Table
from app.tables.lobby.repository import lock_table, store_settings
from engine.types import Json

REPORTED_LINES = 20  # attached to a report
LOBBY = ""  # the place that is not a table
MAX_RECORD_BYTES = 100_000  # of chat in a record, so that it stays importable


class Reporter(NamedTuple):
    """Who reports a line or a player, why, and the digest of their address."""

    player: UUID
    words: str
    address_key: str


class Chat:
    """Checks and publishes chat lines and reactions, and takes reports of lines.

    Lines are stored before they are published; reactions are not stored.
    """

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        bans: Bans,
        limits: Limits,
        address_keys: AddressKeys,
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._game_service = game_service
        self._bans = bans
        self._limits = limits
        self._address_keys = address_keys

    async def send(self, player: UUID, code: str, message: SendChat, address: str = "") -> None:
        """Posts a line at the table of this code, or, with "", in the lobby; `address` is the sender's.

        Raises Muted, TooFast, InvalidText, NoLinks, PhrasesOnly, ChatClosed, IllegalMove (the game's rules
        forbid it), NotSeated, TableNotFound, ServiceUnavailable.
        """
        self.require_can_post(player)
        if not code:
            await self._send_to_lobby(player, message, address)
            return
        readers = await self._readers(player, await self._game_service.table(code), LATEST)
        async with database_errors(), self._database.write() as cursor:
            author = await repository.author_of(cursor, player)
            table = await load_table(cursor, code)
            is_spectator = self._is_writing_spectator(table, player, address)
            name = author.name if is_spectator else table.names[_seat(table, player)]
            text = check_text(message, author, is_public=table.settings.visibility == "public")
            line = NewLine(
                table.id, player, message.id, name, text, message.phrase, None, readers, is_spectator
            )
            await repository.add(cursor, line)
        self._pubsub.publish(CHAT, code)

    async def _send_to_lobby(self, player: UUID, message: SendChat, address: str) -> None:
        self._limits.lobby_lines.take(address)
        async with database_errors(), self._database.write() as cursor:
            author = await repository.author_of(cursor, player)
            text = check_text(message, author, is_public=True)
            key = self._address_keys.of(address)
            await repository.add(
                cursor, NewLine(None, player, message.id, author.name, text, message.phrase, key)
            )
        self._pubsub.publish(CHAT, LOBBY)

    def _is_writing_spectator(self, table: Table, player: UUID, address: str) -> bool:
        """Returns whether a spectator writes in the chat of spectators. Raises ChatClosed, TooFast."""
        if table.seat_of(player) is not None or not table.can_view(player) or not table.has_spectator_chat:
            return False
        if not table.settings.chat:
            raise ChatClosed
        self._limits.spectator_lines.take(address)
        return True

    async def _readers(self, player: UUID, table: Table, at_least: int = 0) -> list[int] | None:
        """Returns the seats that may read what the player writes at this version, None for everybody.

        Raises IllegalMove if the game's rules forbid it to write.
        """
        if table.status != "playing" or (seat := table.seat_of(player)) is None:
            return None
        position = await self._game_service.position(table.code, at_least)
        readers = position.game.chat_readers(position.state, seat)
        return None if readers is None else list(readers)

    async def react(self, player: UUID, table: Table, react: React) -> None:
        """Publishes a reaction to those who may read the player's chat.

        Raises Muted, TooFast, ChatClosed, IllegalMove, NotSeated, ServiceUnavailable.
        """
        self._require_not_muted(player)
        self._limits.reactions.take(player)
        seat = _seat(table, player)
        readers = await self._readers(player, table)
        shown = Reacted(seat=seat, who=public_id(player), kind=react.kind)
        message = PublishedReaction(shown=shown, readers=readers)
        self._pubsub.publish(REACTIONS, f"{table.code} {message.model_dump_json()}")

    async def set_open(self, player: UUID, code: str, *, is_open: bool) -> None:
        """Opens or closes the table's chat, as host. Raises TableNotFound, NotHost, ServiceUnavailable."""
        async with database_errors(), self._database.write() as cursor:
            table = await lock_table(cursor, code)
            table.require_host(player)
            await store_settings(cursor, table, table.settings.model_copy(update={"chat": is_open}))
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))

    async def lines_for_record(self, code: str) -> list[Json]:
        """Returns the table's last lines in the form of a record.

        Raises TableNotFound, ServiceUnavailable.
        """
        async with database_errors(), self._database.read() as cursor:
            table = await load_table(cursor, code)
            lines = await repository.newest_lines(cursor, table.id)
        return _newest_within_limit([_for_record(table, line) for line in lines])

    async def report(self, player: UUID, report: Report, address_key: str) -> None:
        """Stores a report with the last lines.

        Raises TableNotFound, NotFound, NoSuchSeat, InvalidText, ServiceUnavailable.
        """
        async with database_errors(), self._database.write() as cursor:
            table = await load_table(cursor, report.table) if report.table else None
            if table is not None and not table.can_view(player):
                raise NotFound
            seat = table.seat_of(player) if table else None
            lines = [one for one in await repository.last_lines(cursor, report.table) if one.is_for(seat)]
            reporter = Reporter(player, report.words, address_key)
            if report.line is None:
                await _store_report(cursor, reporter, _player_at(table, report.seat), report.table, lines)
            else:
                await store_report_of_line(cursor, reporter, report.line, report.table, lines)

    def require_can_post(self, player: UUID) -> None:
        """Checks that the player may post a line anywhere. Raises Muted, TooFast."""
        self._require_not_muted(player)
        self._limits.lines.take(player)

    def _require_not_muted(self, player: UUID) -> None:
        if self._bans.is_muted(player):
            raise Muted


def check_text(message: SendChat, author: LineAuthor, *, is_public: bool) -> str | None:
    """Returns the sanitized text; None for a phrase. Raises InvalidText, PhrasesOnly, NoLinks."""
    return None if message.text is None else check_free_text(message.text, author, is_public=is_public)


def check_free_text(raw: str, author: LineAuthor, *, is_public: bool) -> str:
    """Returns the sanitized text of a player for others at a table; among strangers guests write none.

    Raises InvalidText, PhrasesOnly, NoLinks.
    """
    text = sanitize_text(raw)
    if author.name_key is None:  # a guest
        if is_public:
            raise PhrasesOnly
        refuse_links(text)
    return text


def _seat(table: Table, player: UUID) -> int:
    """Returns the player's seat if the chat is open. Raises NotSeated, ChatClosed."""
    seat = table.require_seat(player)
    if not table.settings.chat:
        raise ChatClosed
    return seat


async def store_report_of_line(
    cursor: Cursor, reporter: Reporter, line: str, table: str, lines: list[StoredLine]
) -> None:
    """Stores a report of the author of the line with this public id; `lines` are those the reporter may read.

    Raises NotFound, InvalidText.
    """
    lines = _until(lines, line)
    await _store_report(cursor, reporter, (lines[-1].player_id, lines[-1].name), table, lines)


async def _store_report(
    cursor: Cursor, reporter: Reporter, about: tuple[UUID, str], table: str, lines: list[StoredLine]
) -> None:
    """Raises InvalidText."""
    await repository.add_report(
        cursor,
        reporter.player,
        *about,
        table=table,
        words=sanitize_text(reporter.words) if reporter.words else "",
        lines=[_for_report(line) for line in lines[-REPORTED_LINES:]],
        address_key=reporter.address_key,
    )


def _player_at(table: Table | None, seat: int | None) -> tuple[UUID, str]:
    seats = table.seats if table else ()
    table_seat = seats[seat] if seat is not None and seat < len(seats) else None
    if table_seat is None or table_seat.player is None:
        raise NoSuchSeat
    return table_seat.player, table_seat.name


def _until(lines: list[StoredLine], last: str) -> list[StoredLine]:
    """Returns the lines up to the one with this public id. Raises NotFound."""
    for count, line in enumerate(lines, 1):
        if line.public_id == last:
            return lines[:count]
    raise NotFound


def _for_report(line: StoredLine) -> Json:
    content = {"text": line.text} if line.phrase is None else {"phrase": line.phrase}
    return {"who": public_id(line.player_id), "name": line.name, "at": line.at.isoformat(), **content}


def _newest_within_limit(newest_first: list[Json]) -> list[Json]:
    """Returns the newest lines that fit into MAX_RECORD_BYTES, in chronological order."""
    sizes = accumulate(len(to_json(line)) for line in newest_first)
    return [line for line, size in zip(newest_first, sizes, strict=True) if size <= MAX_RECORD_BYTES][::-1]


def _for_record(table: Table, line: RecordedLine) -> Json:
    content = {"text": line.text} if line.phrase is None else {"phrase": line.phrase}
    return {"seat": table.seat_of(line.player_id), "at": line.at.isoformat(), **content}
