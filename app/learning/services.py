"""The services of people who learn a game."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from app.infra.services import InfraServices
from app.learning.puzzles.service import Puzzles
from app.learning.service import Lessons


@dataclass(frozen=True)
class LearningServices:
    """The services of this group; they live as long as the server does."""

    lessons: Lessons
    puzzles: Puzzles


def build_learning_services(infra: InfraServices) -> LearningServices:
    """Builds the services of this group; none of them has to be closed."""
    return LearningServices(lessons=Lessons(infra.database), puzzles=Puzzles(infra.database))


async def _learning_services(connection: HTTPConnection) -> LearningServices:
    """Async, because FastAPI runs a plain function in another thread."""
    learning: LearningServices = connection.state.learning
    return learning


LearningServicesDep = Annotated[LearningServices, Depends(_learning_services)]
