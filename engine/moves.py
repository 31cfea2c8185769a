"""Moves from and to JSON, strictly: exactly the known keys, exactly the known types."""

from dataclasses import fields
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from engine.errors import MalformedMove
from engine.types import Json, Move


class Form(NamedTuple):
    """How a kind of move is written."""

    move_type: type[Move]
    values: dict[str, Any]  # the type of each value, `kind` aside


def parse_move(written: object, move_types: tuple[type[Move], ...]) -> Move:
    """The move that a JSON object stands for. Raises MalformedMove."""
    kind = written.get("kind") if isinstance(written, dict) else None
    form = _forms(move_types).get(kind) if isinstance(kind, str) else None
    if not isinstance(written, dict) or form is None:
        raise MalformedMove("a move is an object of a known kind")
    if set(written) != {"kind", *form.values}:
        raise MalformedMove(f"{kind} has exactly the keys {sorted(form.values)}")
    values = {name: written[name] for name in form.values}
    if not all(_fits(value, form.values[name]) for name, value in values.items()):
        raise MalformedMove(f"a value of {kind} is of the wrong type")
    return form.move_type(**values)


def write_move(move: Move) -> Json:
    """The move as a JSON object."""
    kind: Any = move.__class__
    return {name: getattr(move, name) for name in _names(kind)}


@cache
def _names(move_type: Any) -> list[str]:
    return [field.name for field in fields(move_type)]


@cache
def _forms(move_types: tuple[type[Move], ...]) -> dict[str, Form]:
    forms = {}
    for move_type in move_types:
        hints = get_type_hints(move_type)
        values = {field.name: hints[field.name] for field in fields(move_type) if field.init}
        forms[get_args(hints["kind"])[0]] = Form(move_type, values)
    return forms


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(kind))
    return type(value) is kind
