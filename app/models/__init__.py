"""The tables of the database."""

from app.models.clocks import DeadlineRow, VoteRow
from app.models.company import BlockRow, FollowRow
from app.models.move import MoveRow
from app.models.notices import DeviceRow, NoticeRow, ToldRow, WebhookRow
from app.models.player import PlayerRow
from app.models.ratings import RatingRow, ResultRow, StandingRow
from app.models.seat import SeatRow
from app.models.secrets import HandoverRow, RecoveryRow
from app.models.session import SessionRow
from app.models.table import Status, TableRow

__all__ = [
    "BlockRow",
    "DeadlineRow",
    "DeviceRow",
    "FollowRow",
    "HandoverRow",
    "MoveRow",
    "NoticeRow",
    "PlayerRow",
    "RatingRow",
    "RecoveryRow",
    "ResultRow",
    "SeatRow",
    "SessionRow",
    "StandingRow",
    "Status",
    "TableRow",
    "ToldRow",
    "VoteRow",
    "WebhookRow",
]
