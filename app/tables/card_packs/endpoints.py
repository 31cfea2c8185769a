"""`/api/packs`, and the texts of packs at `/api/games/{game}/packs/{pack}`."""

from typing import Annotated, Any, TypeVar
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ValidationError

from app.core.errors import (
    Busy,
    InvalidText,
    Malformed,
    ServiceUnavailable,
    TooBig,
    TooFast,
    TooMuchToday,
    TooSlow,
)
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.http.parameters import CheckedCode
from app.infra.http.request_body import read_upload
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServices, InfraServicesDep
from app.players.accounts.errors import NoAccount
from app.players.bans.errors import Muted
from app.players.services import SEARCH, PlayerDep, ReaderDep
from app.tables.card_packs.errors import BadCards, PackHidden, PackNotFound, TooManyPacks
from app.tables.card_packs.schemas import (
    NewPack,
    OwnPack,
    PackList,
    PackPreview,
    PackReport,
    PackTexts,
    Sharing,
    WrittenPack,
)
from app.tables.card_packs.service import CardPacks
from app.tables.services import TableServicesDep

MAX_UPLOAD_BYTES = 256 * 1024  # the longest list has 200 KB
REPORT_BYTES = 1_000
router = APIRouter(prefix="/api")
Name = Annotated[str, Path(pattern="^[0-9A-Za-z-]{1,40}$")]
PREVIEW_ERRORS = (*WRITE_ERRORS, NoAccount, Busy, TooSlow)
STORE_ERRORS = (TooManyPacks, TooMuchToday, Muted)
Written = TypeVar("Written", bound=BaseModel)


def body_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Describes the body of an endpoint that reads it itself."""
    content = {"application/json": {"schema": model.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


@router.get(
    "/games/{game}/packs/{pack}",
    response_model=PackTexts,
    responses=error_responses(TooFast, Malformed, PackNotFound, ServiceUnavailable),
)
async def get_pack_texts(
    game: Name,
    pack: Name,
    request: Request,
    reader: ReaderDep,
    infra: InfraServicesDep,
    tables: TableServicesDep,
) -> Response:
    """Returns the texts of a pack: a built-in one, or one that the options of a game name."""
    infra.limits.searches.take(Caller(address_of(request)))
    return Response(await tables.card_packs.texts(game, pack, reader), media_type="application/json")


@router.get("/packs", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS))
async def list_packs(player: PlayerDep, tables: TableServicesDep) -> PackList:
    """Lists the player's packs."""
    return await tables.card_packs.packs_of(player)


@router.post(
    "/packs/preview", responses=error_responses(*PREVIEW_ERRORS), openapi_extra=body_schema(WrittenPack)
)
async def preview(
    request: Request, player: PlayerDep, infra: InfraServicesDep, tables: TableServicesDep
) -> PackPreview:
    """Reads a list of cards and returns what would be stored, or which lines have faults."""
    caller = _count_pack(request, player, infra)
    async with tables.card_packs.uploads.slot(caller):
        return await tables.card_packs.preview(await _body(request, caller, tables.card_packs, WrittenPack))


@router.post(
    "/packs",
    responses=error_responses(*PREVIEW_ERRORS, *STORE_ERRORS, InvalidText, BadCards),
    openapi_extra=body_schema(NewPack),
)
async def add_pack(
    request: Request, player: PlayerDep, infra: InfraServicesDep, tables: TableServicesDep
) -> OwnPack:
    """Stores a pack of the player, who needs an account."""
    caller = _count_pack(request, player, infra)
    async with tables.card_packs.uploads.slot(caller):
        body = await _body(request, caller, tables.card_packs, NewPack)
        return await tables.card_packs.add(caller, player, body)


@router.get(
    "/packs/{code}", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS, Malformed, PackNotFound)
)
async def get_pack(code: CheckedCode, player: PlayerDep, tables: TableServicesDep) -> OwnPack:
    """Returns a pack of the player, or a shared one."""
    return await tables.card_packs.get(player, code)


@router.put(
    "/packs/{code}",
    responses=error_responses(*PREVIEW_ERRORS, TooMuchToday, Muted, InvalidText, BadCards, PackNotFound),
    openapi_extra=body_schema(NewPack),
)
async def change_pack(
    code: CheckedCode, request: Request, player: PlayerDep, infra: InfraServicesDep, tables: TableServicesDep
) -> OwnPack:
    """Replaces title, language and cards of a pack of the player."""
    caller = _count_pack(request, player, infra)
    async with tables.card_packs.uploads.slot(caller):
        body = await _body(request, caller, tables.card_packs, NewPack)
        return await tables.card_packs.change(caller, player, code, body)


@router.put(
    "/packs/{code}/sharing", responses=error_responses(*WRITE_ERRORS, Muted, PackNotFound, PackHidden)
)
async def share_pack(
    code: CheckedCode, body: Sharing, request: Request, player: PlayerDep, tables: TableServicesDep
) -> OwnPack:
    """Sets whether everybody who has the link may see and copy the pack."""
    caller = Caller(address_of(request), player)
    return await tables.card_packs.share(caller, player, code, shared=body.shared)


@router.post(
    "/packs/{code}/copies",
    responses=error_responses(*WRITE_ERRORS, *STORE_ERRORS, NoAccount, PackNotFound, PackHidden),
)
async def copy_pack(
    code: CheckedCode, request: Request, player: PlayerDep, infra: InfraServicesDep, tables: TableServicesDep
) -> OwnPack:
    """Copies a shared pack; the copy is the player's."""
    return await tables.card_packs.copy(_count_pack(request, player, infra), player, code)


@router.delete("/packs/{code}", responses=error_responses(*WRITE_ERRORS, PackNotFound))
async def delete_pack(code: CheckedCode, player: PlayerDep, tables: TableServicesDep) -> bool:
    """Deletes a pack of the player."""
    await tables.card_packs.delete(player, code)
    return True


@router.post(
    "/packs/reports", responses=error_responses(*WRITE_ERRORS, InvalidText, PackNotFound, TooMuchToday)
)
async def report_pack(
    body: PackReport,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    tables: TableServicesDep,
) -> PackReport:
    """Reports the cards of a pack to the administrators."""
    caller = Caller(address_of(request), player)
    infra.limits.reports.take(caller)
    infra.storage.take(caller, REPORT_BYTES)
    await tables.card_packs.report(player, body, address)
    return body


def _count_pack(request: Request, player: UUID, infra: InfraServices) -> Caller:
    """Counts a list of cards and returns who sent it. Raises TooFast."""
    caller = Caller(address_of(request), player)
    infra.limits.packs.take(caller)
    return caller


async def _body(request: Request, caller: Caller, packs: CardPacks, kind: type[Written]) -> Written:
    """Reads a list of cards, of accounts only. Raises NoAccount, TooBig, TooSlow, Malformed."""
    await packs.require_account(caller)
    try:
        return kind.model_validate_json(await read_upload(request.receive, MAX_UPLOAD_BYTES))
    except ValidationError as error:
        is_too_long = any(
            one["type"] == "string_too_long" and one["loc"] == ("written",) for one in error.errors()
        )
        raise (TooBig if is_too_long else Malformed) from None
