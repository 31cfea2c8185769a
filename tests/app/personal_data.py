"""Personal data of a player, for tests of exports and deletions."""

from uuid import UUID

from app.archive.game_import import repository as imports
from app.tables.chat import repository as chat_repository
from app.tables.chat.repository import NewLine
from tests.app.branches import RECORD
from tests.app.local_server import Running

BROWSER_STATE = {
    "path": "/t/abc234",
    "ply": 4,
    "line": "open",
    "build": "17",
    "language": "en",
    "screen": "390x844",
    "browser": "Mozilla",
}


async def add_chat_and_imports(running: Running, player: UUID, *, lines: int, games: int) -> None:
    """Stores this many chat lines and imported games of a player."""
    async with running.infra.database.write() as cursor:
        for number in range(lines):
            line = NewLine(None, player, f"{number:032x}", "Ada", f"line {number}", None)
            await chat_repository.add(cursor, line)
        for number in range(games):
            digest = f"{number:064x}"
            deal = number.to_bytes(32, "big")
            values = {"moves": number, "size": 1, "digest": digest, "deal": deal, "places": []}
            await imports.add(cursor, player, record=RECORD, **values)
