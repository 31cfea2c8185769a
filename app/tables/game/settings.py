"""What people agree on when they sit down at a table, besides the game's own options."""

from typing import Annotated, Literal, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.core.i18n import Language
from app.tables.time_control.presets import ClockName

MAX_HOLD_S = 5  # seconds
MAX_LINK_LENGTH = 300  # characters

Visibility = Literal["public", "link", "friends"]
Watching = Literal["nobody", "public", "hand"]


def _check_link(link: str) -> str:
    """Only what a browser opens as a page. Raises ValueError."""
    parts = urlsplit(link)
    if link and (parts.scheme != "https" or not parts.hostname or not link.isprintable()):
        raise ValueError("no page")
    return link


class TableSettings(BaseModel):
    """Strict, closed, immutable; kept as JSON. What is not said is as it stands here."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )

    visibility: Visibility = "link"  # who finds the table: everybody, who has the link, the host's friends
    clock: ClockName = "none"  # how long a choice may take
    hold: int = Field(default=0, ge=0, le=MAX_HOLD_S)  # seconds in which a page can take its move back
    watching: Watching = "public"  # what others may see; `hand`: one seat's, a round late, if it consents
    caretaker: bool = True  # whether one may play for who is away
    memory: bool = False  # whether everybody sees the panel of what the table has seen
    chat: bool = True
    languages: Annotated[list[Language], Field(max_length=len(get_args(Language)))] = []
    link: Annotated[str, Field(max_length=MAX_LINK_LENGTH), AfterValidator(_check_link)] = (
        ""  # for talking aloud
    )

    def for_spectators(self) -> "TableSettings":
        """As people see it who do not sit at the table: where those who do talk is their own."""
        return self.model_copy(update={"link": ""}) if self.link else self
