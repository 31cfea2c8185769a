"""Finds puzzles in games between bots with fixed seeds and writes them to `engine/puzzles.json`.

Run: nice -n 19 python -m tools.find_puzzles cat-in-the-box=180 cat-box-lite=40

Writes the file after each puzzle, and goes on after the last deal of the file when it is run again. The same
deals give the same puzzles. It stops when every game has as many as asked for, or after the last deal.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

from engine.moves import write_move
from engine.puzzle import Puzzle, find_puzzle, position_of
from engine.puzzle_file import read_puzzles, write_puzzles
from engine.record import FORMAT, read_record
from engine.registry import ENTRIES
from engine.types import Json
from tools.programs import ROOT

FILE = ROOT / "engine" / "puzzles.json"
LAST_DEAL = 3_000
PLAYERS = ("sensible", "sensible", "casual")  # bots of the games, at random
MOST_PLIES = 60  # of a game that are looked at
PER_DEAL = 2
LEVELS = 4  # puzzles are spread over as many levels of difficulty …
MOST_OF_LEVEL = 0.4  # … with at most this share of a game's puzzles at each, …
MOST_OF_THEME = 0.45  # … and of each theme

Found = dict[str, Puzzle]  # by key


def main() -> None:
    for game, _, count in (wanted.partition("=") for wanted in sys.argv[1:]):
        _find(game, int(count))


def _find(game: str, wanted: int) -> None:
    found = _stored()
    mine = {key: puzzle for key, puzzle in found.items() if puzzle.record["game"] == game}
    for deal in range(max(map(_deal_of, mine), default=-1) + 1, LAST_DEAL):
        if len(mine) >= wanted:
            break
        needed: Found = {}
        for ply, puzzle in _puzzles(game, deal):
            if _is_needed(puzzle, {**mine, **needed}, wanted):
                needed[f"{game}-{deal}-{ply}"] = puzzle
        mine |= needed
        if needed:
            _store(found := {**found, **needed})
    print(game, _summary(mine))


def _puzzles(game: str, deal: int) -> Iterator[tuple[int, Puzzle]]:
    """Yields the puzzles of one game between bots, with their plies."""
    entry, rng = ENTRIES[game], Random(deal)
    seats = rng.choice(entry.game.seat_counts)
    bots = [entry.bots[rng.choice(PLAYERS)] for _ in range(seats)]
    written: Json = {
        "format": FORMAT,
        "game": game,
        "options": {},
        "seats": [str(seat) for seat in range(seats)],
        "seed": sha256(f"boxcats puzzle {deal}".encode()).hexdigest(),
        "moves": [],
    }
    record = read_record(written)
    state, left = entry.game.start(seats, record.options, record.draws).state, PER_DEAL
    for ply in range(MOST_PLIES):
        acting = entry.game.to_act(state)
        if not acting or not left:
            return
        seat = acting[0]
        position = position_of(record, state, seat)
        if puzzle := find_puzzle({**written, "moves": [*written["moves"]]}, position, seat, deal):
            left -= 1
            yield ply, puzzle
        move = bots[seat](position.view, position.legal, rng)
        written["moves"].append([seat, write_move(move)])
        state = entry.game.apply(state, seat, move).state


def _is_needed(puzzle: Puzzle, found: Found, wanted: int) -> bool:
    """Returns whether puzzles of this level and theme are still missing."""
    levels = Counter(map(_level, found.values()))
    themes = Counter(one.theme for one in found.values())
    return (
        len(found) < wanted
        and levels[_level(puzzle)] < MOST_OF_LEVEL * wanted
        and themes[puzzle.theme] < MOST_OF_THEME * wanted
    )


def _level(puzzle: Puzzle) -> int:
    return min(int(puzzle.found * LEVELS), LEVELS - 1)


def _stored() -> Found:
    if not FILE.exists():
        return {}
    return read_puzzles(FILE.read_text("utf-8"))


def _deal_of(key: str) -> int:
    return int(key.split("-")[-2])


def _store(found: Found) -> None:
    part = Path(f"{FILE}.part")
    part.write_text(write_puzzles(found), "utf-8")
    part.replace(FILE)


def _summary(found: Found) -> str:
    themes, levels = Counter(one.theme for one in found.values()), Counter(map(_level, found.values()))
    return f"{len(found)} puzzles; themes {dict(themes)}; levels {dict(sorted(levels.items()))}"


if __name__ == "__main__":
    main()
