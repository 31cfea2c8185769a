"""The JSON schema from which the client's types are generated."""

import json
import re

from app.cli.export_protocol import protocol_schema
from app.infra.websocket.close_codes import ClientAction, CloseCode
from engine.registry import GAMES
from tools.programs import ROOT
from tools.protocol_docs import DOCUMENT, updated


def test_schema_contains_all_messages() -> None:
    schema = protocol_schema()
    names = {
        "ClientMessage",
        "ServerMessage",
        "LobbyClientMessage",
        "LobbyServerMessage",
        "TableInfo",
        "Me",
        "NewName",
        "GameInfo",
        "NewTable",
        "Sit",
        "Ready",
    }
    for key in GAMES:
        prefix = key.title().replace("-", "")
        names |= {prefix + "View", prefix + "Event", prefix + "Move"}
    assert names <= set(schema["$defs"])
    assert set(schema["properties"]) == set(schema["$defs"])


def test_schema_has_no_dangling_references() -> None:
    schema = protocol_schema()
    referred = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
    assert referred <= set(schema["$defs"])


def test_absent_fields_are_omitted_instead_of_null() -> None:
    schema = protocol_schema()
    fields = [field for part in schema["$defs"].values() for field in part.get("properties", {}).values()]
    assert not any({"type": "null"} in (field, *field.get("anyOf", ())) for field in fields)
    update = schema["$defs"]["Update"]
    assert set(update["required"]) == {"type", "version", "log"}


def test_moves_are_discriminated_by_their_kind() -> None:
    assert {"kind", "card", "color"} == set(protocol_schema()["$defs"]["CatInTheBoxDeclare"]["required"])


def test_document_is_up_to_date() -> None:
    """`python -m tools.protocol_docs` updates it."""
    text = DOCUMENT.read_text("utf-8")
    assert updated(text) == text


def test_client_stops_after_the_documented_close_codes() -> None:
    client = (ROOT / "web/src/lib/reconnecting-socket.ts").read_text("utf-8")
    final_closes = re.search(r"FINAL_CLOSES[^{]*{(.*?)}", client, re.DOTALL)
    assert final_closes is not None
    names = set(re.findall(r"CLOSE_CODE\.(\w+)", final_closes[1]))
    assert names == {code.name for code in CloseCode if code.action is ClientAction.STOP}
