"""Administration: reports, bans and closing tables. Each action and its log entry are one transaction."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from app.core.errors import NotFound
from app.infra.database.engine import Database, now
from app.infra.database.query import Cursor
from app.infra.rate_limits import Caller
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import BANS, TABLE_CHANGES, TableChanged
from app.moderation import repository
from app.moderation.bug_reports.repository import Attachment, attachment
from app.moderation.errors import CannotBanYourself, NotAdmin
from app.moderation.schemas import (
    AuditEntry,
    BanInfo,
    BanRequest,
    Overview,
    PackCards,
    ReportedPack,
    ReportInfo,
)
from app.players.accounts.administrators import Administrators
from app.players.accounts.errors import BadName, NoAccount
from app.players.accounts.lookalikes import name_key
from app.players.accounts.names import clean_name
from app.players.bans import repository as bans_repository
from app.players.bans.networks import NetworkSet, parse_network
from app.players.bans.service import Bans
from app.tables.card_packs import repository as packs_repository
from app.tables.card_packs.errors import PackNotFound
from app.tables.deal_guard.digest import record_deal_digest
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import DamagedGame, GameOver, TableNotFound
from app.tables.game import repository as game_repository
from app.tables.game.service import GameService
from app.tables.lobby.repository import lock_table
from engine.record import read_record
from engine.types import Json

MAX_ABOUT = 50  # characters of what an action is about, in the log


@dataclass(frozen=True)
class Admin:
    """An authorized administrator."""

    player: UUID
    name: str


class Moderation:
    """Actions for administrators; all methods raise NotAdmin for everyone else."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        deals: DealGuard,
        bans: Bans,
        enforce_bans: Callable[[], Awaitable[None]],
        admins: str,
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._game_service = game_service
        self._deals = deals
        self._bans = bans
        self._enforce_bans = enforce_bans
        self._administrators = Administrators(admins)

    async def check(self, player: UUID) -> None:
        """Checks that the player is an administrator. Raises NotAdmin."""
        async with self._database.read() as cursor:
            await self._admin(cursor, player)

    async def overview(self, player: UUID) -> Overview:
        """Returns the reports, bans and audit log that administrators see. Raises NotAdmin."""
        async with self._database.read() as cursor:
            await self._admin(cursor, player)
            reports = await repository.reports(cursor)
            bans = await bans_repository.listed(cursor, now())
            audit_entries = await repository.audit_entries(cursor)
        return Overview(
            reports=[_report_info(row) for row in reports],
            bans=[
                BanInfo(
                    id=row.id,
                    about=row.about,
                    muted=row.muted,
                    why=row.why,
                    since=row.since.isoformat(),
                    until=row.until.isoformat() if row.until else "",
                )
                for row in bans
            ],
            acts=[AuditEntry(**{**row._asdict(), "at": row.at.isoformat()}) for row in audit_entries],
        )

    async def bug_report(self, player: UUID, report: int) -> Json:
        """Returns the attachment of a bug report.

        Raises NotAdmin, NotFound, NotFinished (the administrator plays its deals at another table).
        """
        async with self._database.read() as cursor:
            await self._admin(cursor, player)
            found = await attachment(cursor, report)
        if found is None:
            raise NotFound
        with suppress(DamagedGame):
            await self._record_viewing(player, found)
        return found.problem

    async def _record_viewing(self, player: UUID, report: Attachment) -> None:
        """Records that the administrator sees the report's game. Raises NotFinished, DamagedGame."""
        try:
            table = await self._game_service.table(report.table)
        except TableNotFound:  # an imported or deleted game
            if "moves" in report.problem["game"]:
                deal = record_deal_digest(read_record(report.problem["game"]))
                await self._deals.record_deal_view(player, deal, report.table)
            return
        record = self._deals.record_game_view if table.over else self._deals.record_table_view
        await record(player, table)

    async def ban(self, caller: Caller, request: BanRequest) -> None:
        """Bans or mutes a player or network; `caller` is the administrator.

        Banned players leave tables that have not started, and nights.
        Raises NotAdmin, NotFound, NoAccount, BadNetwork, CannotBanYourself.
        """
        until = now() + timedelta(days=request.days) if request.days else None
        async with self._admin_transaction(caller.player) as (cursor, admin):
            if request.network is not None:
                about = await self._ban_network(cursor, caller, request, until)
            else:
                about = await self._ban_player(cursor, admin, request, until)
            await _log_action(cursor, admin, "mute" if request.muted else "ban", about, request.why)
        await self._publish_bans()
        if not request.muted:
            await self._enforce_bans()

    async def unban(self, player: UUID, ban: int, reason: str) -> None:
        """Lifts a ban or mute. Raises NotAdmin, NotFound."""
        async with self._admin_transaction(player) as (cursor, admin):
            about = await bans_repository.lift(cursor, ban)
            if about is None:
                raise NotFound
            await _log_action(cursor, admin, "lift", about, reason)
        await self._publish_bans()

    async def resolve(self, player: UUID, report: int, reason: str) -> None:
        """Marks a report as resolved. Raises NotAdmin, NotFound."""
        async with self._admin_transaction(player) as (cursor, admin):
            about = await repository.resolve_report(cursor, report)
            if about is None:
                raise NotFound
            await _log_action(cursor, admin, "settle", about, reason)

    async def close(self, player: UUID, code: str, reason: str) -> None:
        """Closes a table and shows the reason to everyone there.

        Raises NotAdmin, TableNotFound, DamagedGame, GameOver, ServiceUnavailable.
        """
        async with self._admin_transaction(player) as (cursor, admin):
            table = await lock_table(cursor, code)
            if table.over:
                raise GameOver
            earlier = await repository.closed_reason(cursor, table.id)
            await repository.set_closed_reason(cursor, table.id, reason)
            if not table.started:
                await game_repository.end(cursor, table.id, "abandoned")
            await _log_action(cursor, admin, "close", code, reason)
        try:
            if table.started:
                await self._game_service.abandon(code)
        except GameOver:  # its players were first, or another administrator, whose reason it keeps
            async with self._database.write() as cursor:
                await repository.set_closed_reason(cursor, table.id, earlier)
            raise
        finally:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))

    async def pack_cards(self, player: UUID, name: str) -> PackCards:
        """Returns the cards of a player's pack, hidden or not. Raises NotAdmin, PackNotFound."""
        async with self._database.read() as cursor:
            await self._admin(cursor, player)
            found = await packs_repository.contents(cursor, [name])
        if not found:
            raise PackNotFound
        [pack] = found
        return PackCards(title=pack.title, hidden=pack.hidden, cards=[text for text, _ in pack.cards])

    async def hide_pack(self, player: UUID, name: str, why: str, *, hidden: bool) -> None:
        """Hides the cards of a player's pack from everybody, or shows them again.

        Raises NotAdmin, PackNotFound.
        """
        async with self._admin_transaction(player) as (cursor, admin):
            title = await packs_repository.hide(cursor, name, hidden=hidden)
            if title is None:
                raise PackNotFound
            act = "hide_pack" if hidden else "show_pack"
            await _log_action(cursor, admin, act, title[:MAX_ABOUT], why)

    @asynccontextmanager
    async def _admin_transaction(self, player: UUID | None) -> AsyncIterator[tuple[Cursor, Admin]]:
        """Opens a transaction of an administrator. Raises NotAdmin."""
        async with self._database.write() as cursor:
            yield cursor, await self._admin(cursor, player)

    async def _admin(self, cursor: Cursor, player: UUID | None) -> Admin:
        candidate = await repository.admin_candidate(cursor, player) if player else None
        if player is None or candidate is None or not self._administrators.includes(candidate):
            raise NotAdmin
        return Admin(player, candidate.name)

    async def _ban_network(
        self, cursor: Cursor, caller: Caller, request: BanRequest, until: datetime | None
    ) -> str:
        network = str(parse_network(request.network or ""))
        if caller.address in NetworkSet([network]):
            raise CannotBanYourself
        await bans_repository.ban_network(cursor, network, until, muted=request.muted, why=request.why)
        return network

    async def _ban_player(
        self, cursor: Cursor, admin: Admin, request: BanRequest, until: datetime | None
    ) -> str:
        player, name = await self._player_to_ban(cursor, request)
        if player == admin.player:
            raise CannotBanYourself
        await bans_repository.ban_player(cursor, player, name, until, muted=request.muted, why=request.why)
        return name

    async def _player_to_ban(self, cursor: Cursor, request: BanRequest) -> tuple[UUID, str]:
        if request.report is not None:
            report = await repository.reported_player(cursor, request.report)
            if report is None or report.about_id is None:
                raise NotFound
            return report.about_id, report.about
        try:
            key = name_key(clean_name(request.account or ""))
        except BadName:
            raise NoAccount from None
        account = await repository.account(cursor, key)
        if account is None:
            raise NoAccount
        return account.id, account.name

    async def _publish_bans(self) -> None:
        await self._bans.reload()
        self._pubsub.publish(BANS, "")


def _report_info(row: repository.ReportEntry) -> ReportInfo:
    pack = ReportedPack(name=row.pack, title=row.title or "", hidden=bool(row.hidden)) if row.pack else None
    return ReportInfo(
        id=row.id,
        by=row.by or "",
        about=row.about,
        gone=row.about_id is None,
        table=row.table or "",
        words=row.words,
        lines=row.lines,
        problem=row.problem,
        pack=pack,
        at=row.at.isoformat(),
        settled=row.settled_at is not None,
    )


async def _log_action(cursor: Cursor, admin: Admin, act: str, about: str, why: str) -> None:
    await repository.add_audit_entry(
        cursor, admin_id=admin.player, admin=admin.name, act=act, about=about, why=why
    )
