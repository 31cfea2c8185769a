"""`python -m app.cli.export_protocol` writes all messages and bodies as one JSON Schema, and close codes.

The client's `protocol.gen.ts` is generated from both. A game's types carry its name: CatInTheBoxView …
"""

import json
import sys
from functools import reduce
from operator import or_
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from app.archive.branches.schemas import NewBranch, RelatedGames
from app.archive.game_import.schemas import ImportInfo, ImportList
from app.archive.history.schemas import History
from app.archive.notes.schemas import NewNote, Notes
from app.archive.replays.schemas import Replay
from app.archive.shared_replays.protocol import ReviewClientMessage, ReviewServerMessage
from app.archive.shared_replays.schemas import NewReview, ReviewLink
from app.infra.websocket.close_codes import CloseCode
from app.moderation.bug_reports.schemas import BugReport
from app.moderation.schemas import BanRequest, Overview, Reason
from app.players.accounts.schemas import Codes, Giver, Me, NewName, SessionInfo
from app.players.friends.schemas import ContactList, Relationship
from app.players.profiles.schemas import Profile
from app.players.ratings.schemas import Leaderboard
from app.tables.chat.schemas import ChatSwitch, Report
from app.tables.commitments.schemas import Commitments
from app.tables.game.protocol import TableInfo
from app.tables.lobby.protocol import FurtherTables, RunningGames
from app.tables.lobby.schemas import GameInfo, NewSalt, NewTable, Ready, Sit, Start
from app.tables.sockets.protocol import ClientMessage, LobbyClientMessage, LobbyServerMessage, ServerMessage
from app.tables.timekeeping.schemas import Caretaker, Days, NewVote, SeatAnswer, SeatClaim, SeatRequestState
from app.tables.turn_notifications.schemas import DeviceInfo, MyTurn, NewDevice, NewWebhook, WebhookInfo
from engine.registry import GAMES
from engine.types import Json

WHERE = "#/$defs/"
NULL = {"type": "null"}
BODIES = (
    Me,
    NewName,
    SessionInfo,
    Codes,
    Giver,
    GameInfo,
    NewTable,
    NewSalt,
    Sit,
    Ready,
    Start,
    TableInfo,
    FurtherTables,
    RunningGames,
    Commitments,
)
OF_TALK = (ChatSwitch, Report, BanRequest, Overview, Reason)
OF_NOTICES = (MyTurn, NewDevice, DeviceInfo, NewWebhook, WebhookInfo)
OF_TIME = (Caretaker, Days, NewVote, SeatClaim, SeatAnswer, SeatRequestState)
OF_FRIENDS = (ContactList, Relationship, Profile, Leaderboard)
OF_REPLAYS = (
    Replay,
    NewBranch,
    RelatedGames,
    NewReview,
    ReviewLink,
    History,
    ImportInfo,
    ImportList,
    NewNote,
    Notes,
    BugReport,
)


def protocol_schema() -> Json:
    """Returns the schema of an object with one property per type, so that the generator emits all of them."""
    kinds = (*BODIES, *OF_TALK, *OF_NOTICES, *OF_TIME, *OF_FRIENDS, *OF_REPLAYS)
    bodies = models_json_schema([(body, "serialization") for body in kinds], ref_template=WHERE + "{model}")
    named: Json = dict(bodies[1]["$defs"])
    _add(named, "ClientMessage", ClientMessage)
    _add(named, "ServerMessage", ServerMessage)
    _add(named, "LobbyClientMessage", LobbyClientMessage)
    _add(named, "LobbyServerMessage", LobbyServerMessage)
    _add(named, "ReviewClientMessage", ReviewClientMessage)
    _add(named, "ReviewServerMessage", ReviewServerMessage)
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
    """Writes {"schema": JSON Schema, "closeCodes": {name: code}}."""
    exported = {"schema": protocol_schema(), "closeCodes": {code.name: code.value for code in CloseCode}}
    sys.stdout.write(json.dumps(exported, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
