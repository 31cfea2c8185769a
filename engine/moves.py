"""Parses moves from JSON and serializes them; keys and value types must match exactly."""

from dataclasses import fields
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from engine.errors import MalformedMove
from engine.types import Json, Move


class FieldSchema(NamedTuple):
    """The allowed types of a field, or of the items of its list, and the allowed values of a Literal."""

    name: str
    types: frozenset[type]
    choices: frozenset[object] | None = None
    is_list: bool = False  # a tuple in the move, a list in JSON

    def parse(self, value: Any) -> Any:
        """Returns the value as the move has it. Raises MalformedMove."""
        if not self._accepts(value):
            raise MalformedMove(f"{self.name} is of the wrong type")
        return tuple(value) if self.is_list else value

    def _accepts(self, value: object) -> bool:
        if self.is_list:
            return isinstance(value, list) and all(map(self._is_allowed, value))
        return self._is_allowed(value)

    def _is_allowed(self, value: object) -> bool:
        return value.__class__ in self.types and (self.choices is None or value in self.choices)


class MoveSchema(NamedTuple):
    """The JSON form of a move type."""

    move_type: type[Move]
    keys: frozenset[str]
    fields: tuple[FieldSchema, ...]  # without `kind`


def parse_move(written: object, move_types: tuple[type[Move], ...]) -> Move:
    """Returns the move that a JSON value describes. Raises MalformedMove."""
    kind = written.get("kind") if isinstance(written, dict) else None
    schema = _schemas(move_types).get(kind) if isinstance(kind, str) else None
    if not isinstance(written, dict) or schema is None:
        raise MalformedMove("a move is an object of a known kind")
    if written.keys() != schema.keys:
        raise MalformedMove(f"{kind} has exactly the keys {sorted(schema.keys)}")
    return schema.move_type(*[field.parse(written[field.name]) for field in schema.fields])


def write_move(move: Move) -> Json:
    """Returns the move as a JSON object."""
    kind: Any = move.__class__
    return {name: _json(getattr(move, name)) for name in _field_names(kind)}


def _json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@cache
def _field_names(move_type: Any) -> list[str]:
    return [field.name for field in fields(move_type)]


@cache
def _schemas(move_types: tuple[type[Move], ...]) -> dict[str, MoveSchema]:
    schemas = {}
    for move_type in move_types:
        hints = get_type_hints(move_type)
        inits = tuple(_field(field.name, hints[field.name]) for field in fields(move_type) if field.init)
        keys = frozenset({"kind", *(field.name for field in inits)})
        schemas[get_args(hints["kind"])[0]] = MoveSchema(move_type, keys, inits)
    return schemas


def _field(name: str, hint: Any) -> FieldSchema:
    if get_origin(hint) is tuple:
        return FieldSchema(name, frozenset({get_args(hint)[0]}), is_list=True)
    if get_origin(hint) is not Literal:
        return FieldSchema(name, frozenset({hint}))
    choices = get_args(hint)
    return FieldSchema(name, frozenset(map(type, choices)), frozenset(choices))
