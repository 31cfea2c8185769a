"""The server's logs: lines that programs can parse, and no secrets even at the most detailed level."""

import asyncio
import json
import logging
import sys
from secrets import token_hex

import httpx
import pytest

from app.infra.logging import formatter
from app.settings import Settings
from engine.types import Json
from tests.app.people import Refusal
from tests.ops.played import Played
from tests.ops.topology import KEY


def lines(played: Played) -> list[Json]:
    """Returns all lines. Fails if one is not JSON, whichever library wrote it."""
    return [json.loads(line) for line in played.log.splitlines()]


async def line_about(played: Played, answer: httpx.Response) -> Json:
    """Returns the only line of a request; it is written once the response is being sent."""
    async with asyncio.timeout(10):
        while True:
            for line in lines(played):
                if line.get("request") == answer.headers["x-request-id"]:
                    return line
            await asyncio.sleep(0.01)


async def test_every_line_is_json_with_time_logger_and_level(played: Played) -> None:
    entries = lines(played)
    for line in entries:
        assert {"event", "timestamp", "level", "logger"} <= line.keys()
    assert {"uvicorn.error", "app.infra.http.middleware.access_log"} <= {line["logger"] for line in entries}


async def test_response_has_the_id_of_its_log_line(played: Played) -> None:
    answer = await played.people[0].http.get("/api/games")
    line = await line_about(played, answer)
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/games", 200)
    assert line["ms"] >= 0
    code = played.record["fairness"]["table"]
    answer = await played.people[0].http.get(f"/api/tables/{code.upper()}")
    line = await line_about(played, answer)
    assert (line["path"], line["table"]) == ("/api/tables/{code}", code.upper())
    other = await played.people[0].http.get("/api/games", headers={"X-Request-Id": "mine"})
    assert other.headers["x-request-id"] not in ("mine", answer.headers["x-request-id"])


async def test_lines_of_a_websocket_have_an_id_and_its_table(played: Played) -> None:
    of_sockets = [line for line in lines(played) if line["logger"] == "app.tables.sockets.table_socket"]
    assert len({line["request"] for line in of_sockets}) >= len(played.pages)
    assert played.record["fairness"]["table"] in {line["table"] for line in of_sockets}


async def test_no_address_is_logged_and_no_code_in_a_path(played: Played) -> None:
    """For requests, pages and sockets at the most detailed level; codes have their own field."""
    ada, address, code = played.people[0], "203.0.113.77", played.record["fairness"]["table"]
    from_there = {"X-Forwarded-For": address, "User-Agent": "a-rare-browser"}
    for path in (f"/t/{code}", f"/api/tables/{code}", f"/api/replays/{code}?x={code}", f"/{code}"):
        answer = await ada.http.get(path, headers=from_there)
        assert (await line_about(played, answer))["path"].startswith("/")
    page = await ada.connect(f"/ws?table={code}", **from_there)
    await page.send({"type": "nonsense"})
    assert await page.wait_closed() == 4400
    for entry in lines(played):
        written = " ".join(str(value) for name, value in entry.items() if name != "table")
        assert not any(secret in written for secret in (address, "a-rare-browser", code)), entry


async def test_no_secret_is_logged(played: Played) -> None:
    """A whole game at the most detailed level, including malformed messages."""
    ada, hush = played.people[0], "hush-hush"
    with pytest.raises(Refusal, match="malformed"):
        await ada.request("PATCH", "/me", {"name": 1, "hush": hush})
    page = await ada.connect()
    await page.send({"type": "play", "hush": hush})
    assert await page.wait_closed() == 4400
    fairness = played.record["fairness"]
    log = "\n".join(str(value) for line in lines(played) for value in line.values())
    cookies = [cookie for person in played.people for cookie in person.http.cookies.values()]
    secrets = [
        KEY,
        hush,
        played.record["seed"],
        fairness["secret"],
        *filter(None, fairness["salts"]),
        *cookies,
    ]
    assert len(secrets) == 8
    for secret in secrets:
        assert secret not in log
    assert "hand" not in log
    for page in played.pages:
        assert not any(text[:40] in log for text in page.received)


@pytest.mark.parametrize("form", ["json", "console"])
def test_traceback_does_not_show_variables(form: str) -> None:
    secret = token_hex()
    try:
        raise ValueError("it broke", secret[:0])
    except ValueError:
        record = logging.LogRecord("app", logging.ERROR, "", 1, "failed", None, sys.exc_info())
    text = formatter(Settings.model_validate({"log_format": form})).format(record)
    assert "it broke" in text
    assert "failed" in text
    assert secret not in text
