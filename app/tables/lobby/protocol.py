"""Messages about the open tables, and about waiting for other players."""

from typing import Literal, Self

from pydantic import Field, model_validator

from app.core.i18n import Language
from app.core.schemas import StrictModel
from app.players.cats import CatName
from app.tables.game.protocol import Salt
from app.tables.game.settings import Watching
from app.tables.time_control.presets import ClockName
from engine.registry import GAMES
from engine.types import Json


class Enter(StrictModel):
    """Subscribes to the open tables."""

    type: Literal["enter"] = "enter"
    protocol: int


class RequestMatch(StrictModel):
    """A matchmaking request; repeated every few seconds, as it expires otherwise."""

    type: Literal["seek"] = "seek"
    id: str = Field(pattern=r"^[0-9a-f]{32}$")  # of the request: repetitions keep it
    game: str = Field(max_length=32)
    mode: str = Field(default="", max_length=32)  # of the game, if it has any
    least: int = Field(ge=1, le=20)  # seats
    most: int = Field(ge=1, le=20)
    clock: ClockName
    bots: bool = False  # bots may fill empty seats: an offer to all who wait begins at once
    salt: Salt | None = None  # sent by older clients, too early to be used

    @model_validator(mode="after")
    def _check_range(self) -> Self:
        if self.least > self.most:
            raise ValueError("no range")
        return self

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Returns the numbers of seats that a quick match of this game and mode can have; none if unknown."""
        game = GAMES.get(self.game)
        return game.match_modes.get(self.mode, ()) if game else ()


class Cancel(StrictModel):
    """Cancels the matchmaking request."""

    type: Literal["cancel"] = "cancel"


class Answer(StrictModel):
    """An answer to an offer; may be changed while the offer is open."""

    type: Literal["answer"] = "answer"
    offer: str = Field(pattern=r"^[0-9a-f]{32}$")
    answer: Literal["people", "bots", "no"]  # accepts a table without bots; also one filled by bots; neither


class OpenSeat(StrictModel):
    """One seat of an open table."""

    name: str = ""  # unique at the table; empty for a free seat
    cat: CatName  # different for each seat
    host: bool = False
    account: bool = False  # registered, so the name is unique


class OpenTable(StrictModel):
    """An open table with its settings, as the lobby lists it."""

    code: str
    game: str
    options: Json
    seats: list[OpenSeat]
    bots: str
    clock: ClockName
    hold: int
    watching: Watching
    caretaker: bool
    memory: bool
    chat: bool
    languages: list[Language]
    friend: bool = False  # a friend of the reader sits there
    looking: int = 0  # number of spectators
    priority: int = 0  # sort key, ascending; fair to all hosts
    opened_at: int  # seconds since 1970


class OpenTables(StrictModel):
    """The open tables: all (`whole`), or the new and changed ones, and the codes of those that are gone."""

    type: Literal["tables"] = "tables"
    whole: bool
    tables: list[OpenTable]
    gone: list[str]
    further: int = 0  # number of further tables, available page by page over HTTP


class FurtherTables(StrictModel):
    """A page, over HTTP, of the open tables after those sent to the socket."""

    tables: list[OpenTable]
    more: bool  # whether another page follows


class Needed(StrictModel):
    """A table of `seats` seats starts when `more` more people have come."""

    seats: int
    more: int


class Offer(StrictModel):
    """An offer to all who wait for this game and clock to start now with those who agree."""

    id: str
    seconds: float  # seconds left to answer
    people: int  # number of people asked, including the reader
    agreed: int
    seats: int  # seats of a table without bots if all agree; 0: not possible
    with_bots: int  # seats of a table filled by bots; 0: no bots needed
    answer: Literal["", "people", "bots", "no"]  # the reader's answer


class GameProgress(StrictModel):
    """The progress of a game, as everybody at its table knows it."""

    unit: Literal["round", "turn"]
    number: int  # the current one, from 1
    of: int


class PlayingSeat(StrictModel):
    """One seat of a running game."""

    name: str
    bot: bool = False
    score: int | None = None  # so far; None if it is not public before the end


class RunningGame(StrictModel):
    """A running game that others may watch."""

    code: str
    game: str
    seats: list[PlayingSeat]
    clock: ClockName
    progress: GameProgress
    watching: int  # number of spectators
    friend: bool = False  # a friend of the reader plays there
    started_at: int  # seconds since 1970


class RunningGames(StrictModel):
    """A page, over HTTP, of the games to watch."""

    games: list[RunningGame]
    more: bool  # whether another page follows


class Waiting(StrictModel):
    """The state of a waiting matchmaking request; `people` wait for this game, mode and clock."""

    type: Literal["waiting"] = "waiting"
    id: str
    people: int
    needed: list[Needed] = Field(default_factory=list)
    offer: Offer | None = None


class Searching(StrictModel):
    """How many other people wait for a quick match of this game, mode and clock."""

    game: str
    mode: str = ""
    clock: ClockName
    people: int


class Online(StrictModel):
    """The number of people connected to this site, and of the others who wait for a quick match."""

    type: Literal["online"] = "online"
    people: int
    searching: list[Searching] = Field(default_factory=list)


class MatchFound(StrictModel):
    """The request, or the one of another device that replaced it, was matched: the game is at this table."""

    type: Literal["found"] = "found"
    id: str
    table: str
