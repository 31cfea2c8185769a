"""The tables of the database."""

from app.infra.database.models.archive import ArchiveRow, PlayedRow
from app.infra.database.models.branch import BranchRow
from app.infra.database.models.chat import ReportRow, SaidRow
from app.infra.database.models.commitment import CommitmentRow, UnpublishedRow
from app.infra.database.models.friends import BlockRow, FollowRow
from app.infra.database.models.game_import import ImportRow
from app.infra.database.models.held_name import GuestNameRow, HeldNameRow
from app.infra.database.models.moderation import ActRow, AdminRow, BanRow
from app.infra.database.models.move import MoveRow
from app.infra.database.models.note import NoteRow
from app.infra.database.models.notification import DeviceRow, NoticeRow, ToldRow, WebhookRow
from app.infra.database.models.player import PlayerRow
from app.infra.database.models.rating import RatingRow, ResultRow, StandingRow
from app.infra.database.models.removal import RemovalRow
from app.infra.database.models.seat import SeatRow
from app.infra.database.models.secret import HandoverRow, RecoveryRow
from app.infra.database.models.security_event import DismissalRow, SecurityEventRow
from app.infra.database.models.seen_deal import SeenRow
from app.infra.database.models.session import SessionRow
from app.infra.database.models.shared_replay import ReviewLineRow, ReviewRow
from app.infra.database.models.table import Status, TableRow
from app.infra.database.models.timekeeping import DeadlineRow, SeatRequestRow, VoteRow

__all__ = [
    "ActRow",
    "AdminRow",
    "ArchiveRow",
    "BanRow",
    "BlockRow",
    "BranchRow",
    "CommitmentRow",
    "DeadlineRow",
    "DeviceRow",
    "DismissalRow",
    "FollowRow",
    "GuestNameRow",
    "HandoverRow",
    "HeldNameRow",
    "ImportRow",
    "MoveRow",
    "NoteRow",
    "NoticeRow",
    "PlayedRow",
    "PlayerRow",
    "RatingRow",
    "RecoveryRow",
    "RemovalRow",
    "ReportRow",
    "ResultRow",
    "ReviewLineRow",
    "ReviewRow",
    "SaidRow",
    "SeatRequestRow",
    "SeatRow",
    "SecurityEventRow",
    "SeenRow",
    "SessionRow",
    "StandingRow",
    "Status",
    "TableRow",
    "ToldRow",
    "UnpublishedRow",
    "VoteRow",
    "WebhookRow",
]
