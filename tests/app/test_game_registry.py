"""The server knows games by the engine's list of them."""

from pathlib import Path

import app
from engine.registry import GAMES

ROOT = Path(app.__file__).parent
KEYS = [name for key in GAMES for name in (key, key.replace("-", "_"))]


def test_no_game_is_named_but_where_its_picture_is_drawn() -> None:
    """The list of drawings, and the drawings themselves."""
    files = [file for file in ROOT.rglob("*") if file.suffix in (".py", ".lua")]
    naming = {
        str(file.relative_to(ROOT)) for file in files if any(key in file.read_text("utf-8") for key in KEYS)
    }
    drawings = {f"previews/{key.replace('-', '_')}.py" for key in GAMES}
    assert {"previews/service.py"} <= naming <= {"previews/service.py", *drawings}
