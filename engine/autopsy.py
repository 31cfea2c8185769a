"""What went wrong in a game, by games that can tell."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from engine.cat_in_the_box import CatInTheBox
from engine.cat_in_the_box.autopsy import autopsies
from engine.moves import parse_move
from engine.record import Record, replay
from engine.types import Json, Seat

Made = tuple[Any, Seat, Any]  # the position, who moved, the move
AUTOPSIES: dict[str, Callable[[Sequence[Made]], Iterator[Any]]] = {CatInTheBox.key: autopsies}


def examine(record: Record) -> list[Json]:
    """One object for each thing that went wrong; none of a game that cannot tell.

    Raises what `replay` does.
    """
    examines = AUTOPSIES.get(record.game.key)
    return [asdict(found) for found in examines(list(_course(record)))] if examines else []


def _course(record: Record) -> Iterator[Made]:
    written: Any
    for position, written in zip(replay(record), record.moves, strict=False):
        seat, move = written
        if seat is not None:  # else the game was abandoned
            yield position.state, Seat(seat), parse_move(move, record.game.move_types)
