"""Which games are rated."""

from collections.abc import Sequence

from app.tables.game.settings import TableSettings
from app.tables.game.tables import TableSeat
from engine.registry import GAMES
from engine.types import Json


def is_rated(game: str, options: Json, settings: TableSettings, seats: Sequence[TableSeat]) -> bool:
    """Returns whether a game that starts like this is rated: a public table of people only, who play against
    each other with a clock, and where a player who leaves does not stop the game.

    Either a caretaker plays on, or the rules put the seat out of play.
    """
    rules = GAMES[game]
    goes_on = settings.caretaker or rules.has_time_limits
    return goes_on and rules.is_competitive(options) and was_rated_by_old_version(settings, seats)


def was_rated_by_old_version(settings: TableSettings, seats: Sequence[TableSeat]) -> bool:
    """The previous version's condition; it did not store whether a game is rated."""
    return settings.visibility == "public" and settings.clock != "none" and all(one.player for one in seats)
