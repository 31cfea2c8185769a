"""Bodies of the branch endpoints: games continued from another, or replaying its deals."""

from typing import Annotated

from pydantic import Field

from app.core.schemas import StrictModel
from app.infra.database.models import Status
from app.tables.game.protocol import Salt


class NewBranch(StrictModel):
    """A request for a table that branches off a game."""

    ply: Annotated[int, Field(ge=0, le=20_000)] | None = None  # None: the same deals from the start
    seat: Annotated[int, Field(ge=0, le=20)]  # of the table's creator
    bots: Annotated[str, Field(max_length=32)] = ""  # the bot that fills empty seats at the start, or ""
    salt: Salt | None = None  # sent by clients of the previous version; ignored


class SeatPlace(StrictModel):
    """The result of one seat."""

    name: str  # empty: a former player
    score: int
    place: int  # from 1


class RelatedGame(StrictModel):
    """A game related to another by branching."""

    code: str
    ply: int  # number of moves in common
    duplicate: bool  # the same deals from the first move
    status: Status
    places: list[SeatPlace]  # by seat; empty if the game has no result


class RelatedGames(StrictModel):
    """A finished game with its origin and branches, for comparison."""

    game: RelatedGame  # the game itself
    origin: RelatedGame | None = None
    branches: list[RelatedGame]  # the reader's own
