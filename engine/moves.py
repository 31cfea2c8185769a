"""Moves from and to JSON, strictly: exactly the known keys, exactly the known types."""

from dataclasses import fields
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from engine.errors import MalformedMove
from engine.types import Json, Move


class Value(NamedTuple):
    """One value of a move: of which types it may be, and, of a few words or numbers, which."""

    name: str
    types: frozenset[type]
    choices: frozenset[object] | None

    def fits(self, value: object) -> bool:
        return value.__class__ in self.types and (self.choices is None or value in self.choices)


class Form(NamedTuple):
    """How a kind of move is written."""

    move_type: type[Move]
    keys: frozenset[str]
    values: tuple[Value, ...]  # `kind` aside


def parse_move(written: object, move_types: tuple[type[Move], ...]) -> Move:
    """The move that a JSON object stands for. Raises MalformedMove."""
    kind = written.get("kind") if isinstance(written, dict) else None
    form = _forms(move_types).get(kind) if isinstance(kind, str) else None
    if not isinstance(written, dict) or form is None:
        raise MalformedMove("a move is an object of a known kind")
    if written.keys() != form.keys:
        raise MalformedMove(f"{kind} has exactly the keys {sorted(form.keys)}")
    for value in form.values:
        if not value.fits(written[value.name]):
            raise MalformedMove(f"a value of {kind} is of the wrong type")
    return form.move_type(*[written[value.name] for value in form.values])


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
        values = tuple(_value(field.name, hints[field.name]) for field in fields(move_type) if field.init)
        keys = frozenset({"kind", *(value.name for value in values)})
        forms[get_args(hints["kind"])[0]] = Form(move_type, keys, values)
    return forms


def _value(name: str, kind: Any) -> Value:
    if get_origin(kind) is not Literal:
        return Value(name, frozenset({kind}), None)
    choices = get_args(kind)
    return Value(name, frozenset(map(type, choices)), frozenset(choices))
