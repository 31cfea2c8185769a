"""Play on from any position of a game that is over, or play its deals again and compare."""

import secrets
from collections.abc import Sequence
from uuid import UUID

from app.branches import repository
from app.branches.schemas import Family, NewBranch, Place, Relative
from app.bus import Bus, TableChanged
from app.database import Database
from app.errors import GameOver, Malformed, NoLookingOn, NoSuchSeat, NotFinished, TableNotFound
from app.imports import repository as imports
from app.lobby.repository import add_table, columns_of, sit
from app.models import Status
from app.play.origin import Origin
from app.play.protocol import TableInfo
from app.play.repository import load_table
from app.play.service import LATEST, Play, unless_away
from app.play.tables import Table
from app.play.terms import Terms
from app.replays.games import shown_names
from engine.bots import BOTS
from engine.branch import Start, play_again, play_on
from engine.errors import GameIsOver, RecordError
from engine.game import Tally
from engine.record import ABANDONED, read_record, replay
from engine.types import Json

PRIVATE = Terms(visibility="link")  # whoever saw the replay knows the hands


class Branches:
    """Tables like any other once they are made, but that they stay private and count for nobody."""

    def __init__(self, database: Database, bus: Bus, play: Play) -> None:
        self._database = database
        self._bus = bus
        self._play = play

    async def open(self, player: UUID, code: str, wish: NewBranch) -> TableInfo:
        """A new table with that position; its maker is the host, on the seat they wish.

        Raises TableNotFound, NoLookingOn, NotFinished, GameOver, NoSuchSeat, Malformed, OneMoment.
        """
        record, terms = await self._source(player, code)
        start = _start(record, wish.ply)
        if wish.seat >= len(record["seats"]):
            raise NoSuchSeat
        if wish.bots not in ("", *BOTS[record["game"]]):
            raise Malformed
        async with unless_away(), self._database.write() as cursor:
            table = await add_table(
                cursor,
                len(record["seats"]),
                game=record["game"],
                options=record["options"],
                bots=wish.bots,
                **columns_of(terms),
                secret=secrets.token_bytes(32),
                host_id=player,
            )
            await repository.add(cursor, table.id, code, start, duplicate=wish.ply is None)
            await sit(cursor, table, wish.seat, player, wish.salt)
            after = await load_table(cursor, table.code)
        self._bus.publish(TableChanged(after.code))
        return after.info_for(player)

    async def _source(self, player: UUID, code: str) -> tuple[Json, Terms]:
        """The record, and its branches' terms: nobody looks on where nobody might, until their host says so.

        Raises what `Play.record` does.
        """
        if (imported := await self._imported(player, code)) is not None:
            return imported, PRIVATE
        record = await self._play.record(code, player)
        watching = (await self._play.table(code)).terms.watching
        return record, PRIVATE.model_copy(update={"watching": watching})

    async def _imported(self, player: UUID, code: str) -> Json | None:
        """The record of a game from elsewhere, if it is one that they see."""
        async with unless_away(), self._database.read() as cursor:
            found = await imports.find(cursor, player, code)
        return found.record if found else None

    async def family(self, player: UUID, code: str) -> Family:
        """What there is to compare with a game that is over.

        Raises TableNotFound, NoLookingOn, NotFinished, OneMoment.
        """
        game, origin = await self._with_origin(code, player)
        async with unless_away(), self._database.read() as cursor:
            codes = await repository.mine(cursor, code, player)
        branches = [await self._relative(await self._play.table(one)) for one in codes]
        return Family(game=game, origin=origin, branches=branches)

    async def _with_origin(self, code: str, player: UUID) -> tuple[Relative, Relative | None]:
        if (imported := await self._imported(player, code)) is not None:
            return _from_elsewhere(imported, code), None
        table = await self._play.table(code)
        _let_see(table, player)
        origin = await self._origin(table.origin, player) if table.origin else None
        return await self._relative(table), origin

    async def _origin(self, origin: Origin, player: UUID) -> Relative | None:
        if (imported := await self._imported(player, origin.code)) is not None:
            return _from_elsewhere(imported, origin.code, origin)
        try:
            table = await self._play.table(origin.code)
            _let_see(table, player)
        except (TableNotFound, NoLookingOn):
            return None  # not every reader's to see, or gone
        return await self._relative(table, origin)

    async def _relative(self, table: Table, parting: Origin | None = None) -> Relative:
        """`parting` says where it parts from another, if that is not its own origin."""
        places = await self._places(table) if table.status == "finished" else []
        ply, duplicate = _apart(parting or table.origin)
        return Relative(code=table.code, ply=ply, duplicate=duplicate, status=table.status, places=places)

    async def _places(self, table: Table) -> list[Place]:
        position = await self._play.position(table.code, LATEST)
        return _places_of(table.names, position.game.tally(position.state))


def _from_elsewhere(record: Json, code: str, parting: Origin | None = None) -> Relative:
    """A game that has no end goes on nowhere."""
    ply, duplicate = _apart(parting)
    places = []
    if ended := record.get("result", ABANDONED) != ABANDONED:
        read = read_record(record)
        *_, last = replay(read)
        places = _places_of(shown_names(record), read.game.tally(last.state))
    status: Status = "finished" if ended else "abandoned"
    return Relative(code=code, ply=ply, duplicate=duplicate, status=status, places=places)


def _apart(parting: Origin | None) -> tuple[int, bool]:
    """After how many moves, and whether it is the same deals played again."""
    return (parting.ply, parting.duplicate) if parting else (0, False)


def _places_of(names: Sequence[str], tallies: Sequence[Tally]) -> list[Place]:
    return [
        Place(name=name, score=tally.score, place=tally.place)
        for name, tally in zip(names, tallies, strict=True)
    ]


def _let_see(table: Table, player: UUID) -> None:
    """Raises NoLookingOn, NotFinished."""
    if not table.admits(player):
        raise NoLookingOn
    if not table.over:
        raise NotFinished


def _start(record: Json, ply: int | None) -> Start:
    """Raises GameOver, Malformed."""
    try:
        read = read_record(record)
        return play_again(read) if ply is None else play_on(read, ply)
    except GameIsOver:
        raise GameOver from None
    except RecordError:
        raise Malformed from None
