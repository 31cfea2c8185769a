"""Request and response bodies of card packs."""

from typing import Annotated

from pydantic import Field

from app.core.i18n import Language
from app.core.schemas import StrictModel
from app.players.text_filter import MAX_LENGTH
from engine.card_lists import FaultCode, Format

MAX_WRITTEN = 100_000  # characters: twice the longest list
Name = Annotated[str, Field(pattern="^own-[0-9a-f]{32}$")]  # of a pack's cards, in a game's options


class PackCard(StrictModel):
    """A card of a pack."""

    texts: dict[str, str]  # by language
    letters: str  # clue letters, ascending; empty in a pack with sexes
    sex: str  # "w" or "m"; empty in a pack with letters


class PackTexts(StrictModel):
    """A pack of cards with texts."""

    name: str
    title: str  # of a player's pack; empty for a built-in one
    memo: bool  # its texts are long
    languages: list[str]  # in which all cards have a text
    cards: list[PackCard]  # card 1 first


class WrittenPack(StrictModel):
    """A list of cards, as a player writes it."""

    game: Annotated[str, Field(max_length=40)]
    format: Format
    written: Annotated[str, Field(max_length=MAX_WRITTEN)]


class NewPack(WrittenPack):
    """A pack to be stored."""

    title: Annotated[str, Field(max_length=MAX_LENGTH)]  # an upper bound only; the service checks the length
    language: Language


class PlainCard(StrictModel):
    """A card of a player's pack."""

    text: str
    letters: str


class PackFault(StrictModel):
    """What is wrong with a line of a list."""

    line: int  # from 1, of JSON the card's number; 0: the whole list
    code: FaultCode


class PackPreview(StrictModel):
    """The cards of a list, with letters for those that have none, and its faults."""

    cards: list[PlainCard]
    faults: list[PackFault]
    made: int  # number of cards that got letters
    dry_rate: float  # share of random rounds in which no card of the pile fits at some clue
    memo: bool  # its texts are long


class PackSummary(StrictModel):
    """A pack of the player."""

    code: str
    name: str  # of its cards, in a game's options
    game: str
    title: str
    language: str
    count: int  # cards
    shared: bool  # whether everybody who has the link may see and copy it
    hidden: bool  # by an administrator: it can be neither played nor copied
    changed: str


class PackList(StrictModel):
    """The player's packs, the last changed first."""

    packs: list[PackSummary]
    room: int  # how many more the player may have


class OwnPack(StrictModel):
    """A pack with its cards, for its owner or a reader of its link."""

    code: str
    name: str
    game: str
    title: str
    language: str
    cards: list[PlainCard]
    mine: bool
    shared: bool
    hidden: bool


class Sharing(StrictModel):
    """Whether everybody who has the link may see and copy the pack."""

    shared: bool


class PackReport(StrictModel):
    """A report of a pack to the administrators."""

    name: Name
    # of the link that showed it; empty: a table
    code: Annotated[str, Field(pattern=r"^([0-9a-z]{12})?$")] = ""
    words: Annotated[str, Field(max_length=MAX_LENGTH)] = ""  # the reason
