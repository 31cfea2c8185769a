"""What is said at a table and in the lobby, as it goes over their sockets."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from app.core.schemas import Message

# In the reader's language, for whoever may not write and whoever shares none with the others.
Phrase = Literal[
    "hello", "good_luck", "one_moment", "back", "your_turn", "well_done",
    "ouch", "sorry", "thanks", "good_game", "again", "bye",
]  # fmt: skip
Kind = Literal[
    "smile", "love", "wow", "tear", "grumpy", "sleepy", "think", "paw"
]  # of reactions: our drawings


class Say(Message):
    """A line for everybody here, own words or a phrase; said again with the same id, it is there once."""

    type: Literal["say"] = "say"
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    text: Annotated[str, Field(max_length=1000)] | None = None  # only a bound: what is good is judged later
    phrase: Phrase | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.text is None) == (self.phrase is None):
            raise ValueError("words or a phrase")
        return self


class React(Message):
    """A drawing beside this person's name, for some seconds."""

    type: Literal["react"] = "react"
    kind: Kind


class SaidLine(Message):
    """One line, as everybody here sees it."""

    id: int  # the later, the greater
    who: str  # the same person has the same at every table
    name: str  # as it was then
    handle: str = ""  # of the person's profile, where they have one
    account: bool = False  # it is this person's alone; a guest may be called like another guest
    seat: int | None = None  # where this person sits at this table
    at: int  # seconds since 1970
    text: str | None = None
    phrase: Phrase | None = None
    own: str | None = None  # the id under which the reader said it


class Said(Message):
    """What the page has not been sent yet; at first the last lines."""

    type: Literal["said"] = "said"
    lines: list[SaidLine]
    before: bool  # the page came; false: they were said since


class Reacted(Message):
    """Somebody's reaction, to be shown now and forgotten."""

    type: Literal["reacted"] = "reacted"
    seat: Annotated[int, Field(ge=0)]
    who: str
    kind: Kind
