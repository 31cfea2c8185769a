"""Records: a whole game as one JSON object (format 1), validated strictly and replayed deterministically."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.errors import GameIsOver, MalformedMove, RecordError
from engine.game import Game
from engine.moves import parse_move, write_move
from engine.registry import GAMES
from engine.shuffle import commitment, seed_from
from engine.types import DealSource, ExplicitDeals, Json, Move, Seat

FORMAT = "boxcats-record/1"
REQUIRED = {"format", "game", "options", "seats", "moves"}
OPTIONAL = {"first_seat", "seed", "deals", "result", "fairness", "meta"}
ABANDON = {"kind": "abandon"}
ABANDONED = {"abandoned": True}
SURROGATE = re.compile("[\ud800-\udfff]")  # a lone surrogate: valid in JSON, not in UTF-8


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose outer structure is valid; its moves are not checked yet."""

    game: Game[Any]
    options: Json  # with defaults filled in
    seats: int
    draws: DealSource
    moves: tuple[object, ...]  # unparsed
    result: Json | None


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """The state of a record's game before a move, or at its end."""

    ply: int  # number of moves made
    state: Any
    abandoned: bool = False


def read_record(written: object) -> Record:
    """Returns the record that a JSON value describes. Raises RecordError."""
    if not isinstance(written, dict) or written.get("format") != FORMAT:
        raise RecordError(f'a record is an object with "format": "{FORMAT}"')
    if not REQUIRED <= set(written) <= REQUIRED | OPTIONAL:
        raise RecordError(f"a record has the keys {sorted(REQUIRED)} and may have {sorted(OPTIONAL)}")
    game = GAMES.get(written["game"]) if isinstance(written["game"], str) else None
    if game is None:
        raise RecordError("no such game")
    seats = _count_seats(written["seats"], game)
    if not isinstance(written["options"], dict) or not isinstance(written["moves"], list):
        raise RecordError("options is an object and moves a list")
    options = game.options(written["options"], seats)
    draws = _read_draws(written, game, seats)
    record = Record(game, options, seats, draws, tuple(written["moves"]), written.get("result"))
    _check_claims(record, written)
    return record


def replay(record: Record) -> Iterator[ReplayPosition]:
    """Yields the position before each move, then the last one.

    Raises RefusedMove, or RecordError if a deal or draw is missing or does not fit, or if the result differs
    from the record's.
    """
    game, abandoned = record.game, False
    state = game.start(record.seats, record.options, record.draws).state
    for ply, written in enumerate(record.moves):
        yield ReplayPosition(ply, state, abandoned)
        if abandoned:
            raise GameIsOver
        seat, move = _read_move(written, game, record.seats)
        if move is not None:
            state = game.apply(state, seat, move).state
        elif not game.to_act(state):
            raise GameIsOver
        else:
            abandoned = True
    end = ReplayPosition(len(record.moves), state, abandoned)
    if record.result is not None and _as_text(record.result) != _as_text(result_of(game, end)):
        raise RecordError("the result is not the one that the moves lead to")
    yield end


def _as_text(result: Json | None) -> str:
    """Returns an object as text, in which 1, 1.0 and true differ."""
    return json.dumps(result, sort_keys=True)


def write_deals(game: Game[Any], state: Any) -> list[Json] | Json:
    """Returns the deals so far in a record's form: a list of one object per round, or one object."""
    deals = game.deals(state)
    return deals[0] if game.dealt_once else list(deals)


def result_of(game: Game[Any], end: ReplayPosition) -> Json | None:
    """Returns the result of a record that ends with this position, None if the game is unfinished."""
    return ABANDONED if end.abandoned else game.result(end.state)


def describe_position(game: Game[Any], position: ReplayPosition) -> Json:
    """Returns the seats to act and their legal moves, sorted, for comparison with another engine.

    With the seconds of the step's time limit, or None, if the game has time limits.
    """
    seats = () if position.abandoned else game.to_act(position.state)
    legal = {
        str(seat): _sorted(write_move(move) for move in game.legal_moves(position.state, seat))
        for seat in seats
    }
    described = {"ply": position.ply, "to_act": list(seats), "legal": legal}
    if not game.has_time_limits:
        return described
    return {**described, "limit": None if position.abandoned else game.time_limit(position.state)}


def _sorted(moves: Iterator[Json]) -> list[Json]:
    return sorted(moves, key=lambda move: json.dumps(move, sort_keys=True))


# --- parts of a record


def _count_seats(names: object, game: Game[Any]) -> int:
    if not isinstance(names, list) or len(names) not in game.seat_counts:
        raise RecordError(f"{game.key} has {game.seat_counts} seats")
    if not all(isinstance(name, str) and 1 <= len(name) <= 40 for name in names):
        raise RecordError("a seat's name has 1 to 40 characters")
    return len(names)


def _read_draws(written: Json, game: Game[Any], seats: int) -> DealSource:
    if ("seed" in written) == ("deals" in written):
        raise RecordError("a record has either a seed or deals")
    if "seed" in written:
        return _read_hex(written["seed"], 32)
    deals, first_seat = written["deals"], written.get("first_seat")
    if game.dealt_once and isinstance(deals, dict):
        deals = [deals]  # a single deal may be given without a list
    if not isinstance(deals, list) or type(first_seat) is not int or not 0 <= first_seat < seats:
        raise RecordError("deals is a list and first_seat a seat")
    return ExplicitDeals(Seat(first_seat), tuple(deals))


def _read_hex(text: object, size: int) -> bytes:
    if not isinstance(text, str) or len(text) != 2 * size or not set(text) <= set("0123456789abcdef"):
        raise RecordError(f"{size} bytes are written as {2 * size} hex digits")
    return bytes.fromhex(text)


def _check_claims(record: Record, written: Json) -> None:
    """Checks redundant keys: the first seat, and that the seed follows from the fairness data."""
    if "first_seat" in written:
        first = record.game.first_seat(record.game.start(record.seats, record.options, record.draws).state)
        if type(written["first_seat"]) is not int or written["first_seat"] != first:
            raise RecordError("first_seat is not the one that the seed gives")
    if "fairness" in written and isinstance(record.draws, bytes):
        _check_fairness(written["fairness"], record.draws, record.seats)


def _check_fairness(fairness: object, seed: bytes, seats: int) -> None:
    keys = {"secret", "table", "salts", "commitment"}
    if not isinstance(fairness, dict) or set(fairness) != keys or not isinstance(fairness["salts"], list):
        raise RecordError(f"fairness has the keys {sorted(keys)}")
    if not isinstance(fairness["table"], str) or SURROGATE.search(fairness["table"]):
        raise RecordError("a table's code is a text")
    secret = _read_hex(fairness["secret"], 32)
    salts = [_read_hex(salt, 16 if salt else 0) for salt in fairness["salts"]]
    if commitment(secret).hex() != fairness["commitment"]:
        raise RecordError("the commitment is not the secret's")
    if len(salts) != seats or seed_from(secret, fairness["table"], salts) != seed:
        raise RecordError("the seed is not the one that secret, table and salts give")


def _read_move(written: object, game: Game[Any], seats: int) -> tuple[Seat | None, Move | None]:
    """Returns a move and its seat, if it has one; no move if the game was abandoned. Raises MalformedMove."""
    if not isinstance(written, list) or len(written) != 2:
        raise MalformedMove("a move is written [seat, move]")
    seat, move = written
    if seat is None and move == ABANDON:
        return None, None
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise MalformedMove("no such seat")
    mover = None if seat is None else Seat(seat)
    return mover, parse_move_of(game, mover, move)


def parse_move_of(game: Game[Any], seat: Seat | None, written: object) -> Move:
    """Returns a move of a seat, or of no seat (None), from its JSON object. Raises MalformedMove."""
    return parse_move(written, game.seatless_moves if seat is None else game.move_types)
