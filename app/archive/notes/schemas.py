"""Notes over HTTP."""

from typing import Annotated

from pydantic import Field

from app.players.accounts.schemas import Body
from app.tables.chat.text_filter import LONGEST


class NewNote(Body):
    """What a player notes at a move, instead of what they noted there before."""

    text: Annotated[str, Field(max_length=2 * LONGEST)]  # only a bound: what is good is judged later
    shared: bool = False  # with whoever sees the replay; not before the end


class Note(Body):
    """One's own, or one that its author shares."""

    seat: int  # the author's
    you: bool
    ply: int  # after so many moves
    text: str
    shared: bool


class Notes(Body):
    """All that the reader may see of one game's, by move."""

    notes: list[Note]
