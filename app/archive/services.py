"""The services of finished games: history, replays, imports, branches, notes and link previews."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from starlette.requests import HTTPConnection

from app.archive.branches.service import Branches
from app.archive.game_analysis.service import GameAnalyses
from app.archive.game_import.deal_backfill import DealBackfill
from app.archive.game_import.repository import find as find_imported
from app.archive.game_import.service import Imports
from app.archive.history.recorder import HistoryRecorder
from app.archive.history.service import GameHistory
from app.archive.link_previews.renderer import Renderer
from app.archive.link_previews.service import LinkPreviews
from app.archive.notes.service import GameNotes
from app.archive.replays.paradox_analysis import ParadoxAnalyses
from app.archive.replays.service import Replays
from app.archive.shared_replays.hub import SharedReplayHub
from app.archive.shared_replays.service import SharedReplays
from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.infra.redis.presence import Presence
from app.infra.services import InfraServices
from app.players.services import PlayerServices
from app.tables.results.processor import FinishedGameProcessor
from app.tables.services import TableServices


@dataclass(frozen=True)
class ArchiveServices:
    """The services of this group; they live as long as the server does."""

    history: GameHistory
    history_recorder: HistoryRecorder
    replays: Replays
    paradox_analyses: ParadoxAnalyses
    game_analyses: GameAnalyses
    shared_replays: SharedReplays
    shared_replay_hub: SharedReplayHub
    branches: Branches
    notes: GameNotes
    game_imports: Imports
    link_previews: LinkPreviews


@asynccontextmanager
async def build_archive_services(
    infra: InfraServices, players: PlayerServices, tables: TableServices
) -> AsyncIterator[ArchiveServices]:
    """Builds the services of this group and closes them in the reverse order.

    The processor of finished games is built here, because it runs steps of both groups in one transaction.
    """
    database, pubsub = infra.database, infra.pubsub
    game, deals = tables.game, tables.deal_guard
    async with ServiceStack() as stack:
        recorder = HistoryRecorder(database, game)
        stack.add(FinishedGameProcessor(database, pubsub, game, (tables.result_recorder, recorder)))
        stack.add(DealBackfill(database))
        replays = Replays(database, deals, find_imported)
        presence = stack.add(Presence(infra.redis, pubsub))
        yield ArchiveServices(
            history=GameHistory(database),
            history_recorder=recorder,
            replays=replays,
            paradox_analyses=ParadoxAnalyses(replays),
            game_analyses=stack.add(GameAnalyses(database, infra.redis, infra.workers, replays)),
            shared_replays=SharedReplays(database, pubsub, replays, tables.chat, presence),
            shared_replay_hub=stack.add(SharedReplayHub(database, pubsub, presence)),
            branches=Branches(database, pubsub, game, deals, tables.lobby.limits),
            notes=GameNotes(database, game, deals),
            game_imports=Imports(database, deals, infra.storage, players.bans),
            link_previews=LinkPreviews(database, game, Renderer(), deals),
        )


def archive_services(connection: HTTPConnection) -> ArchiveServices:
    """Returns the services that serve this connection."""
    archive: ArchiveServices = connection.state.archive
    return archive


ArchiveServicesDep = Annotated[ArchiveServices, from_lifespan_state("archive")]
