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
                choices=list(option.values),
                defaults={str(seats): default for seats, default in option.defaults.items()},
                modes=list(option.modes),
            )
            for name, option in game.listed_options.items()
        },
        match_modes={mode: list(seats) for mode, seats in game.match_modes.items()},
        bots=list(entry.bots),
        shows_late=game.reveals_hands,
        has_memory=game.has_memory,
        has_time_limits=game.has_time_limits,
        modes_by_days=_modes_by_days(game),
        packs=list(entry.packs),
        pack_sizes={name: len(pack.cards) for name, pack in entry.packs.items()},
    )


def _modes_by_days(game: Game[Any]) -> list[str]:
    mode = game.listed_options.get("mode")
    return [mode for mode in (mode.values if mode else ()) if game.can_take_days({"mode": mode})]
