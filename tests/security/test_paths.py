"""Parts of paths are checked as strictly as bodies: Postgres refuses characters that SQLite stores."""

import re
from typing import Any

import pytest

from app.cli.export_protocol import api_routes
from tests.app.local_server import Running
from tests.app.people import NewPerson

PARAMETER = re.compile(r"{(\w+)}")
VALID = {"game": "cat-in-the-box", "seat": "0"}
FLAGS = ("yes", "open", "plays", "ready", "shared")
BODIES: tuple[dict[str, Any], ...] = (
    *({name: True} for name in FLAGS),
    *({name: "x"} for name in ("why", "text")),
    *({name: 0} for name in ("ply", "seat")),
    {"salt": "0" * 32},
    {"day": "2026-01-31"},
    {"move": {"kind": "x"}},
    {"moves": [{}]},
    {"about": None, "wish": "wait"},
)


@pytest.mark.parametrize("text", ["a%00b", "x" * 60])
@pytest.mark.usefixtures("quiet")
async def test_damaged_part_of_a_path_is_refused(
    postgres_server: Running, new_guest: NewPerson, text: str
) -> None:
    eve = await new_guest("", at=postgres_server)
    for route in api_routes():
        for damaged in PARAMETER.findall(route.path):
            path = _filled(route.path, {damaged: text})
            for method in route.methods or ():
                for body in BODIES if route.dependant.body_params else [None]:
                    answer = await eve.http.request(method, path, json=body)
                    assert 400 <= answer.status_code < 500, (method, path, body)


def _filled(path: str, given: dict[str, str]) -> str:
    return PARAMETER.sub(lambda found: given.get(found[1]) or VALID.get(found[1], "abcdef"), path)
