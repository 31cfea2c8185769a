"""Forges a consistent replacement of a finished game in the database, as an operator could."""

import json
import secrets
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

from app.tables.commitments.chain import GENESIS, append_commitments
from engine.moves import write_move
from engine.registry import ENTRIES, GAMES
from engine.shuffle import commitment, seed_from
from engine.types import Json
from tests.app.people import GAME

TWO_DAYS = 2 * 86_400_000  # ms


def is_listed(file: Path) -> bool:
    """Returns whether the server has written a game to the public list."""
    with sqlite3.connect(file) as database:
        [count] = database.execute("SELECT COUNT(*) FROM commitments").fetchone()
    return bool(count)


def forge(file: Path, code: str, *, the_list: bool) -> Json:
    """Stores another secret and an invented game dealt from it; optionally rewrites the public list."""
    with sqlite3.connect(file) as database:
        table, before = database.execute("SELECT id, secret FROM tables WHERE code = ?", (code,)).fetchone()
        rows = database.execute("SELECT salt FROM seats WHERE table_id = ? ORDER BY seat", (table,))
        salts = [bytes.fromhex(salt) for (salt,) in rows]
        secret = secrets.token_bytes(32)
        database.execute("UPDATE tables SET secret = ? WHERE id = ?", (secret, table))
        database.execute("DELETE FROM moves WHERE table_id = ?", (table,))
        database.executemany(
            "INSERT INTO moves (table_id, seq, seat, move, move_id, made_at, caretaker)"
            " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, false)",
            [
                (table, seq, seat, json.dumps(move), str(seq))
                for seq, (seat, move) in enumerate(_game(seed_from(secret, code, salts), len(salts)), 1)
            ],
        )
        _write_list(database, {commitment(before): commitment(secret)} if the_list else {})
    return {"commitment": commitment(secret).hex(), "salts": [salt.hex() for salt in salts]}


def _game(seed: bytes, seats: int) -> list[tuple[int, Any]]:
    """Plays a whole game of bots, dealt from this seed."""
    game, rng = GAMES[GAME], Random(1)
    choose = ENTRIES[GAME].bots["random"]
    state, moves = game.start(seats, game.options({}, seats), seed).state, []
    while to_act := game.to_act(state):
        seat = to_act[0]
        move = choose(game.view(state, seat), game.legal_moves(state, seat), rng)
        moves.append((int(seat), write_move(move)))
        state = game.apply(state, seat, move).state
    return moves


def _write_list(database: sqlite3.Connection, replaced: dict[bytes, bytes]) -> None:
    """Rebuilds the whole hash chain with its times, starting two days earlier."""
    rows = database.execute("SELECT at, commitment FROM commitments ORDER BY number").fetchall()
    database.execute("DELETE FROM commitments")
    head = GENESIS
    for at, one in [(rows[0][0] - TWO_DAYS, bytes(32)), *rows]:
        [head] = append_commitments(head, at, [replaced.get(one, one)])
        database.execute("INSERT INTO commitments VALUES (?, ?, ?, ?, ?)", head)
