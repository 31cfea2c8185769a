"""Adds the example game to a copy of the repository, step by step as docs/add-a-game.md says."""

import json
import shutil
from pathlib import Path

from tools.programs import ROOT

EXAMPLE = Path(__file__).parent
NAMES = {"en": "Kibble", "fr": "Croquettes", "ja": "カリカリ"}
SERVER = ("engine", "app", "migrations", "web/messages")  # folders that the server needs
FILES = ("alembic.ini", "pyproject.toml")


def copy_server(to: Path) -> None:
    """Copies what the server needs, compiled files included."""
    for folder in SERVER:
        shutil.copytree(ROOT / folder, to / folder)
    for file in FILES:
        shutil.copy(ROOT / file, to / file)


def add_to_server(root: Path) -> None:
    """Adds the rules: their folder, the entry in the registry, the import contract and the name."""
    shutil.copytree(EXAMPLE / "engine" / "kibble", root / "engine" / "kibble")
    _insert(
        root / "engine" / "registry.py",
        "from engine.game import",
        "from engine.kibble.entry import ENTRY as KIBBLE",
    )
    _insert(root / "engine" / "registry.py", "    )\n}", "        KIBBLE,")
    _replace(root / "pyproject.toml", '"cat_in_the_box | ', '"kibble | cat_in_the_box | ')
    for language, name in NAMES.items():
        file = root / "web" / "messages" / language / "shell.json"
        file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "game_kibble": name}), "utf-8")


def _insert(file: Path, before: str, line: str) -> None:
    _replace(file, before, f"{line}\n{before}")


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file} has changed: the checklist and this script must follow"
    file.write_text(text.replace(old, new), "utf-8")
