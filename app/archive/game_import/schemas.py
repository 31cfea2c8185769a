"""The shelf of imported games."""

from app.archive.replays.schemas import Json, Part


class ImportInfo(Part):
    """One game on it; its replay is at the same code."""

    code: str
    game: str
    names: list[str]
    moves: int
    result: Json | None = None  # as in the record; none of a game that has no end
    added: str


class Shelf(Part):
    """All of them, the newest first."""

    games: list[ImportInfo]
    room: int  # for so many more
