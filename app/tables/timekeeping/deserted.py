"""Deserted rated games: the caretaker finishes them some time after all players left their seats to it.

Otherwise a player who is losing could keep such a game from ever being rated.
"""

from math import inf

from app.tables.game.position import Position

TAKEOVER_DELAY_S, TURN_BASED_TAKEOVER_DELAY_S = 600.0, 7 * 86_400.0  # how long players may take to come back


def caretaker_takes_over_at(position: Position) -> float:
    """Returns when the caretaker starts to play for all players; infinite if it will not."""
    table = position.table
    if not table.rated or not table.is_deserted or table.timing.paused:
        return inf
    by_people = (
        position.times[version]
        for version, choice in enumerate(position.choices, start=1)
        if not choice.caretaker
    )
    last = max(by_people, default=position.times[0])
    resumed = max((until or 0.0 for _, until in table.timing.pauses), default=0.0)
    waits = TURN_BASED_TAKEOVER_DELAY_S if table.is_turn_based else TAKEOVER_DELAY_S
    return max(last, resumed, table.timing.since) + waits
