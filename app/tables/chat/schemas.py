"""Request and response bodies of the chat."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from app.core.schemas import StrictModel
from app.players.text_filter import MAX_LENGTH

LineId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Reason = Annotated[str, Field(max_length=MAX_LENGTH)]


class ChatSwitch(StrictModel):
    """Whether the table's chat is open."""

    open: bool


class Report(StrictModel):
    """A report to the administrators about a line, or about a player at a table."""

    table: Annotated[str, Field(max_length=16)]  # the table's code; empty: the lobby
    line: LineId | None = None
    seat: Annotated[int, Field(ge=0, le=20)] | None = None
    words: Reason = ""

    @model_validator(mode="after")
    def _check_subject(self) -> Self:
        if (self.line is None) == (self.seat is None):
            raise ValueError("a line or a seat")
        return self
