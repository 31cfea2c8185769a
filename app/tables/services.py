"""The services of tables: games in play, lobby, matchmaking, timekeeping, chat and notifications."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.infra.rate_limits import Caller, address_of
from app.infra.redis.presence import Presence
from app.infra.services import InfraServices, InfraServicesDep
from app.players.services import PlayerDep, PlayerServices
from app.tables.card_packs.service import CardPacks
from app.tables.chat.hub import ChatHub
from app.tables.chat.service import Chat
from app.tables.commitments.service import CommitmentLog
from app.tables.deal_guard.page_closer import DuplicatePageCloser
from app.tables.deal_guard.service import DealGuard
from app.tables.game.bot_choice import BotChoice
from app.tables.game.bots import Bots
from app.tables.game.change_poller import ChangePoller
from app.tables.game.hub import Hub
from app.tables.game.service import GameService
from app.tables.hints.service import Hints
from app.tables.invitations.service import Invitations
from app.tables.lobby.hub import LobbyHub
from app.tables.lobby.idle_tables import IdleTableCloser
from app.tables.lobby.limits import limits_from
from app.tables.lobby.online_counter import OnlineCounter
from app.tables.lobby.open_table_list import OpenTableList
from app.tables.lobby.service import LobbyService
from app.tables.matchmaking.hub import MatchmakingHub
from app.tables.matchmaking.queue import MatchQueue, QueueRules
from app.tables.matchmaking.seating import MatchSeating
from app.tables.matchmaking.starter import MatchStarter
from app.tables.rematch.service import Rematch
from app.tables.results.result_recorder import ResultRecorder
from app.tables.spectators.game_list import WatchableGames
from app.tables.spectators.hand_sharing import HandSharing
from app.tables.spectators.notifier import SpectatorNotifier
from app.tables.timekeeping.services import TimekeepingServices, build_timekeeping_services
from app.tables.turn_notifications.delivery_queue import DeliveryQueue
from app.tables.turn_notifications.my_turns import MyTurns
from app.tables.turn_notifications.notifier import TurnNotifier
from app.tables.turn_notifications.push import PushEncoder
from app.tables.turn_notifications.service import NotificationSettings


@dataclass(frozen=True)
class TableServices:
    """The services of this group; they live as long as the server does."""

    game: GameService
    hub: Hub
    presence: Presence
    bots: Bots
    deal_guard: DealGuard
    timekeeping: TimekeepingServices
    lobby: LobbyService
    lobby_hub: LobbyHub
    invitations: Invitations
    online_counter: OnlineCounter
    matchmaking: MatchmakingHub
    watchable_games: WatchableGames
    hand_sharing: HandSharing
    hints: Hints
    rematch: Rematch
    card_packs: CardPacks
    chat: Chat
    chat_hub: ChatHub
    notifications: NotificationSettings
    my_turns: MyTurns
    commitments: CommitmentLog
    result_recorder: ResultRecorder


@asynccontextmanager
async def build_table_services(infra: InfraServices, players: PlayerServices) -> AsyncIterator[TableServices]:
    """Builds the services of this group and closes them in the reverse order.

    The game service is the first to subscribe to changes of tables, so that it discards its copy of a table
    before any other subscriber asks for it.
    """
    settings, database = infra.settings, infra.database
    pubsub, clock, limits = infra.pubsub, infra.clock, limits_from(infra.settings)
    async with ServiceStack() as stack:
        game = stack.add(GameService(database, pubsub))
        deals = DealGuard(database, pubsub)
        presence = stack.add(Presence(infra.redis, pubsub))
        hub = stack.add(Hub(game, pubsub, presence, clock, deals.barred_players, deals.record_table_view))
        bots = stack.add(Bots(game, BotChoice(infra.workers), settings.bot_pause))
        queue = _queue(infra)
        lobby_hub = stack.add(LobbyHub(database, pubsub, OpenTableList(database, presence, clock)))
        _start_background_work(stack, infra, hub, bots, presence)
        encoder = PushEncoder(settings.key)
        _start_notifier(stack, infra, game, presence, encoder)
        yield TableServices(
            game=game,
            hub=hub,
            presence=presence,
            bots=bots,
            deal_guard=deals,
            timekeeping=build_timekeeping_services(stack, infra, presence, game, hub, bots),
            lobby=LobbyService(database, pubsub, presence, deals, limits),
            lobby_hub=lobby_hub,
            invitations=Invitations(database, pubsub),
            online_counter=stack.add(OnlineCounter(infra.redis, lobby_hub, queue.searching_players)),
            matchmaking=stack.add(MatchmakingHub(pubsub, queue, MatchSeating(database, pubsub))),
            watchable_games=WatchableGames(database, game, presence),
            hand_sharing=HandSharing(database, pubsub),
            hints=Hints(database, game, infra.workers),
            rematch=stack.add(Rematch(database, pubsub, presence, players.bans, limits)),
            card_packs=CardPacks(database, infra.storage, players.bans),
            chat=Chat(database, pubsub, game, players.bans, infra.limits, infra.address_keys),
            chat_hub=stack.add(ChatHub(database, pubsub, hub, lobby_hub)),
            notifications=NotificationSettings(database, encoder, infra.safe_http),
            my_turns=MyTurns(database, game),
            commitments=stack.add(CommitmentLog(database)),
            result_recorder=ResultRecorder(database, game),
        )


def _start_background_work(
    stack: ServiceStack, infra: InfraServices, hub: Hub, bots: Bots, presence: Presence
) -> None:
    """Starts the services without callers, which follow other processes, Redis or the clock."""
    database, pubsub = infra.database, infra.pubsub
    stack.add(SpectatorNotifier(database, hub, presence))
    stack.add(IdleTableCloser(database, pubsub, presence))
    stack.add(MatchStarter(database, pubsub, bots.wake))
    stack.add(DuplicatePageCloser(database, pubsub, hub))
    if infra.settings.redis_url:  # notices of other processes may get lost
        stack.add(ChangePoller(database, pubsub, hub))


def _start_notifier(
    stack: ServiceStack, infra: InfraServices, game: GameService, presence: Presence, encoder: PushEncoder
) -> None:
    database, settings = infra.database, infra.settings
    deliveries = stack.add(DeliveryQueue(database, infra.safe_http))
    contact = settings.push_contact or settings.public_url
    stack.add(
        TurnNotifier(
            database, infra.pubsub, game, infra.redis, deliveries, encoder, contact, presence, infra.clock
        )
    )


def _queue(infra: InfraServices) -> MatchQueue:
    settings = infra.settings
    rules = QueueRules(settings.people_per_address, settings.offer_after)
    return MatchQueue(infra.redis, settings.key, rules)


async def _count_change(connection: HTTPConnection, player: PlayerDep, infra: InfraServicesDep) -> None:
    infra.limits.table_changes.take(Caller(address_of(connection), player))


TABLE_CHANGE = Depends(_count_change)  # limits the rate of changes that all at a table get. Raises TooFast
TableServicesDep = Annotated[TableServices, from_lifespan_state("tables")]
