"""The tables of the database."""

from app.infra.database.models.archive import FinishedGamePlayerRow, FinishedGameRow
from app.infra.database.models.branch import BranchRow
from app.infra.database.models.card_pack import CardPackRow, PackContentRow
from app.infra.database.models.chat import ChatLineRow, ReportRow
from app.infra.database.models.commitment import CommitmentRow, UnpublishedCommitmentRow
from app.infra.database.models.daily_deal import DailyDealRow, DailyTryRow
from app.infra.database.models.friends import BlockRow, FollowRow
from app.infra.database.models.game_analysis import GameAnalysisRow
from app.infra.database.models.game_import import ImportPackRow, ImportRow
from app.infra.database.models.given_hint import GivenHintRow
from app.infra.database.models.held_name import GuestNameRow, HeldNameRow
from app.infra.database.models.invitation import InvitationRow
from app.infra.database.models.moderation import AdminRow, AuditEntryRow, BanRow
from app.infra.database.models.move import MoveRow
from app.infra.database.models.night import (
    NightDealRow,
    NightPlayerRow,
    NightRow,
    NightTableRow,
    WithheldDealRow,
)
from app.infra.database.models.note import NoteRow
from app.infra.database.models.notification import (
    NotifiedVersionRow,
    PushDeviceRow,
    SentNotificationRow,
    WebhookRow,
)
from app.infra.database.models.packed_game import PackedGameRow, PackingStartRow
from app.infra.database.models.player import PlayerRow
from app.infra.database.models.puzzle import PuzzleAnswerRow, PuzzleRow, PuzzleSearchRow, PuzzleStandingRow
from app.infra.database.models.rating import (
    CountNamesRow,
    MonthlyStandingRow,
    RatingChangeRow,
    RatingRow,
    SeatResultRow,
)
from app.infra.database.models.removal import RemovalRow
from app.infra.database.models.seat import SeatRow
from app.infra.database.models.secret import HandoverRow, RecoveryCodeRow
from app.infra.database.models.security_event import DismissedEventRow, SecurityEventRow
from app.infra.database.models.seen_deal import SeenDealRow
from app.infra.database.models.session import SessionRow
from app.infra.database.models.shared_replay import SharedReplayLineRow, SharedReplayRow
from app.infra.database.models.solved_lesson import SolvedLessonRow
from app.infra.database.models.table import Status, TableRow
from app.infra.database.models.timekeeping import DeadlineRow, SeatRequestRow, VoteRow

__all__ = [
    "AdminRow",
    "AuditEntryRow",
    "BanRow",
    "BlockRow",
    "BranchRow",
    "CardPackRow",
    "ChatLineRow",
    "CommitmentRow",
    "CountNamesRow",
    "DailyDealRow",
    "DailyTryRow",
    "DeadlineRow",
    "DismissedEventRow",
    "FinishedGamePlayerRow",
    "FinishedGameRow",
    "FollowRow",
    "GameAnalysisRow",
    "GivenHintRow",
    "GuestNameRow",
    "HandoverRow",
    "HeldNameRow",
    "ImportPackRow",
    "ImportRow",
    "InvitationRow",
    "MonthlyStandingRow",
    "MoveRow",
    "NightDealRow",
    "NightPlayerRow",
    "NightRow",
    "NightTableRow",
    "NoteRow",
    "NotifiedVersionRow",
    "PackContentRow",
    "PackedGameRow",
    "PackingStartRow",
    "PlayerRow",
    "PushDeviceRow",
    "PuzzleAnswerRow",
    "PuzzleRow",
    "PuzzleSearchRow",
    "PuzzleStandingRow",
    "RatingChangeRow",
    "RatingRow",
    "RecoveryCodeRow",
    "RemovalRow",
    "ReportRow",
    "SeatRequestRow",
    "SeatResultRow",
    "SeatRow",
    "SecurityEventRow",
    "SeenDealRow",
    "SentNotificationRow",
    "SessionRow",
    "SharedReplayLineRow",
    "SharedReplayRow",
    "SolvedLessonRow",
    "Status",
    "TableRow",
    "UnpublishedCommitmentRow",
    "VoteRow",
    "WebhookRow",
    "WithheldDealRow",
]
