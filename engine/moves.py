"""Moves from and to JSON, strictly: exactly the known keys, exactly the known types."""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.errors import MalformedMove
from engine.types import Json, Move


def parse_move(written: object, move_types: Sequence[type[Move]]) -> Move:
    """The move that a JSON object stands for. Raises MalformedMove."""
    if not isinstance(written, dict):
        raise MalformedMove("a move is an object")
    for move_type in move_types:
        shape = _shape(move_type)
        if written.get("kind") in get_args(shape["kind"]):
            return _build(move_type, shape, written)
    raise MalformedMove("a move of no known kind")


def write_move(move: Move) -> Json:
    """The move as a JSON object."""
    return {name: getattr(move, name) for name in _shape(type(move))}


@cache
def _shape(move_type: type[Move]) -> dict[str, Any]:
    hints = get_type_hints(move_type)
    return {field.name: hints[field.name] for field in fields(move_type)}


def _build(move_type: type[Move], shape: dict[str, Any], written: Json) -> Move:
    if set(written) != set(shape):
        raise MalformedMove(f"{written['kind']} has exactly the keys {sorted(shape)}")
    if not all(_fits(written[name], kind) for name, kind in shape.items()):
        raise MalformedMove(f"a value of {written['kind']} is of the wrong type")
    return move_type(**{name: value for name, value in written.items() if name != "kind"})


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(kind))
    return type(value) is kind
