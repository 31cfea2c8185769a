"""`/api/games` and `/api/tables`."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from app.core.errors import (
    ForbiddenOrigin,
    Malformed,
    NoLinks,
    TooBig,
    TooFast,
    TooMuchToday,
)
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.infra.storage_quotas import GAME_BYTES
from app.players.bans.errors import Muted
from app.players.friends.errors import PlayerNotFound, TooManyPlayers
from app.players.services import SEARCH, PlayerDep, PlayerServicesDep
from app.tables.card_packs.errors import OwnPacksPrivate, PackHidden, PackNotFound
from app.tables.errors import (
    AlreadyStarted,
    DamagedGame,
    NoSuchSeat,
    NotHost,
    NotSeated,
    TableNotFound,
    ViewNotAllowed,
)
from app.tables.game.protocol import TableInfo
from app.tables.game.settings import TableSettings
from app.tables.invitations.errors import AlreadyInvited, CannotInvite, InvitationsFull, TooManyInvitations
from app.tables.lobby.candidates import MAX_CANDIDATES
from app.tables.lobby.errors import (
    DealsInPlay,
    ExcludedFromTable,
    NotAllReady,
    NotEnoughPlayers,
    RemovedFromTable,
    SaltGiven,
    SeatChanged,
    SeatTaken,
    SettingsChanged,
    StaysPrivate,
    StaysPublic,
    TooManySeats,
    TooManyTables,
    TooManyTablesHere,
)
from app.tables.lobby.games import list_games
from app.tables.lobby.protocol import FurtherTables, RunningGames
from app.tables.lobby.schemas import GameInfo, NewSalt, NewSeats, NewTable, Ready, Sit, Start
from app.tables.services import TABLE_CHANGE, TableServicesDep

router = APIRouter(prefix="/api")
PublicIdQuery = Annotated[str, Query(max_length=16)]  # as in a seat's information
PublicIdPath = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
GameQuery = Annotated[str, Query(max_length=32)]  # a game's key; "": all games
Skip = Annotated[int, Query(ge=0, le=MAX_CANDIDATES)]
LIMIT_ERRORS = (TooManyTables, TooManyTablesHere)
INVITE_ERRORS = (PlayerNotFound, CannotInvite, AlreadyInvited, TooManyInvitations, InvitationsFull)
LINK_ERRORS = (NoLinks, Muted)
PACK_ERRORS = (OwnPacksPrivate, PackNotFound, PackHidden)
SETTINGS_ERRORS = (NotHost, StaysPrivate, StaysPublic, OwnPacksPrivate, *LINK_ERRORS, *LIMIT_ERRORS)
SEAT_ERRORS = (
    NoSuchSeat,
    SeatTaken,
    SettingsChanged,
    RemovedFromTable,
    ExcludedFromTable,
    TooManySeats,
    *LIMIT_ERRORS,
)
TABLE_ERRORS = (*READ_ERRORS, Malformed, TableNotFound, DamagedGame)
OPEN_TABLE_ERRORS = (*TABLE_ERRORS, AlreadyStarted, ForbiddenOrigin, TooBig)


@router.get("/games", responses=error_responses(TooFast))
async def get_games() -> list[GameInfo]:
    """Lists the games of this server and their options."""
    return list_games()


@router.get("/lobby/tables", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS, Malformed))
async def get_open_tables(
    player: PlayerDep,
    tables: TableServicesDep,
    *,
    skip: Skip = 0,
    from_start: bool = False,
    game: GameQuery = "",
) -> FurtherTables:
    """Lists open tables, of one game if given, from the first on or after those that the socket sends."""
    return await tables.lobby_hub.get_open_tables(player, skip, from_start=from_start, game=game)


@router.get(
    "/lobby/games",
    dependencies=[SEARCH],
    response_model_exclude_none=True,
    responses=error_responses(*READ_ERRORS, Malformed),
)
async def get_games_to_watch(player: PlayerDep, tables: TableServicesDep, skip: Skip = 0) -> RunningGames:
    """Lists running games that the player may watch."""
    return await tables.watchable_games.page(player, skip)


@router.post(
    "/tables",
    responses=error_responses(
        *WRITE_ERRORS,
        TooMuchToday,
        *LINK_ERRORS,
        *PACK_ERRORS,
        *LIMIT_ERRORS,
        *INVITE_ERRORS,
    ),
)
async def create_table(
    body: NewTable,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
    tables: TableServicesDep,
) -> TableInfo:
    """Creates a table, with the player as its host, and invites another player to it if one is named."""
    caller = Caller(address_of(request), player)
    infra.limits.tables.take(caller)
    if body.invite:
        infra.limits.take_invitation(caller, body.invite)
    if body.terms.has_public_link:
        players.bans.require_not_muted(caller)
    infra.storage.take(caller, GAME_BYTES)
    return await tables.lobby.create(player, body, address)


@router.get("/tables/{code}", responses=error_responses(*TABLE_ERRORS, ViewNotAllowed))
async def get_table(code: Code, player: PlayerDep, tables: TableServicesDep) -> TableInfo:
    """Returns a table as the player may see it."""
    return await tables.lobby.get_table(player, code)


@router.put(
    "/tables/{code}/seats",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*OPEN_TABLE_ERRORS, *SETTINGS_ERRORS, SeatTaken),
)
async def change_seats(
    code: Code,
    body: NewSeats,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    players: PlayerServicesDep,
    tables: TableServicesDep,
) -> TableInfo:
    """Changes the number of seats, the bot for empty ones and, if given, the settings; for the host only."""
    if body.terms and body.terms.has_public_link:
        players.bans.require_not_muted(Caller(address_of(request), player))
    return await tables.lobby.change_seats(player, code, body, address)


@router.put(
    "/tables/{code}/seats/{seat}",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*OPEN_TABLE_ERRORS, *SEAT_ERRORS),
)
async def sit(
    code: Code, seat: int, body: Sit, player: PlayerDep, address: AddressKeyDep, tables: TableServicesDep
) -> TableInfo:
    """Takes a seat."""
    return await tables.lobby.sit(player, code, seat, body.salt, address=address, settings_key=body.terms_key)


@router.delete(
    "/tables/{code}/seats/{seat}",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*OPEN_TABLE_ERRORS, NoSuchSeat, NotHost, SeatChanged, TooManyPlayers),
)
async def leave(
    code: Code,
    seat: int,
    player: PlayerDep,
    tables: TableServicesDep,
    *,
    who: PublicIdQuery = "",
    keep_out: bool = False,
) -> TableInfo:
    """Leaves the player's seat; the host can remove others from theirs."""
    return await tables.lobby.leave(player, code, seat, expected=who, permanent=keep_out)


@router.put("/tables/{code}/salt", responses=error_responses(*OPEN_TABLE_ERRORS, NotSeated, SaltGiven))
async def add_salt(code: Code, body: NewSalt, player: PlayerDep, tables: TableServicesDep) -> TableInfo:
    """Adds the player's contribution to the shuffle."""
    info = await tables.lobby.add_salt(player, code, body.salt)
    if info.status == "playing":
        tables.bots.wake(info.code)
    return info


@router.delete(
    "/tables/{code}/kept_out/{who}",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*OPEN_TABLE_ERRORS, NotHost),
)
async def lift_removal(
    code: Code, who: PublicIdPath, player: PlayerDep, tables: TableServicesDep
) -> TableInfo:
    """Lifts the removal of a player; for the host only."""
    return await tables.lobby.lift_removal(player, code, who)


@router.put(
    "/tables/{code}/ready",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*OPEN_TABLE_ERRORS, NotSeated, SettingsChanged),
)
async def set_ready(code: Code, body: Ready, player: PlayerDep, tables: TableServicesDep) -> TableInfo:
    """Sets whether the player is ready to start with the current settings."""
    return await tables.lobby.set_ready(player, code, ready=body.ready, settings_key=body.terms_key)


@router.put(
    "/tables/{code}/terms",
    dependencies=[TABLE_CHANGE],
    responses=error_responses(*OPEN_TABLE_ERRORS, *SETTINGS_ERRORS),
)
async def change_settings(
    code: Code,
    body: TableSettings,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    players: PlayerServicesDep,
    tables: TableServicesDep,
) -> TableInfo:
    """Changes the settings; for the host only."""
    if body.has_public_link:
        players.bans.require_not_muted(Caller(address_of(request), player))
    return await tables.lobby.change_settings(player, code, body, address)


@router.post(
    "/tables/{code}/start",
    responses=error_responses(
        *OPEN_TABLE_ERRORS, NotHost, NotAllReady, NotEnoughPlayers, DealsInPlay, SettingsChanged
    ),
)
async def start(
    code: Code, player: PlayerDep, tables: TableServicesDep, body: Start | None = None
) -> TableInfo:
    """Starts the game; for the host only."""
    info = await tables.lobby.start(player, code, settings_key=body.terms_key if body else "")
    tables.bots.wake(info.code)
    return info
