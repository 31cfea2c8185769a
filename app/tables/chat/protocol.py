"""Chat lines on the sockets of tables and of the lobby."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from app.core.schemas import StrictModel

# Predefined lines, shown in the reader's language.
Phrase = Literal[
    "hello", "good_luck", "one_moment", "back", "your_turn", "well_done",
    "ouch", "sorry", "thanks", "good_game", "again", "bye",
]  # fmt: skip
Kind = Literal["smile", "love", "wow", "tear", "grumpy", "sleepy", "think", "paw"]  # of reactions


class SendChat(StrictModel):
    """A chat line: free text or a phrase; repeated with the same id, it is stored once."""

    type: Literal["say"] = "say"
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    text: Annotated[str, Field(max_length=1000)] | None = (
        None  # an upper bound only; checked by `text_filter`
    )
    phrase: Phrase | None = None

    @model_validator(mode="after")
    def _check_content(self) -> Self:
        if (self.text is None) == (self.phrase is None):
            raise ValueError("words or a phrase")
        return self


class React(StrictModel):
    """A reaction, shown beside the player's name for some seconds."""

    type: Literal["react"] = "react"
    kind: Kind


class ChatLine(StrictModel):
    """A chat line as readers see it."""

    id: str  # unique at its place; lines are sent by time
    who: str  # public id of the author
    name: str  # of the author at that time
    handle: str = ""  # of the author's profile, or ""
    account: bool = False  # the author is registered, so the name is unique
    seat: int | None = None  # the author's seat at this table
    spectator: Literal[True] | None = None  # by a spectator, for spectators until the game is over
    at: int  # seconds since 1970
    text: str | None = None
    phrase: Phrase | None = None
    own: str | None = None  # the id of `say`, if the reader is the author


class ChatLines(StrictModel):
    """Chat lines that the socket has not been sent; at first the last ones."""

    type: Literal["said"] = "said"
    lines: list[ChatLine]
    before: bool  # true: lines from before the socket subscribed


class Reacted(StrictModel):
    """A reaction; it is not stored."""

    type: Literal["reacted"] = "reacted"
    seat: Annotated[int, Field(ge=0)]
    who: str
    kind: Kind


class PublishedReaction(StrictModel):
    """A reaction as processes publish it to each other."""

    shown: Reacted
    readers: list[int] | None  # the seats that are shown it; None: everybody
