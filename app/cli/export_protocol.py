"""`python -m app.cli.export_protocol` writes all messages and bodies as one JSON Schema, and close codes.

The client's `protocol.gen.ts` and `close-codes.gen.ts` are generated from them. A game's types carry its
name: CatInTheBoxView …
"""

import json
import sys
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from operator import or_
from pkgutil import walk_packages
from typing import Any, Literal, get_args

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

import app
from app.archive.shared_replays.protocol import SharedReplayClientMessage, SharedReplayServerMessage
from app.events.duplicate_nights.protocol import NightClientMessage, NightServerMessage
from app.infra.websocket.close_codes import CloseCode
from app.tables.sockets.protocol import ClientMessage, LobbyClientMessage, LobbyServerMessage, ServerMessage
from engine.registry import GAMES
from engine.types import Json

WHERE = "#/$defs/"
NULL = {"type": "null"}
API = "/api"


def api_routes() -> list[APIRoute]:
    """Returns the routes of all modules whose name ends with `endpoints`."""
    names = [name for _, name, _ in walk_packages(app.__path__, "app.") if name.endswith("endpoints")]
    routers: list[APIRouter] = [import_module(name).router for name in names]
    routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    return [route for route in routes if route.path.startswith(API)]


def operations() -> Json:
    """Returns the schemas of body, query and response by operation, such as "PUT /tables/{code}/salt"."""
    api = FastAPI()
    for route in api_routes():
        api.router.routes.append(route)
    return {
        f"{method.upper()} {path.removeprefix(API)}": _operation(operation)
        for path, methods in sorted(api.openapi()["paths"].items())
        for method, operation in methods.items()
    }


def _operation(operation: Json) -> Json:
    query = [value["name"] for value in operation.get("parameters", ()) if value["in"] == "query"]
    body = _json_schema(operation.get("requestBody", {}))
    response = _json_schema(operation["responses"]["200"])
    return {"query": query, "body": body, "response": response}


def _json_schema(content: Json) -> Json | None:
    schema: Json | None = content.get("content", {}).get("application/json", {}).get("schema")
    return schema


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yields the models in an annotation such as `list[Model] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def _rest_models() -> list[type[BaseModel]]:
    annotations = [route.response_model for route in api_routes()]
    annotations += [
        field.field_info.annotation for route in api_routes() for field in route.dependant.body_params
    ]
    models = {model for annotation in annotations for model in _models(annotation)}
    return sorted(models, key=lambda model: model.__name__)


def protocol_schema() -> Json:
    """Returns the schema of an object with one property per type, so that the generator emits all of them."""
    models: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (model, "serialization") for model in _rest_models()
    ]
    bodies = models_json_schema(models, ref_template=WHERE + "{model}")
    named: Json = dict(bodies[1]["$defs"])
    _add(named, "ClientMessage", ClientMessage)
    _add(named, "ServerMessage", ServerMessage)
    _add(named, "LobbyClientMessage", LobbyClientMessage)
    _add(named, "LobbyServerMessage", LobbyServerMessage)
    _add(named, "SharedReplayClientMessage", SharedReplayClientMessage)
    _add(named, "SharedReplayServerMessage", SharedReplayServerMessage)
    _add(named, "NightClientMessage", NightClientMessage)
    _add(named, "NightServerMessage", NightServerMessage)
    for key, game in GAMES.items():
        prefix = key.title().replace("-", "")
        _add(named, prefix + "View", game.view_type, prefix)
        _add(named, prefix + "Event", game.event_type, prefix)
        _add(named, prefix + "Move", reduce(or_, game.move_types), prefix)
    named = {name: _plain(named[name], name) for name in sorted(named)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "type": "object",
        "additionalProperties": False,
        "required": list(named),
        "properties": {name: {"$ref": WHERE + name} for name in named},
        "$defs": named,
    }


def _add(named: Json, name: str, kind: Any, prefix: str = "") -> None:
    """Adds a type as `name`, and its nested definitions with the prefix."""
    template = WHERE + prefix + "{model}"
    schema = TypeAdapter(kind).json_schema(mode="serialization", ref_template=template)
    for part, definition in schema.pop("$defs", {}).items():
        named[prefix + part] = definition
    if "$ref" not in schema or schema["$ref"] != WHERE + name:
        named[name] = schema


def _plain(definition: Json, name: str) -> Json:
    """Makes nullable properties optional, as None is left out of JSON, and sets the title to the name."""
    plain = {**definition, "title": name}
    if "properties" in definition:
        kept = {key: _without_null(value) for key, value in definition["properties"].items()}
        optional = {key for key, value in definition["properties"].items() if NULL in value.get("anyOf", ())}
        plain["properties"] = kept
        plain["required"] = [key for key in definition.get("required", ()) if key not in optional]
    return plain


def _without_null(value: Json) -> Json:
    untitled = {key: part for key, part in value.items() if key != "title"}
    kinds = [kind for kind in value.get("anyOf", ()) if kind != NULL]
    if len(kinds) == len(value.get("anyOf", ())):
        return untitled
    rest = {key: part for key, part in untitled.items() if key not in ("anyOf", "default")}
    return {**rest, **kinds[0]} if len(kinds) == 1 else {**rest, "anyOf": kinds}


def main() -> None:
    """Writes {"schema": JSON Schema, "closeCodes": {name: code}, "operations": {operation: schemas}}."""
    exported = {
        "schema": protocol_schema(),
        "closeCodes": {code.name: code.value for code in CloseCode},
        "operations": operations(),
    }
    sys.stdout.write(json.dumps(exported, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
