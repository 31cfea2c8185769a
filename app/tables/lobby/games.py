"""The games of this server, as clients choose among them."""

from typing import Any

from app.tables.lobby.schemas import GameInfo, OptionInfo
from engine.game import Game
from engine.registry import ENTRIES, GAMES


def list_games() -> list[GameInfo]:
    """Returns the games and their options."""
    return [_describe(key, game) for key, game in GAMES.items()]


def _describe(key: str, game: Game[Any]) -> GameInfo:
    entry = ENTRIES[key]
    return GameInfo(
        key=key,
        seats=list(game.seat_counts),
        options={
            name: OptionInfo(
                choices=list(choice.choices),
                defaults={str(seats): default for seats, default in choice.defaults.items()},
                modes=list(choice.modes),
            )
            for name, choice in game.choices.items()
        },
        match_modes={mode: list(seats) for mode, seats in game.match_modes.items()},
        bots=list(entry.bots),
        shows_late=game.reveals_hands,
        has_memory=game.has_memory,
        has_time_limits=game.has_time_limits,
        modes_by_days=_modes_by_days(game),
        packs=list(entry.packs),
    )


def _modes_by_days(game: Game[Any]) -> list[str]:
    modes = game.choices["mode"].choices if "mode" in game.choices else ()
    return [mode for mode in modes if game.can_take_days({"mode": mode})]
