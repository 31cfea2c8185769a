"""The one list of games."""

from typing import Any

from engine.braincat.entry import ENTRY as BRAINCAT
from engine.cat_box_lite.entry import ENTRY as CAT_BOX_LITE
from engine.cat_in_the_box.entry import ENTRY as CAT_IN_THE_BOX
from engine.entry import GameEntry
from engine.game import Game

ENTRIES: dict[str, GameEntry] = {  # by the game's key, in the order in which players see them
    entry.game.key: entry
    for entry in (
        CAT_IN_THE_BOX,
        CAT_BOX_LITE,
        BRAINCAT,
    )
}
GAMES: dict[str, Game[Any]] = {key: entry.game for key, entry in ENTRIES.items()}
