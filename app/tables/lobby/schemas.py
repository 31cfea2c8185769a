"""Request and response bodies of open tables."""

from typing import Annotated

from pydantic import Field

from app.core.schemas import StrictModel
from app.tables.game.protocol import Salt
from app.tables.game.settings import TableSettings
from engine.types import Json

# digest of the settings that the client showed; "" from older clients
TermsKey = Annotated[str, Field(max_length=32)]


class OptionInfo(StrictModel):
    """One option of a game."""

    choices: list[str | bool | int]
    defaults: dict[str, str | bool | int]  # by number of seats
    modes: list[str]  # values of the option "mode" with which it exists; none: it always does


class GameInfo(StrictModel):
    """A game that can be played here."""

    key: str
    seats: list[int]  # possible numbers of seats
    options: dict[str, OptionInfo]
    match_modes: dict[str, list[int]]  # seats of quick matches by mode; "" without modes
    bots: list[str]  # the first is the default
    shows_late: bool  # whether a hand can be shared with spectators
    has_memory: bool  # whether the game has a panel of cards seen so far
    has_time_limits: bool  # by its rules: then it has no other clock, and no caretaker
    modes_by_days: list[str]  # values of the option "mode" with which its time limits may last a day each
    packs: list[str]  # built-in packs of cards, by name
    pack_sizes: dict[str, int] = Field(default_factory=dict)  # their numbers of cards


class NewTable(StrictModel):
    """The options and settings of a new table."""

    game: str
    seats: int
    options: Json = Field(default_factory=dict)
    bots: str = ""  # the bot that fills empty seats at the start, "" for none
    terms: TableSettings
    # handle of a player to invite; the table must be private
    invite: Annotated[str, Field(pattern="^[0-9a-f]{12}$")] | None = None
    salt: Salt | None = None  # sent by older clients, too early to be used


class NewSeats(StrictModel):
    """The number of seats of a table, and the bot that fills empty ones at the start, "" for none."""

    seats: int
    bots: Annotated[str, Field(max_length=32)] = ""
    terms: TableSettings | None = None  # settings to change with them, both or neither


class Sit(StrictModel):
    """Takes a seat."""

    salt: Salt
    terms_key: TermsKey = ""


class NewSalt(StrictModel):
    """A player's contribution to the shuffle, sent after they have the table's commitment."""

    salt: Salt


class Ready(StrictModel):
    """Whether the player is ready to start with the settings they saw."""

    ready: bool
    terms_key: TermsKey = ""


class Start(StrictModel):
    """Starts the game with the settings that the host saw."""

    terms_key: TermsKey = ""
