"""The engine's views and events as JSON, by each game's own types."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from engine.game import Game
from engine.types import Event, Json


def view_json(game: Game[Any], view: object) -> Json:
    """A view as JSON; what is unknown or not there is left out."""
    written: Json = _adapter(game.view_type).dump_python(view, mode="json", exclude_none=True)
    return written


def event_json(game: Game[Any], event: Event) -> Json:
    """An event as JSON."""
    written: Json = _adapter(game.event_type).dump_python(event, mode="json", exclude_none=True)
    return written


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
