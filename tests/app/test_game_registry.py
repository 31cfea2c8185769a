"""The server knows no game but through the engine's registry."""

from pathlib import Path

import app
from engine.registry import GAMES

ROOT = Path(app.__file__).parent
NAMES = [name for key in GAMES for name in (key, key.replace("-", "_"))]


def test_server_names_no_game() -> None:
    files = [file for file in ROOT.rglob("*") if file.suffix in (".py", ".lua")]
    assert files
    naming = [str(file) for file in files if any(name in file.read_text("utf-8") for name in NAMES)]
    assert naming == []
