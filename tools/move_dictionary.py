"""Writes a dictionary for packed games (app/tables/game/packed_moves.py) from records, most typical last.

Run: python -m tools.move_dictionary NUMBER. The records are those in the engine's tests, and games of bots.

Stored games refer to a dictionary by its number. So a dictionary in use is never changed: write one with the
next number and make that the FORMAT of new packed games.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from app.core.paths import ROOT
from app.tables.game import packed_moves
from app.tables.game.recorded_move import RecordedMove
from engine.moves import write_move
from engine.registry import ENTRIES, GAMES
from engine.types import Json

RECORDED = ROOT / "tests" / "engine"
SIZE = 30_000  # bytes; zlib compares at most 32 KB
PLAYED = 10  # games of bots for each number of seats
PLAYED_GAME, PLAYED_BOT = "cat-in-the-box", "sensible"  # the game with the longest records
PLAYED_SEATS = (2, 5, 3, 4)
START = datetime(2026, 1, 1, tzinfo=UTC)


def columns_of(moves: Sequence[tuple[int | None, Json]]) -> bytes:
    """Returns moves (seat, move) as a packed game has them before compression, without times."""
    rows = [
        RecordedMove(seq, seat, move, "", START, caretaker=False) for seq, (seat, move) in enumerate(moves, 1)
    ]
    return packed_moves.write_columns(rows)[0]


def played(seats: int, rng: Random) -> Iterator[tuple[int | None, Json]]:
    """Yields the moves of a game of bots."""
    game, bot = GAMES[PLAYED_GAME], ENTRIES[PLAYED_GAME].bots[PLAYED_BOT]
    state = game.start(seats, game.options({}, seats), rng.randbytes(32)).state
    while to_act := game.to_act(state):
        seat = to_act[0]
        move = bot(game.view(state, seat), game.legal_moves(state, seat), rng)
        state = game.apply(state, seat, move).state
        yield seat, write_move(move)


def recorded() -> list[Path]:
    """Returns the recorded games, those of four seats last."""
    return sorted(RECORDED.glob("**/recorded/*.json"), key=lambda file: (file.name.startswith("4"), file))


def main(number: str) -> None:
    """Writes the dictionary; of what is too long the beginning is left out."""
    texts = [columns_of(json.loads(file.read_text("utf-8"))["moves"]) for file in recorded()]
    rng = Random(1)
    texts += [columns_of([*played(seats, rng)]) for seats in PLAYED_SEATS for _ in range(PLAYED)]
    target = Path(packed_moves.__file__).with_name(f"packed_moves_{number}.txt")
    target.write_bytes(b"\n".join(texts)[-SIZE:])
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
