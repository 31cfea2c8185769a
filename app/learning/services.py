"""The services of people who learn a game."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from app.core.lifespan_state import from_lifespan_state
from app.core.service_stack import ServiceStack
from app.infra.services import InfraServices
from app.learning.lessons.service import Lessons
from app.learning.puzzles.finder import PuzzleFinder
from app.learning.puzzles.service import Puzzles
from app.tables.services import TableServices


@dataclass(frozen=True)
class LearningServices:
    """The services of this group; they live as long as the server does."""

    lessons: Lessons
    puzzles: Puzzles
    puzzle_finder: PuzzleFinder


@asynccontextmanager
async def build_learning_services(
    infra: InfraServices, tables: TableServices
) -> AsyncIterator[LearningServices]:
    """Builds the services of this group and closes them in the reverse order."""
    database, deals = infra.database, tables.deal_guard
    async with ServiceStack() as stack:
        yield LearningServices(
            lessons=Lessons(database),
            puzzles=Puzzles(database, deals),
            puzzle_finder=stack.add(PuzzleFinder(database, infra.redis, infra.workers, deals)),
        )


LearningServicesDep = Annotated[LearningServices, from_lifespan_state("learning")]
