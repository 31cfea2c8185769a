"""Bodies of the night endpoints, and the parts of the message that pages of a night receive."""

from typing import Annotated, Literal

from pydantic import Field

from app.core.schemas import SparseModel, StrictModel
from app.events.duplicate_nights.scoring import Scoring
from app.infra.database.models.night import NightStatus

MAX_DEALS = 12
MIN_MINUTES, MAX_MINUTES = 10, 120
MAX_PEOPLE = 200
MAX_TABLES = 100
RESULTS_PER_TOKEN = 200  # of tables, about 50 KB: a reader of more has fewer searches

NightClock = Literal["quick", "relaxed"]
TableState = Literal["waiting", "playing", "done", "stopped"]


class NewNight(StrictModel):
    """The settings of a new night."""

    game: Annotated[str, Field(max_length=32)]
    seats: Annotated[int, Field(ge=2, le=10)]
    deals: Annotated[int, Field(ge=1, le=MAX_DEALS)]
    people_per_table: Annotated[int, Field(ge=1, le=10)]  # bots fill the other seats
    bots: Annotated[str, Field(min_length=1, max_length=32)]
    scoring: Scoring
    clock: NightClock
    minutes: Annotated[int, Field(ge=MIN_MINUTES, le=MAX_MINUTES)]  # that a table may take for a deal
    public: bool = False  # listed


class NightSettings(StrictModel):
    """A night's settings and progress."""

    code: str
    game: str
    seats: int
    deals: int
    people_per_table: int
    bots: str
    scoring: Scoring
    clock: NightClock
    minutes: int
    public: bool
    status: NightStatus
    host: str  # name; empty: a former player
    host_who: str  # public id; empty: a former player
    people: int
    capacity: int


class NightList(StrictModel):
    """Nights that are open or played now, and the reader's last ones."""

    nights: list[NightSettings]  # public ones
    mine: list[NightSettings]  # of the reader, as host or player, also private ones
    finished: list[NightSettings]  # the last ones of the reader


class NightPlayer(StrictModel):
    """A player of a night, with their result so far."""

    who: str  # public id
    name: str
    table: int | None  # number from 1; None before the start
    first_deal: int  # later than 1 for latecomers
    total: float  # of the compared deals: a percentage, or points
    rank: int  # from 1; the same for equal totals
    results: list[float | None]  # by compared deal; None: counted as average


class NightSeat(SparseModel):
    """One seat's result of a compared deal."""

    name: str  # empty: a bot, or a former player
    former: bool = False  # its player was deleted; the socket leaves it out if not
    score: int
    result: float  # compared with the same seat at the other tables


class NightTable(StrictModel):
    """One table's progress."""

    number: int  # from 1
    deal: int  # the one that it plays, or played last
    state: TableState
    code: str  # of the table where it plays, empty if there is none


class DealTable(StrictModel):
    """One table's result of a compared deal."""

    number: int
    code: str  # of the table, whose replay is open now; empty if it was deleted
    seats: list[NightSeat]  # empty if the table was stopped


class NightDeal(StrictModel):
    """A deal. Its seed and results are shown once all tables have played it."""

    number: int
    commitment: str  # to the seed
    seed: str  # hexadecimal; empty before
    tables: list[DealTable]  # empty before


class NightInfo(StrictModel):
    """A night as its page shows it, the same for everybody."""

    settings: NightSettings
    people: list[NightPlayer]  # by rank, before the start in the order of joining
    tables: list[NightTable]
    deals: list[NightDeal]


class NightView(StrictModel):
    """A night, and who reads it."""

    info: NightInfo
    you: str  # the reader's public id


class NightOfTable(StrictModel):
    """The night that a table belongs to."""

    code: str  # of the night; empty: of none
    deal: int
    deals: int
    next: str  # code of the table where these people play the next deal; empty: not yet, or none
    over: bool  # there will be no next deal at this table
