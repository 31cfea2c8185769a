"""Messages about a table and its game.

A refusal carries a code, never a sentence.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.schemas import Message
from app.tables.game.settings import TableSettings

PROTOCOL_VERSION = 1
Json = dict[str, Any]
# This person's part of the shuffle: 16 random bytes from their own browser.
Salt = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Join(Message):
    """Follow a table: its people, and its game as this person may see it."""

    type: Literal["join"] = "join"
    protocol: int
    table: str = Field(min_length=1, max_length=16)
    log_from: int = Field(default=0, ge=0)  # the version up to which this page has the log
    stay: Literal[True] | None = None  # this page shows a game that is over, and its players have gone on


class Play(Message):
    """A move for the seat this person holds; sent again with the same id, it is answered again."""

    type: Literal["play"] = "play"
    id: str = Field(min_length=1, max_length=40, pattern=r"^[!-~]+$")  # visible ASCII
    turn: int = Field(ge=0)  # the turn of the update that offered the choice
    move: Json


class Again(Message):
    """Whether this person wants another game at this table, whose game is over."""

    type: Literal["again"] = "again"
    yes: bool
    salt: Salt  # for the shuffle of that game; the first one of a person counts


class ShowHand(Message):
    """Whether this person consents that whoever looks on sees their hand, a round late."""

    type: Literal["show_hand"] = "show_hand"
    yes: bool


class SeatInfo(Message):
    """One seat at the table, for everybody's eyes."""

    kind: Literal["empty", "person", "bot"]
    name: str = ""  # told apart from the others; empty for an empty seat, and a former player
    handle: str = ""  # of this person's profile
    account: bool = False  # the name is this person's alone; a guest may be called like another guest
    ready: bool = False
    host: bool = False
    you: bool = False
    shows_hand: bool = False  # late, to whoever looks on
    caretaker: bool = False  # it plays here until this person comes back
    salted: bool = False  # whether this person's part of the shuffle is in
    who: str = ""  # the same person has the same at every table
    seen_deals: bool = False  # of a duplicate that has not started: this person has seen its cards elsewhere
    again: Literal["", "no", "yes"] = ""  # whether this person wants another game, once this one is over


class KeptOut(Message):
    """A person whom the host does not let sit down at this table."""

    who: str  # as in a seat
    name: str


class OriginInfo(Message):
    """Where a table's game comes from: another game, played on or played again."""

    code: str  # of that game; empty while its duplicate is played
    ply: int  # after so many of its moves
    duplicate: bool  # the same deals from the start, to be compared


class TableInfo(Message):
    """A table and its people, as one person sees them."""

    code: str
    game: str
    options: Json
    status: Literal["open", "playing", "finished", "abandoned"]
    seats: list[SeatInfo]
    bots: str  # what fills empty seats at the start: a bot's name, or "" for nothing
    terms: TableSettings
    terms_key: str = ""  # of these settings: goes back with `ready`, which counts for no others
    commitment: str  # hex SHA-256 of the shuffle's secret
    you_host: bool
    closed: str = ""  # why an administrator closed it
    rated: bool = False  # its game counts for ratings, or will as the table is now
    unattended: bool = False  # it was closed before its start, as none of its people was there
    removed: Literal["", "for_now", "for_good"] = ""  # the host removed this person from the table
    kept_out: list[KeptOut] = Field(default=[])  # for the host alone
    next: str = ""  # the code of the next game's table: the server leads the line there by itself
    next_code: str = ""  # the same before that table is there: a part of its shuffle
    next_commitment: str = ""  # of its shuffle: known before anybody sends a salt for it
    starting: bool = False  # by itself, as soon as the salts of all its people are in
    branched: OriginInfo | None = None
    source_public: bool = False  # a duplicate: everybody finds the game whose deals it has


class TableMessage(Message):
    """The whole of it, whenever it changes."""

    type: Literal["table"] = "table"
    table: TableInfo


class LookersOn(Message):
    """Who looks on at this table; sent when it changes, and to who comes if there is anybody."""

    type: Literal["lookers_on"] = "lookers_on"
    names: list[str]  # told apart; of some of them if there are many
    count: int  # of all


class LogEntry(Message):
    """What one move brought about; `version` is the table's version after it (0: the start)."""

    version: int
    events: list[Json]
    caretaker: Literal[True] | None = None  # it played for the seat's owner
    abandoned: Literal[True] | None = None  # it was decided that the game has no end


class SeatClock(Message):
    """One person's clock, in milliseconds."""

    left: int | None = None  # until time is up; only while there is something to choose and the clock runs
    bank: int  # extra time for the whole game that was left when the choice arose


class Update(Message):
    """The position: the whole view, or a merge patch (RFC 7396) on the view of version `base`."""

    type: Literal["update"] = "update"
    version: int
    turn: int | None = None  # only while this seat is to act: goes back with its move
    base: int | None = None  # with patch only
    view: Json | None = None
    patch: Json | None = None
    log: list[LogEntry]  # since `base`, or since `log_from` of the join
    clocks: dict[str, SeatClock] | None = None  # by seat; only at a table that plays by the clock
    substituted: list[int] | None = None  # seats for which a bot made some of their moves, if there are any


class SeatStanding(Message):
    """What is to be said of a person at the table besides the game."""

    lost: bool = False  # no page at this table for some seconds
    away: bool = False  # nor for half a minute: the others may decide about this seat
    late: bool = False  # out of time twice in a row
    caretaker: bool = False  # it plays here until the seat's owner takes it back


class VoteInfo(Message):
    """What a person wants to be done about a seat, or about the table's time."""

    about: int | None = None  # the seat; without it, the table
    seat: int  # who wants it
    wish: Literal["wait", "caretaker", "end", "pause", "go_on", "to_days", "to_live"]


class SeatRequestInfo(Message):
    """A browser that had a seat asks for it again under another name."""

    seat: int
    name: str  # what the person is called now
    agreed: list[int]  # seats
    refused: list[int]


class Standing(Message):
    """How a table stands besides its game, whenever that changes."""

    type: Literal["standing"] = "standing"
    paused: bool = False
    seats: dict[str, SeatStanding] = Field(default={})  # of whom something is to be said
    votes: list[VoteInfo] = Field(default=[])  # on what is not decided yet
    request: SeatRequestInfo | None = None  # for a seat, that is not decided yet
    clocks: dict[str, SeatClock] | None = None  # as in an update, if they may have changed
    resumes: int | None = None  # milliseconds until the pause ends by itself, if it does


class Accepted(Message):
    """The move with this id is in the record at this version."""

    type: Literal["accepted"] = "accepted"
    id: str
    version: int


class Stale(Message):
    """The choice this move answered is gone; the current view follows."""

    type: Literal["stale"] = "stale"
    id: str
    version: int
