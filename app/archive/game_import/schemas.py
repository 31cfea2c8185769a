"""Bodies of the import endpoints."""

from app.core.schemas import SparseModel
from engine.types import Json


class ImportInfo(SparseModel):
    """An imported game; its replay has the same code."""

    code: str
    game: str
    names: list[str]  # by seat; empty: a former player
    moves: int
    result: Json | None = None  # as in the record; None for a game without an end
    added: str
    known: bool = False  # in the answer to an upload: the player imported or played it before


class ImportList(SparseModel):
    """The player's imported games, newest first."""

    games: list[ImportInfo]
    room: int  # how many more may be imported
