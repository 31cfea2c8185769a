"""Adds the example game to a copy of the repository, step by step as docs/add-a-game.md says."""

import json
import shutil
from pathlib import Path

from tools.programs import ROOT

EXAMPLE = Path(__file__).parent
LANGUAGES = ("en", "fr", "ja")
NAMES = {"en": "Kibble", "fr": "Croquettes", "ja": "カリカリ"}
SERVER = ("engine", "app", "migrations", "web/messages")  # folders that the server needs
FILES = ("alembic.ini", "pyproject.toml")
OMITTED = ("node_modules", "build", "tests", "messages", ".svelte-kit", "message-types")  # of the client
CLIENT_ENTRY = """\t{
\t\tkey: 'kibble',
\t\tname: m.game_kibble,
\t\trulePrefix: 'K',
\t\tdefinition: kibble
\t}"""


def copy_server(to: Path) -> None:
    """Copies what the server needs, compiled files included."""
    for folder in SERVER:
        shutil.copytree(ROOT / folder, to / folder)
    for file in FILES:
        shutil.copy(ROOT / file, to / file)


def copy_client(to: Path) -> None:
    """Copies the client without its tests; links its packages."""
    shutil.copytree(ROOT / "web", to / "web", ignore=shutil.ignore_patterns(*OMITTED), dirs_exist_ok=True)
    (to / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")


def add_to_server(root: Path) -> None:
    """Adds the rules: their folder, the entry in the registry, the import contract and the name."""
    shutil.copytree(EXAMPLE / "engine" / "kibble", root / "engine" / "kibble")
    registry = root / "engine" / "registry.py"
    _insert(registry, "from engine.game import", "from engine.kibble.entry import ENTRY as KIBBLE\n")
    _insert(registry, "    )\n}", "        KIBBLE,\n")
    _insert(root / "pyproject.toml", "cat_in_the_box | ", "kibble | ")
    for language, name in NAMES.items():
        file = root / "web" / "messages" / language / "shell.json"
        file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "game_kibble": name}), "utf-8")


def add_to_client(root: Path) -> None:
    """Adds the pages: their folder, the entry in the registry, and the texts in each language."""
    web = root / "web"
    shutil.copytree(EXAMPLE / "web" / "kibble", web / "src" / "games" / "kibble")
    registry = web / "src" / "games" / "registry.ts"
    _insert(registry, "\nexport interface GameEntry", "import kibble from './kibble/index.ts';\n")
    _insert(registry, "\n];", f",\n{CLIENT_ENTRY}")
    for language in LANGUAGES:
        texts = EXAMPLE / "web" / "messages" / f"{language}.json"
        shutil.copy(texts, web / "messages" / language / "kibble.json")


def add_client_test(root: Path, record: object) -> None:
    """Adds the client's test, and the record that it reads."""
    folder = root / "web" / "tests"
    folder.mkdir()
    shutil.copy(EXAMPLE / "web" / "kibble.test.ts", folder)
    (folder / "kibble-record.json").write_text(json.dumps(record), "utf-8")


def _insert(file: Path, before: str, text: str) -> None:
    whole = file.read_text("utf-8")
    assert whole.count(before) == 1, f"{file} has changed: the checklist and this script must follow"
    file.write_text(whole.replace(before, text + before), "utf-8")
