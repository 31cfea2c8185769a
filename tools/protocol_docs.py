"""Writes the generated parts of docs/protocol.md from the code: `python -m tools.protocol_docs`.

Each part stands between `<!-- begin NAME -->` and `<!-- end -->`. A test checks that they are up to date.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from app.archive.shared_replays import protocol as replay
from app.core.errors import AppError
from app.events.duplicate_nights import protocol as nights
from app.infra.websocket.close_codes import CloseCode
from app.main import create_app
from app.settings import Settings
from app.tables.sockets import protocol as tables
from tools.programs import ROOT

DOCUMENT = ROOT / "docs" / "protocol.md"
PART = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
SOCKETS = {
    "table": (tables.ClientMessage, tables.ServerMessage),
    "lobby": (tables.LobbyClientMessage, tables.LobbyServerMessage),
    "replay": (replay.SharedReplayClientMessage, replay.SharedReplayServerMessage),
    "night": (nights.NightClientMessage, nights.NightServerMessage),
}


def summary(documented: object) -> str:
    """Returns the first line of a docstring as a table cell."""
    return (documented.__doc__ or "").strip().split("\n")[0].replace("|", "\\|")


def messages(union: Any) -> Iterator[tuple[str, ...]]:
    """Yields type, fields and meaning of each message of a discriminated union."""
    for model in get_args(get_args(union)[0]):
        fields = dict(model.model_fields)
        kind = fields.pop("type").default
        named = [f"`{name}`" if field.is_required() else f"`{name}`?" for name, field in fields.items()]
        yield f"`{kind}`", ", ".join(named), summary(model)


def error_classes(base: type[AppError] = AppError) -> Iterator[type[AppError]]:
    """Yields all errors that have a code of their own."""
    for kind in base.__subclasses__():
        yield kind
        yield from error_classes(kind)


def errors() -> Iterable[tuple[str, ...]]:
    """Returns code, HTTP status and meaning of each error of the server."""
    return sorted({(f"`{kind.code}`", str(kind.status), summary(kind)) for kind in error_classes()})


def close_codes() -> Iterator[tuple[str, ...]]:
    """Yields code, name, meaning and the client's reaction of each close code of the WebSockets."""
    for code in CloseCode:
        yield str(code.value), f"`{code.name}`", code.meaning, code.action.value


def endpoints() -> Iterator[tuple[str, ...]]:
    """Yields method and path, meaning and error codes of each endpoint below /api."""
    for path, operations in create_app(Settings()).api.openapi()["paths"].items():
        for method, operation in operations.items():
            answers = {status: answer["description"] for status, answer in operation["responses"].items()}
            codes = ", ".join(text for status, text in sorted(answers.items()) if status >= "4")
            meaning = operation.get("description", "").split("\n")[0] or operation["summary"].capitalize()
            if path.startswith("/api"):
                yield f"`{method.upper()} {path}`", meaning, codes


def markdown(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Returns a table in Markdown, ending with a newline."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def parts() -> dict[str, str]:
    """Returns the text of each generated part by its name."""
    made = {
        "close_codes": markdown(("code", "name", "meaning", "the client"), close_codes()),
        "errors": markdown(("code", "status", "meaning"), errors()),
        "endpoints": markdown(("endpoint", "meaning", "errors"), endpoints()),
    }
    for name, (client, server) in SOCKETS.items():
        heads = ("type", "fields", "meaning")
        made[f"{name}_client"] = markdown(heads, messages(client))
        made[f"{name}_server"] = markdown(heads, messages(server))
    return made


def updated(document: str) -> str:
    """Returns the document with its generated parts as the code has them now."""
    made = parts()
    return PART.sub(lambda found: found[1] + made[found[2]] + found[3], document)


if __name__ == "__main__":
    DOCUMENT.write_text(updated(DOCUMENT.read_text("utf-8")), "utf-8")
