"""Messages about the open tables, and about waiting for other players."""

from typing import Literal, Self

from pydantic import Field, model_validator

from app.core.i18n import Language
from app.core.schemas import Message
from app.tables.game.protocol import Json, Salt
from app.tables.game.settings import Watching
from app.tables.time_control.presets import ClockName


class Enter(Message):
    """Follow the open tables."""

    type: Literal["enter"] = "enter"
    protocol: int


class Seek(Message):
    """Waits for others to play with; said again every few seconds, as who is silent has gone."""

    type: Literal["seek"] = "seek"
    id: str = Field(pattern=r"^[0-9a-f]{32}$")  # of this wish: answered once, however often it is said
    game: str = Field(max_length=32)
    least: int = Field(ge=1, le=20)  # seats
    most: int = Field(ge=1, le=20)
    clock: ClockName
    bots: bool = False  # bots may take the empty seats: all who wait are asked at once
    salt: Salt | None = None  # as pages of the version before send it: too early, so it is not used

    @model_validator(mode="after")
    def _a_range(self) -> Self:
        if self.least > self.most:
            raise ValueError("no range")
        return self


class Cancel(Message):
    """Waits no longer."""

    type: Literal["cancel"] = "cancel"


class Answer(Message):
    """What a person says to an offer; it may be changed while the offer lasts."""

    type: Literal["answer"] = "answer"
    offer: str = Field(pattern=r"^[0-9a-f]{32}$")
    answer: Literal["people", "bots", "no"]  # a table without bots, a table that bots may fill, or neither


class OpenSeat(Message):
    """One seat of an open table."""

    name: str = ""  # told apart from the others; empty for a free seat
    host: bool = False
    account: bool = False  # the name is this person's alone


class OpenTable(Message):
    """A table that has not started, as the lobby shows it, and what is agreed on there."""

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
    friend: bool = False  # a friend of the reader's sits there
    looking: int = 0  # so many have a page open there and no seat
    priority: int = 0  # lower ones are listed first: the order is fair to all hosts
    opened_at: int  # seconds since 1970


class OpenTables(Message):
    """The open tables: all of them, or those that are new or different, and those that are gone."""

    type: Literal["tables"] = "tables"
    whole: bool
    tables: list[OpenTable]
    gone: list[str]
    further: int = 0  # so many more can be asked for page by page


class FurtherTables(Message):
    """Open tables that come after those of the socket; over HTTP, page by page."""

    tables: list[OpenTable]
    more: bool  # whether another page follows


class Needed(Message):
    """A table of so many seats begins when so many more people are there."""

    seats: int
    more: int


class Offer(Message):
    """All who wait for this game and clock may begin together now, those who agree."""

    id: str
    seconds: float  # left to answer
    people: int  # asked, the reader among them
    agreed: int
    seats: int  # at a table without bots if all agree; 0 where there is none
    with_bots: int  # seats at one that bots fill; 0 where it takes none
    answer: Literal["", "people", "bots", "no"]  # the reader's


class GameProgress(Message):
    """How far a game is, as everybody at its table knows."""

    unit: Literal["round", "turn"]
    number: int  # the one under way, from 1
    of: int


class PlayingSeat(Message):
    """One seat of a game that goes on."""

    name: str
    bot: bool = False
    score: int | None = None  # so far, if everybody knows it before the end


class RunningGame(Message):
    """A game that goes on, and that others may watch."""

    code: str
    game: str
    seats: list[PlayingSeat]
    clock: ClockName
    progress: GameProgress
    watching: int  # spectators
    friend: bool = False  # a friend of the reader's plays there
    started_at: int  # seconds since 1970


class RunningGames(Message):
    """Games to watch, over HTTP, page by page."""

    games: list[RunningGame]
    more: bool  # whether another page follows


class Waiting(Message):
    """The wish of this id waits; so many people wait for this game and clock."""

    type: Literal["waiting"] = "waiting"
    id: str
    people: int
    needed: list[Needed] = Field(default_factory=list)
    offer: Offer | None = None


class Online(Message):
    """So many people have a page open, anywhere on this site."""

    type: Literal["online"] = "online"
    people: int


class Found(Message):
    """Others are there: the game is on at this table."""

    type: Literal["found"] = "found"
    id: str
    table: str
