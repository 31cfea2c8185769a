"""`/api/tables/{code}/caretaker`, `/votes` and `/seat-request`, `/api/me/days` and `/vacations`."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from app.core.errors import Malformed
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, GameOver, NoSuchSeat, NotSeated, NotStarted, TableNotFound
from app.tables.services import TABLE_CHANGE, TableServicesDep
from app.tables.time_control.availability import Day, NewQuietHours, Vacation
from app.tables.timekeeping.availability_service import CountTables
from app.tables.timekeeping.errors import (
    NoCaretaker,
    NoPauseLeft,
    NoSeatRequest,
    NotAbsent,
    NotAtThisTable,
    NotYourSeat,
    SeatOfAccount,
    SeatRequested,
    TooManyDaysOff,
)
from app.tables.timekeeping.schemas import (
    AvailabilityInfo,
    Caretaker,
    Done,
    NewVote,
    SeatAnswer,
    SeatClaim,
    SeatRequestState,
)
from engine.types import Seat

router = APIRouter(prefix="/api")
VOTE_ERRORS = (NoSuchSeat, NotAbsent, NotAtThisTable, NoPauseLeft)
GAME_ERRORS = (TableNotFound, DamagedGame, NotStarted, GameOver)
TABLE_ERRORS = (*WRITE_ERRORS, *GAME_ERRORS, NotSeated, NoCaretaker)
TABLES_PER_TOKEN = 20  # checking 20 tables takes about 100 ms; players with more have fewer changes
SEAT_REQUEST_ERRORS = (NotYourSeat, SeatOfAccount, NotAtThisTable, NotAbsent, SeatRequested)


async def _count_change(request: Request, player: PlayerDep, infra: InfraServicesDep) -> CountTables:
    """Counts a change of a player's availability; what it returns counts the tables of the change."""
    caller, limit = Caller(address_of(request), player), infra.limits.availability
    limit.take(caller)
    return lambda tables: limit.owe(caller, tables // TABLES_PER_TOKEN)


CountTablesDep = Annotated[CountTables, Depends(_count_change)]


@router.put("/tables/{code}/caretaker", dependencies=[TABLE_CHANGE], responses=error_responses(*TABLE_ERRORS))
async def put_caretaker(code: Code, body: Caretaker, player: PlayerDep, tables: TableServicesDep) -> Done:
    """Sets whether the caretaker plays for the player."""
    await tables.timekeeping.votes.set_caretaker(player, code, caretaker=body.plays)
    tables.bots.wake(code)
    return Done()


@router.put(
    "/tables/{code}/votes",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*TABLE_ERRORS, *VOTE_ERRORS),
)
async def put_vote(code: Code, body: NewVote, player: PlayerDep, tables: TableServicesDep) -> Done:
    """Votes about a seat, or about the table's time."""
    about = None if body.about is None else Seat(body.about)
    await tables.timekeeping.votes.vote(player, code, about, body.wish)
    tables.bots.wake(code)
    return Done()


@router.post(
    "/tables/{code}/seat-request",
    responses=error_responses(*WRITE_ERRORS, *GAME_ERRORS, *SEAT_REQUEST_ERRORS),
)
async def request_seat(
    code: Code,
    body: SeatClaim,
    request: Request,
    player: PlayerDep,
    infra: InfraServicesDep,
    tables: TableServicesDep,
) -> SeatRequestState:
    """Asks for the seat that this browser held in a lost session."""
    infra.limits.seat_requests.take(Caller(address_of(request), player))
    granted = await tables.timekeeping.seat_recovery.request(player, code, body.salt)
    tables.bots.wake(code)
    return SeatRequestState(state="granted" if granted else "waiting")


@router.get(
    "/tables/{code}/seat-request",
    responses=error_responses(*READ_ERRORS, Malformed, TableNotFound, DamagedGame),
)
async def get_seat_request(code: Code, player: PlayerDep, tables: TableServicesDep) -> SeatRequestState:
    """Returns the state of the player's request for a seat."""
    if await tables.timekeeping.seat_recovery.is_open(player, code):
        return SeatRequestState(state="waiting")
    seated = (await tables.game.table(code)).seat_of(player) is not None
    return SeatRequestState(state="granted" if seated else "none")


@router.put(
    "/tables/{code}/seat-request",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*WRITE_ERRORS, *GAME_ERRORS, NotSeated, NoSeatRequest, NotAbsent),
)
async def answer_seat_request(
    code: Code, body: SeatAnswer, player: PlayerDep, tables: TableServicesDep
) -> Done:
    """Answers another player's request for a seat."""
    await tables.timekeeping.seat_recovery.answer(player, code, yes=body.yes)
    tables.bots.wake(code)
    return Done()


@router.get("/me/days", responses=error_responses(*READ_ERRORS))
async def get_availability(player: PlayerDep, tables: TableServicesDep) -> AvailabilityInfo:
    """Returns the player's quiet hours and vacations."""
    return await tables.timekeeping.availability.get(player)


@router.put("/me/days", responses=error_responses(*WRITE_ERRORS))
async def put_quiet_hours(
    body: NewQuietHours, player: PlayerDep, count: CountTablesDep, tables: TableServicesDep
) -> AvailabilityInfo:
    """Sets the player's quiet hours."""
    return await tables.timekeeping.availability.set_quiet_hours(player, body, count)


@router.post("/me/vacations", responses=error_responses(*WRITE_ERRORS, TooManyDaysOff))
async def post_vacation(
    body: Vacation, player: PlayerDep, count: CountTablesDep, tables: TableServicesDep
) -> AvailabilityInfo:
    """Adds a vacation."""
    return await tables.timekeeping.availability.add_vacation(player, body, count)


@router.delete("/me/vacations/{first}", responses=error_responses(*WRITE_ERRORS))
async def delete_vacation(
    first: Day, player: PlayerDep, count: CountTablesDep, tables: TableServicesDep
) -> AvailabilityInfo:
    """Ends or cancels a vacation."""
    return await tables.timekeeping.availability.end_vacation(player, first, count)
