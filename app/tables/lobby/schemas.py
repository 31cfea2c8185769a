"""Tables over HTTP, before they are played at."""

from typing import Annotated

from pydantic import Field

from app.players.accounts.schemas import Body
from app.tables.game.protocol import Salt
from app.tables.game.settings import TableSettings
from engine.types import Json

TermsKey = Annotated[str, Field(max_length=32)]  # of the settings that the page showed; "" for an old page


class OptionInfo(Body):
    """One option of a game."""

    choices: list[str]
    defaults: dict[str, str]  # by number of seats


class GameInfo(Body):
    """A game that can be played here."""

    key: str
    seats: list[int]  # how many there may be
    options: dict[str, OptionInfo]
    bots: list[str]  # the first is the one for people who do not choose
    shows_late: bool  # whether a hand can be shown late to whoever looks on
    has_memory: bool  # whether its table has a panel of what was seen there


class NewTable(Body):
    """What the maker of a table decides."""

    game: str
    seats: int
    options: Json = Field(default_factory=dict)
    bots: str = ""  # what fills empty seats at the start, "" for nothing
    terms: TableSettings
    salt: Salt | None = None  # as pages of the version before send it: too early, so it is not used


class Sit(Body):
    """A person takes a seat."""

    salt: Salt
    terms_key: TermsKey = ""


class NewSalt(Body):
    """A person's part of the shuffle, once they have seen the table's commitment."""

    salt: Salt


class Ready(Body):
    """A person can begin with the settings that they saw, or not yet."""

    ready: bool
    terms_key: TermsKey = ""


class Start(Body):
    """The host begins with the settings that they saw."""

    terms_key: TermsKey = ""
