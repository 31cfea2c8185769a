"""A table's settings, besides the game's own options."""

from typing import Annotated, Literal, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from app.core.errors import Malformed
from app.core.i18n import Language
from app.core.schemas import StrictModel
from app.tables.time_control.presets import RULES_CLOCKS, ClockName
from engine.registry import GAMES
from engine.types import Json

MAX_HOLD_S = 5
MAX_LINK_LENGTH = 300

Visibility = Literal["public", "link", "friends"]
Watching = Literal["nobody", "public", "hand"]


def _check_link(link: str) -> str:
    """Accepts an empty text or an https link. Raises ValueError."""
    parts = urlsplit(link)
    if link and (parts.scheme != "https" or not parts.hostname or not link.isprintable()):
        raise ValueError("no page")
    return link


class TableSettings(StrictModel):
    """Strict and immutable; stored as JSON. Missing keys have these defaults."""

    visibility: Visibility = (
        "link"  # who can find the table: everybody, people with the link, the host's friends
    )
    clock: ClockName = "none"  # the time control, by name
    hold: int = Field(default=0, ge=0, le=MAX_HOLD_S)  # seconds in which a client can take its move back
    watching: Watching = (
        "public"  # what spectators see; `hand`: also the hand of one seat that shares it, one round late
    )
    caretaker: bool = True  # whether a bot plays for absent players
    memory: bool = False  # whether the panel of cards seen so far is shown
    chat: bool = True
    languages: Annotated[list[Language], Field(max_length=len(get_args(Language)))] = Field(default=[])
    link: Annotated[str, Field(max_length=MAX_LINK_LENGTH), AfterValidator(_check_link)] = (
        ""  # to a voice call
    )

    def for_game(self, game: str, options: Json) -> "TableSettings":
        """Returns the settings at a table of this game; one with time limits by its rules has no other clock.

        Raises Malformed if the game does not support them.
        """
        rules = GAMES[game]
        if (self.watching == "hand" and not rules.reveals_hands) or (self.memory and not rules.has_memory):
            raise Malformed
        if rules.has_time_limits:
            by_days = self.clock == "steps_day"
            if by_days and not rules.can_take_days(options):
                raise Malformed
            clock = "steps_day" if by_days else "steps"
            return self.model_copy(update={"clock": clock, "caretaker": False})
        if self.clock in RULES_CLOCKS:
            raise Malformed
        return self

    @property
    def has_public_link(self) -> bool:
        """Returns whether strangers who sit down are shown a link."""
        return self.visibility == "public" and bool(self.link)

    def for_spectators(self) -> "TableSettings":
        """Returns the settings without the link to the voice call, which only players see."""
        return self.model_copy(update={"link": ""}) if self.link else self
