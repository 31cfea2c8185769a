"""The list of games to watch: loaded on demand and cached for all readers of this process."""

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from uuid import UUID

from app.core.errors import AppError
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.players.accounts.names import disambiguate
from app.tables.game.position import Position
from app.tables.game.repository import change_marks
from app.tables.game.service import GameService
from app.tables.game.tables import TableSeat
from app.tables.lobby.contacts import Contacts, read_contacts_among
from app.tables.lobby.protocol import GameProgress, PlayingSeat, RunningGame, RunningGames
from app.tables.spectators.running_games import WatchableGame, rank_games, read_running

log = logging.getLogger(__name__)

PAGE_SIZE = 20  # games per page
CACHE_TTL_S = 5.0
NEVER = float("-inf")


class WatchableGames:
    """Caches the ranked games and the progress of those that were listed."""

    def __init__(self, database: Database, game_service: GameService, presence: Presence) -> None:
        self._database = database
        self._game_service = game_service
        self._presence = presence
        self._ranked: list[WatchableGame] = []
        self._players: dict[str, frozenset[UUID]] = {}  # connected, by table, as far as known
        self._shown: dict[str, RunningGame] = {}  # games with progress, since the last refresh
        self._failing: set[str] = set()  # running games that cannot be listed
        self._refreshed_at = NEVER
        self._refresh_lock = asyncio.Lock()

    async def page(self, player: UUID, skip: int) -> RunningGames:
        """Returns a page of the games that this player may find and does not play."""
        async with self._refresh_lock:
            if monotonic() - self._refreshed_at > CACHE_TTL_S:
                await self._refresh()
        ranked = self._ranked
        players = frozenset[UUID]().union(*(game.players for game in ranked))
        async with self._database.read() as cursor:
            contacts = (await read_contacts_among(cursor, [player], players))[player]
        found = [game for game in ranked if player not in game.players and game.is_visible_to(contacts)]
        some = found[skip : skip + PAGE_SIZE]
        async with self._refresh_lock:
            await self._load_progress(some)
        games = [self._as_seen_by(contacts, game) for game in some if game.code in self._shown]
        return RunningGames(games=games, more=len(found) > skip + PAGE_SIZE)

    async def _refresh(self) -> None:
        async with self._database.read() as cursor:
            games = await read_running(cursor)
        codes = [game.code for game in games]
        self._failing.intersection_update(codes)
        self._players = await self._presence.players_at(codes)
        self._ranked, self._shown = rank_games(games, self._players), {}
        self._refreshed_at = monotonic()

    async def _load_progress(self, games: Sequence[WatchableGame]) -> None:
        """Adds the progress of these games; most positions are cached, as players are connected here."""
        missing = [game for game in games if game.code not in self._shown and game.code not in self._failing]
        if not missing:
            return
        async with self._database.read() as cursor:
            rows = await change_marks(cursor, [game.code for game in missing])
        versions = {row.code: row.version for row in rows if row.status == "playing"}
        for game in missing:
            if game.code in versions:
                await self._add_progress(game, versions[game.code])

    async def _add_progress(self, game: WatchableGame, version: int) -> None:
        try:
            position = self._game_service.cached(game.code, version) or await self._game_service.position(
                game.code, version
            )
        except AppError as error:  # over or deleted, unless it is a fault
            if error.is_fault:
                self._failing.add(game.code)
                log.exception("a game cannot be listed", extra={"table": game.code})
            return
        if position.over or position.table.settings.watching == "nobody":
            return
        spectators = self._players.get(game.code, frozenset()) - game.players
        self._shown[game.code] = _running(position, len(spectators))

    def _as_seen_by(self, contacts: Contacts, game: WatchableGame) -> RunningGame:
        shown = self._shown[game.code]
        return shown.model_copy(update={"friend": True}) if game.players & contacts.friends else shown


def _running(position: Position, spectators: int) -> RunningGame:
    table, progress = position.table, position.game.progress(position.public_view())
    names = disambiguate([seat.name for seat in table.seats])
    scores = progress.scores or [None] * len(names)
    started = table.started_at.timestamp() if table.started_at else 0
    return RunningGame(
        code=table.code,
        game=table.game,
        seats=[_seat(*one) for one in zip(table.seats, names, scores, strict=True)],
        clock=table.settings.clock,
        progress=GameProgress(unit=progress.unit, number=progress.number, of=progress.of),
        watching=spectators,
        started_at=int(started),
    )


def _seat(seat: TableSeat, name: str, score: int | None) -> PlayingSeat:
    return PlayingSeat(name=name, bot=seat.kind == "bot", score=score)
