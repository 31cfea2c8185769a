"""Writes a dictionary for packed games (app/tables/game/packed_moves.py) from records, most typical last.

Run: python -m tools.move_dictionary NUMBER [FILE …]; by default of the recorded games in the engine's tests.

Stored games refer to a dictionary by its number. So a dictionary in use is never changed: write one with the
next number and make that the FORMAT of new packed games.
"""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from app.core.paths import ROOT
from app.tables.game import packed_moves
from app.tables.game.recorded_move import RecordedMove

RECORDED = ROOT / "tests" / "engine"
SIZE = 16_384  # bytes; zlib compares at most 32 KB
START = datetime(2026, 1, 1, tzinfo=UTC)


def columns_of(file: Path) -> bytes:
    """Returns the moves of a record as a packed game has them before compression, without times."""
    moves = json.loads(file.read_text("utf-8"))["moves"]
    rows = [
        RecordedMove(seq, seat, move, "", START, caretaker=False) for seq, (seat, move) in enumerate(moves, 1)
    ]
    return packed_moves.write_columns(rows, [], [])


def recorded() -> list[Path]:
    """Returns the recorded games, those of four seats last."""
    return sorted(RECORDED.glob("**/recorded/*.json"), key=lambda file: (file.name.startswith("4"), file))


def main(number: str, files: Sequence[str]) -> None:
    """Writes the dictionary; of what is too long the beginning is left out."""
    text = b"\n".join(columns_of(file) for file in [*map(Path, files)] or recorded())
    target = Path(packed_moves.__file__).with_name(f"packed_moves_{number}.txt")
    target.write_bytes(text[-SIZE:])
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
