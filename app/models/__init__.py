"""The tables of the database."""

from app.models.admin import ActRow, AdminRow, BanRow
from app.models.archive import ArchiveRow, PlayedRow
from app.models.branch import BranchRow
from app.models.clocks import DeadlineRow, SeatRequestRow, VoteRow
from app.models.commitment import CommitmentRow, UnpublishedRow
from app.models.company import BlockRow, FollowRow
from app.models.imports import ImportRow
from app.models.journal import NoteRow
from app.models.move import MoveRow
from app.models.names import GuestNameRow, HeldNameRow
from app.models.notices import DeviceRow, NoticeRow, ToldRow, WebhookRow
from app.models.player import PlayerRow
from app.models.ratings import RatingRow, ResultRow, StandingRow
from app.models.removal import RemovalRow
from app.models.review import ReviewLineRow, ReviewRow
from app.models.seat import SeatRow
from app.models.secrets import HandoverRow, RecoveryRow
from app.models.security import DismissalRow, SecurityEventRow
from app.models.seen import SeenRow
from app.models.session import SessionRow
from app.models.table import Status, TableRow
from app.models.talk import ReportRow, SaidRow

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
