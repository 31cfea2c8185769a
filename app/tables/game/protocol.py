"""Messages about a table and its game.

A refusal carries a code, never a sentence.
"""

from typing import Annotated, Literal

from pydantic import Field

from app.core.schemas import StrictModel
from app.players.cats import CatName
from app.tables.game.settings import TableSettings
from engine.types import Json

# A player's contribution to the shuffle: 16 random bytes from their browser, in hexadecimal.
Salt = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Join(StrictModel):
    """Subscribes to a table: its people, and its game as this player may see it."""

    type: Literal["join"] = "join"
    protocol: int
    table: str = Field(min_length=1, max_length=16)
    log_from: int = Field(default=0, ge=0)  # the version up to which the client has the log
    stay: Literal[True] | None = None  # do not move this socket to the rematch


class Play(StrictModel):
    """A move for the sender's seat; repeated with the same id, it gets the same answer again."""

    type: Literal["play"] = "play"
    id: str = Field(min_length=1, max_length=40, pattern=r"^[!-~]+$")  # visible ASCII
    turn: int = Field(ge=0)  # `turn` of the update that offered the choice
    move: Json


class RematchAnswer(StrictModel):
    """The sender's answer to a rematch, after the game."""

    type: Literal["again"] = "again"
    yes: bool
    salt: Salt  # for the rematch's shuffle; the first one of a player counts


class ShowHand(StrictModel):
    """Whether the sender shares their hand with spectators, one round late."""

    type: Literal["show_hand"] = "show_hand"
    yes: bool


class RatingChange(StrictModel):
    """A player's points before and after the game."""

    before: int
    after: int


class SeatInfo(StrictModel):
    """A seat, as everybody sees it."""

    kind: Literal["empty", "person", "bot"]
    name: str = ""  # unique at the table; empty for an empty seat or a deleted account
    cat: CatName  # different for each seat
    handle: str = ""  # of the profile
    account: bool = False  # registered, so the name is unique; guests' names are not
    ready: bool = False
    host: bool = False
    you: bool = False
    shows_hand: bool = False  # to spectators, one round late
    caretaker: bool = False  # the caretaker plays until this player comes back
    salted: bool = False  # the player's salt has been received
    who: str = ""  # public id: the same at every table
    seen_deals: bool = False  # of an open duplicate table: this player has seen its deals elsewhere
    again: Literal["", "no", "yes"] = ""  # the answer to a rematch
    rating: Annotated[RatingChange | None, Field(exclude_if=lambda change: change is None)] = (
        None  # of a rated game, some time after its end
    )


class ExcludedPlayer(StrictModel):
    """A player whom the host has excluded from this table for good."""

    who: str  # public id, as in SeatInfo
    name: str


class InvitedPlayer(StrictModel):
    """A player whom the host invited to this table and who has no seat here."""

    handle: str
    name: str
    declined: bool


class OriginInfo(StrictModel):
    """The game that a branched game continues or repeats."""

    code: str  # of the source game; empty while a duplicate is played
    ply: int  # number of its moves taken over
    duplicate: bool  # the same deals from the start, to compare results


class TableInfo(StrictModel):
    """A table and its people, as one player sees them."""

    code: str
    game: str
    options: Json
    status: Literal["open", "playing", "finished", "abandoned"]
    seats: list[SeatInfo]
    bots: str  # the bot that fills empty seats at the start, or "" for none
    terms: TableSettings
    terms_key: str = ""  # digest of the settings; sent back with `ready`, which applies to these only
    commitment: str  # SHA-256 of the shuffle's secret, in hexadecimal
    you_host: bool
    closed: str = ""  # the reason an administrator gave for closing the table
    rated: bool = False  # the game is rated, or would be if it started now
    awaited: bool = False  # other tables wait for the result: nobody can pause or end the game
    spectators_write: bool = False  # to each other, in the chat; players read it after the game
    unattended: bool = False  # closed before its start because nobody was there
    removed: Literal["", "for_now", "for_good"] = ""  # the host removed the reader from the table
    kept_out: list[ExcludedPlayer] = Field(default=[])  # sent to the host only
    invited: list[InvitedPlayer] = Field(default=[])  # sent to the host only
    next: str = ""  # code of the rematch's table, to which the server moves the socket
    next_code: str = ""  # the same before that table exists: it is part of the rematch's shuffle
    next_commitment: str = ""  # commitment of the rematch's shuffle, published before any salt for it
    starting: bool = False  # starts automatically as soon as all salts are received
    branched: OriginInfo | None = None
    source_public: bool = False  # a duplicate of a public game
    deal_name: str = ""  # of a deal that many tables play, as "daily 2040-01-31 <game>"
    hints: bool = False  # this player may get hints: all other seats are bots, and nobody compares the result


class TableMessage(StrictModel):
    """The complete table; sent whenever it changes."""

    type: Literal["table"] = "table"
    table: TableInfo


class Spectators(StrictModel):
    """The table's spectators; sent when they change, and to newcomers if there are any."""

    type: Literal["lookers_on"] = "lookers_on"
    names: list[str]  # unique at the table; only the first ones if there are many
    count: int  # of all


class LogEntry(StrictModel):
    """The events of one move; `version` is the table's version after it (0: the start)."""

    version: int  # the reader's number, as in an update
    events: list[Json]
    at: float | None = None  # seconds since the start, of public events in games whose rules have time limits
    caretaker: Literal[True] | None = None  # the caretaker made the move
    abandoned: Literal[True] | None = None  # the game was ended without a result


class SeatClock(StrictModel):
    """One player's clock, in milliseconds."""

    left: int | None = None  # until time is up; only while a choice is open and the clock runs
    bank: int  # extra time left for the whole game when the choice arose


class Update(StrictModel):
    """The position: the full view, or a merge patch (RFC 7396) on the view of version `base`."""

    type: Literal["update"] = "update"
    version: int  # counts only the moves of which the reader sees something, until the game is over
    turn: int | None = None  # only while the reader's seat is to act; sent back with its move
    base: int | None = None  # with patch only
    view: Json | None = None
    patch: Json | None = None
    log: list[LogEntry]  # since `base`, or since `log_from` of the join
    clocks: dict[str, SeatClock] | None = None  # by seat; only at a table that plays by the clock
    substituted: list[int] | None = None  # seats for which the caretaker made at least one move
    step_left: int | None = None  # ms; only while a time limit of the game's rules runs
    step_age: int | None = None  # ms since the step began; only in games whose rules have time limits


class SeatStatus(StrictModel):
    """The presence of one player."""

    lost: bool = False  # no connection to this table for 3 s
    away: bool = False  # for 30 s: the others may vote about this seat
    late: bool = False  # timed out twice in a row
    caretaker: bool = False  # the caretaker plays until the player takes the seat back


class VoteInfo(StrictModel):
    """A vote about a seat, or about the table's time."""

    about: int | None = None  # a seat; None: the table
    seat: int  # the voter's seat
    wish: Literal["wait", "caretaker", "end", "pause", "go_on", "to_days", "to_live"]


class SeatRequestInfo(StrictModel):
    """A request to give a seat back to the browser that held it under another session."""

    seat: int
    name: str  # the requester's present name
    agreed: list[int]  # seats
    refused: list[int]


class TableStatus(StrictModel):
    """The table's state apart from the game: presence, votes, pause. Sent whenever it changes.

    After the game: the presence of those who may want a rematch.
    """

    type: Literal["standing"] = "standing"
    paused: bool = False
    seats: dict[str, SeatStatus] = Field(default={})  # only seats with at least one flag set
    votes: list[VoteInfo] = Field(default=[])  # open votes
    request: SeatRequestInfo | None = None  # an open request for a seat
    clocks: dict[str, SeatClock] | None = None  # as in an update, if they may have changed
    resumes: int | None = None  # milliseconds until the pause ends automatically


class Accepted(StrictModel):
    """The move with this id was recorded and made this version."""

    type: Literal["accepted"] = "accepted"
    id: str
    version: int


class Stale(StrictModel):
    """The choice this move answered is gone; the current view follows."""

    type: Literal["stale"] = "stale"
    id: str
    version: int
