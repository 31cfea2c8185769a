"""Bodies of the notes endpoints."""

from typing import Annotated

from pydantic import Field

from app.core.schemas import StrictModel
from app.players.text_filter import MAX_LENGTH


class NewNote(StrictModel):
    """A note at a move; it replaces the player's earlier note there."""

    text: Annotated[str, Field(max_length=2 * MAX_LENGTH)]  # a bound only: the service checks the length
    shared: bool = False  # visible to all readers of the replay; only once the game is over


class Note(StrictModel):
    """A note of the reader's, or one that its author shares."""

    seat: int  # the author's
    you: bool
    ply: int  # number of moves before the note
    text: str
    shared: bool


class Notes(StrictModel):
    """All notes of a game that the reader may see, by move."""

    notes: list[Note]
