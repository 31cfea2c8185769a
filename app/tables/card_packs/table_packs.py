"""The packs of a table: which ones it may have."""

from app.core.errors import Malformed
from app.infra.database.query import Cursor
from app.tables.card_packs import repository
from app.tables.card_packs.content import PREFIX
from app.tables.card_packs.errors import OwnPacksPrivate, PackHidden, PackNotFound
from engine.registry import ENTRIES
from engine.types import Json


def own_packs(game: str, options: Json) -> list[str]:
    """Returns the names of the packs of a table that players have written."""
    packs = options.get("packs", {}) if ENTRIES[game].packs else {}
    return [name for name in packs if name.startswith(PREFIX)]


def check_visibility(game: str, options: Json, visibility: str) -> None:
    """Raises OwnPacksPrivate if a table with these options may not be public."""
    if visibility == "public" and own_packs(game, options):
        raise OwnPacksPrivate


async def use_packs(cursor: Cursor, game: str, options: Json, visibility: str) -> None:
    """Checks the packs of a new table, and keeps the cards of own ones for its game.

    `options` has all defaults. Raises Malformed, OwnPacksPrivate, PackNotFound, PackHidden.
    """
    check_visibility(game, options, visibility)
    names = own_packs(game, options)
    found = await repository.use(cursor, names)
    if len(found) < len(names):
        raise PackNotFound
    if any(one.hidden for one in found):
        raise PackHidden
    known = {**ENTRIES[game].packs, **{one.name: one.content.as_pack() for one in found if one.game == game}}
    packs = options.get("packs", {}) if ENTRIES[game].packs else {}
    if any(name not in known or known[name].as_options() != data for name, data in packs.items()):
        raise Malformed
