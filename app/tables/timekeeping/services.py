"""The services that keep the time of tables and decide about absent players."""

from dataclasses import dataclass

from app.core.service_stack import ServiceStack
from app.infra.redis.presence import Presence
from app.infra.services import InfraServices
from app.tables.game.bots import Bots
from app.tables.game.hub import Hub
from app.tables.game.service import GameService
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.attendance import Attendance
from app.tables.timekeeping.availability_service import AvailabilityService
from app.tables.timekeeping.deadlines import Deadlines
from app.tables.timekeeping.player_moves import PlayerMoves
from app.tables.timekeeping.seat_handover import SeatHandover
from app.tables.timekeeping.seat_recovery import SeatRecovery
from app.tables.timekeeping.service import TableVotes
from app.tables.timekeeping.steps import Steps
from app.tables.timekeeping.table_status import TableStatusNotifier
from app.tables.timekeeping.vote_settlement import VoteSettlement


@dataclass(frozen=True)
class TimekeepingServices:
    """The services of this feature; they live as long as the server does."""

    moves: PlayerMoves
    votes: TableVotes
    seat_recovery: SeatRecovery
    seat_handover: SeatHandover
    availability: AvailabilityService
    deadlines: Deadlines
    table_status: TableStatusNotifier


def build_timekeeping_services(
    stack: ServiceStack,
    infra: InfraServices,
    presence: Presence,
    game_service: GameService,
    hub: Hub,
    bots: Bots,
) -> TimekeepingServices:
    """Builds the services of this feature; the stack closes them."""
    database, pubsub, clock = infra.database, infra.pubsub, infra.clock
    absence = Absence(presence, clock)
    votes = TableVotes(database, pubsub, game_service, absence, clock)
    settlement = VoteSettlement(votes, bots)
    attendance = stack.add(Attendance(database, pubsub, presence, hub, clock))
    steps = Steps(database, game_service, absence, attendance, clock)
    return TimekeepingServices(
        moves=PlayerMoves(game_service, votes),
        votes=votes,
        seat_recovery=SeatRecovery(database, game_service, absence, votes, clock),
        seat_handover=SeatHandover(database, votes, bots),
        availability=AvailabilityService(database, pubsub, game_service, clock),
        deadlines=stack.add(Deadlines(database, pubsub, game_service, bots, steps, attendance, clock)),
        table_status=stack.add(
            TableStatusNotifier(database, pubsub, presence, game_service, hub, absence, settlement, clock)
        ),
    )
