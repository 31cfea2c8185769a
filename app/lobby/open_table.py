"""A table that has not started, while somebody changes it and nobody else does."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import AlreadyStarted, NoSuchSeat
from app.models import PlayerRow, SeatRow, TableRow
from app.play.repository import find_row, seated
from app.play.tables import Table, snapshot


@dataclass
class OpenTable:
    """Its rows; what is changed in them is written when the session ends."""

    session: AsyncSession
    row: TableRow
    seats: list[SeatRow]  # in order
    people: dict[UUID, PlayerRow]  # who sit here, by id

    def seat_of(self, player: UUID) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.player_id == player), None)

    def seat(self, number: int) -> SeatRow:
        """Raises NoSuchSeat."""
        if not 0 <= number < len(self.seats):
            raise NoSuchSeat
        return self.seats[number]

    async def sit(self, player: UUID, number: int, salt: str) -> None:
        """Takes a free seat, leaving the one had before."""
        if (before := self.seat_of(player)) is not None:
            self.clear(before)
            await self.session.flush()  # a person has one seat: the old one goes first
        self.people[player] = await self.session.get_one(PlayerRow, player)
        seat = self.seats[number]
        seat.player_id, seat.salt, seat.ready = player, salt, False

    def clear(self, seat: SeatRow) -> None:
        """Nobody sits here."""
        seat.player_id, seat.salt, seat.ready = None, "", False

    def table(self) -> Table:
        """As everybody will see it."""
        people = [self.people[seat.player_id] if seat.player_id else None for seat in self.seats]
        return snapshot(self.row, list(zip(self.seats, people, strict=True)))


async def open_table(session: AsyncSession, code: str) -> OpenTable:
    """Nobody else changes it before the session ends. Raises TableNotFound, AlreadyStarted."""
    row = await find_row(session, code, lock=True)
    if row.status != "open":
        raise AlreadyStarted
    rows = await seated(session, row)
    return OpenTable(session, row, [seat for seat, _ in rows], {one.id: one for _, one in rows if one})


async def new_table(session: AsyncSession, row: TableRow, seats: int) -> OpenTable:
    """A table with so many empty seats."""
    session.add(row)
    await session.flush()
    numbers = range(seats)
    rows = [SeatRow(table_id=row.id, seat=seat, bot="", name="", salt="", ready=False) for seat in numbers]
    session.add_all(rows)
    return OpenTable(session, row, rows, {})
