"""Branches: tables that continue a finished game from any position, or replay its deals."""

from collections.abc import Callable, Sequence
from uuid import UUID

from app.archive.branches import repository
from app.archive.branches.repository import SeatOfBranch
from app.archive.branches.schemas import NewBranch, RelatedGame, RelatedGames, SeatPlace
from app.archive.branches.sources import BranchSource, BranchSources, branch_start
from app.archive.game_import import repository as imports
from app.archive.game_import.repository import ImportSummary
from app.archive.replays.sources import display_names
from app.core.errors import Malformed
from app.infra.database.engine import Database
from app.infra.database.models import Status
from app.infra.database.query import Cursor
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts.names import disambiguate
from app.tables.deal_guard import repository as deals_repository
from app.tables.deal_guard.service import DealGuard, is_table_barred
from app.tables.errors import DamagedGame, NoSuchSeat, NotFinished, TableNotFound, ViewNotAllowed
from app.tables.game.origin import Origin
from app.tables.game.protocol import TableInfo
from app.tables.game.repository import load_table
from app.tables.game.service import GameService
from app.tables.game.table_info import table_info
from app.tables.game.tables import Table
from app.tables.lobby.limits import OpenTableLimits, assign_address, check_table_limits
from app.tables.lobby.repository import add_table, columns_of, sit
from app.tables.timekeeping.errors import NotAtThisTable
from engine.branch import BranchStart
from engine.record import ABANDONED
from engine.registry import ENTRIES, GAMES
from engine.types import Json

MAX_PENDING, MAX_PENDING_EACH = 100, 3  # queued requests, in total and per player


class Branches:
    """Creates branched tables and lists related games. Branched tables are private and unrated."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        deals: DealGuard,
        limits: OpenTableLimits,
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._game_service = game_service
        self._deals = deals
        self._limits = limits
        self._sources = BranchSources(database, game_service, deals)
        self._queue = FairQueue(MAX_PENDING, MAX_PENDING_EACH)

    async def open(
        self,
        caller: Caller,
        player: UUID,
        code: str,
        request: NewBranch,
        address_key: str,
        count_moves: Callable[[int], None],
    ) -> TableInfo:
        """Creates a table with the requested position; the player is its host, at the seat in `request`.

        `count_moves` is called with the number of moves that the table takes over. Raises TableNotFound,
        NotStarted, ViewNotAllowed, NotFinished, GameOver, NoSuchSeat, NotAtThisTable, Malformed,
        TooManyTables, TooManyTablesHere, Busy, ServiceUnavailable, and what `count_moves` raises.
        """
        async with self._queue.slot(caller):
            source = await self._sources.find(player, code)
            start = await branch_start(source.record, request.ply)
            _check_deals(source.record, request.ply, start)
        count_moves(len(start.moves))
        if await self._deals.is_kept_from_public(source.deal):
            raise NotFinished  # companions could see the deals at the new table
        if request.seat >= len(source.record["seats"]):
            raise NoSuchSeat
        if request.bots not in ("", *ENTRIES[source.record["game"]].bots):
            raise Malformed
        after = await self._add(player, code, request, source, start, address_key)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(after.code))
        return table_info(after, player)

    async def _add(
        self,
        player: UUID,
        code: str,
        request: NewBranch,
        source: BranchSource,
        start: BranchStart,
        address_key: str,
    ) -> Table:
        record, source_columns = source.record, {"public": source.public, "duplicate": request.ply is None}
        async with self._database.write() as cursor:
            await check_table_limits(cursor, self._limits, player, address_key, new=True, listed=False)
            table = await add_table(
                cursor,
                len(record["seats"]),
                game=record["game"],
                options=record["options"],
                bots=request.bots,
                **columns_of(source.settings.for_game(record["game"], record["options"])),
                host_id=player,
            )
            await assign_address(cursor, table.id, address_key)
            await repository.add(cursor, table.id, code, start, source.deal, **source_columns)
            if source.table is not None:  # missing if the game ended under an older version
                await deals_repository.set_deal(cursor, source.table, source.deal)
            await sit(cursor, table, request.seat, player, salt="")
            return await load_table(cursor, table.code)

    async def related_games(self, player: UUID, code: str) -> RelatedGames:
        """Returns a finished game, its origin and the player's branches, from stored results.

        Raises TableNotFound, ViewNotAllowed, NotFinished.
        """
        async with self._database.read() as cursor:
            imported = await _imported(cursor, player, code)
            origin = None if imported else (await _finished_table(cursor, player, code)).origin
            own_codes = await repository.branches_of(cursor, code, player)
            summaries = await repository.summaries(cursor, own_codes if imported else [code, *own_codes])
            return RelatedGames(
                game=_imported_relative(imported) if imported else self._relative(summaries[code]),
                origin=await self._origin(cursor, origin, player) if origin else None,
                branches=[self._relative(summaries[one]) for one in own_codes if one in summaries],
            )

    async def _origin(self, cursor: Cursor, origin: Origin, player: UUID) -> RelatedGame | None:
        """Returns the game that this one branched off, or None if it is gone, damaged or hidden."""
        try:
            if (imported := await _imported(cursor, player, origin.code)) is not None:
                return _imported_relative(imported, origin)
            await _finished_table(cursor, player, origin.code)
        except (TableNotFound, ViewNotAllowed, NotFinished, DamagedGame):
            return None
        summaries = await repository.summaries(cursor, [origin.code])
        return self._relative(summaries[origin.code], origin) if summaries else None

    def _relative(self, seats: Sequence[SeatOfBranch], branch_point: Origin | None = None) -> RelatedGame:
        """Builds the summary; `branch_point` overrides the branching point stored with the table."""
        row = seats[0]
        ply, duplicate = _common_moves(branch_point) if branch_point else (row.ply or 0, bool(row.duplicate))
        names = disambiguate([seat.name or seat.player_name or "" for seat in seats])
        places = _places(names, row.result or self._cached_result(row.code))
        return RelatedGame(code=row.code, ply=ply, duplicate=duplicate, status=row.status, places=places)

    def _cached_result(self, code: str) -> list[list[int]]:
        """Returns the result of a game that is not in the archive yet, if this process has it cached."""
        position = self._game_service.peek(code)
        if position is None or not position.has_result:
            return []
        return [[result.score, result.place] for result in position.game.seat_results(position.state)]


def _check_deals(record: Json, ply: int | None, start: BranchStart) -> None:
    """Raises NotAtThisTable where deals follow from choices, unless some of both are taken over."""
    if GAMES[record["game"]].deals_follow_choices and (ply is None or not start.deals):
        raise NotAtThisTable


async def _imported(cursor: Cursor, player: UUID, code: str) -> ImportSummary | None:
    """Returns the summary of an imported game that the player may see, or None. Raises NotFinished."""
    found = await imports.summary(cursor, player, code)
    if found and found.deal and await deals_repository.is_deal_barred(cursor, player, found.deal):
        raise NotFinished
    return found


async def _finished_table(cursor: Cursor, player: UUID, code: str) -> Table:
    """Returns a finished table that the player may see. Raises TableNotFound, ViewNotAllowed, NotFinished."""
    table = await load_table(cursor, code)
    if not table.can_view(player):
        raise ViewNotAllowed
    if not table.over or await is_table_barred(cursor, player, table):
        raise NotFinished
    return table


def _imported_relative(row: ImportSummary, branch_point: Origin | None = None) -> RelatedGame:
    """Builds the summary of an imported game; without a result it counts as abandoned."""
    ply, duplicate = _common_moves(branch_point)
    ended = row.result is not None and row.result != ABANDONED
    status: Status = "finished" if ended else "abandoned"
    places = _places(display_names({"seats": row.seats}), row.places or [])
    return RelatedGame(code=row.code, ply=ply, duplicate=duplicate, status=status, places=places)


def _common_moves(branch_point: Origin | None) -> tuple[int, bool]:
    """Returns the number of moves in common, and whether the game is a duplicate."""
    return (branch_point.ply, branch_point.duplicate) if branch_point else (0, False)


def _places(names: Sequence[str], result: Sequence[Sequence[int]]) -> list[SeatPlace]:
    """Combines names with (score, place) pairs by seat; empty without a result."""
    if not result:
        return []
    return [
        SeatPlace(name=name, score=score, place=place)
        for name, (score, place) in zip(names, result, strict=True)
    ]
