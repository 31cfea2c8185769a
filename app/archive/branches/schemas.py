"""Games played on from others, and played again, over HTTP."""

from typing import Annotated

from pydantic import Field

from app.infra.database.models import Status
from app.players.accounts.schemas import Body
from app.tables.game.protocol import Salt


class NewBranch(Body):
    """What the maker of such a table decides."""

    ply: Annotated[int, Field(ge=0, le=20_000)] | None = None  # none: the same deals from the first move on
    seat: Annotated[int, Field(ge=0, le=20)]  # where its maker sits
    bots: Annotated[str, Field(max_length=32)] = ""  # what fills empty seats at the start, "" for nothing
    salt: Salt | None = None  # as pages of the version before send it: too early, so it is not used


class Place(Body):
    """What one seat made of a game."""

    name: str  # empty: a former player
    score: int
    place: int  # from 1


class Relative(Body):
    """A game that this one branched off, or one that branched off this one."""

    code: str
    ply: int  # where they part
    duplicate: bool  # the same deals, played again
    status: Status
    places: list[Place]  # by seat; none without an end


class Family(Body):
    """The games to be seen beside a game that is over."""

    game: Relative  # itself
    origin: Relative | None = None
    branches: list[Relative]  # those of the reader
