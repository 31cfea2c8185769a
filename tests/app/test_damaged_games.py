"""Packed games whose bytes are damaged, as by a broken disk: each is one clear error, all others work."""

import asyncio
import os
import subprocess
import sys

import pytest
from sqlalchemy import func, update

from app.core.paths import ROOT
from app.infra.database.engine import Database
from app.infra.database.query import Command
from app.infra.database.schema import MOVES, PACKED_GAMES, TABLES
from app.infra.websocket.close_codes import CloseCode
from app.main import create_app
from app.moderation.repository import make_admin
from app.settings import Settings
from app.tables.errors import DamagedGame
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from engine.record import read_record, replay
from engine.types import Json
from tests.app.accounts import create_account, session_of
from tests.app.branches import branch
from tests.app.local_server import Running
from tests.app.packed_games import DUE, pack_after, store_processed_games
from tests.app.people import Person, Refusal, play_out, start_game
from tests.app.personal_data import BROWSER_STATE
from tests.app.replays import get_replay
from tests.app.shared_replays import create_shared_replay, join_shared_replay

CUT = 20  # bytes that are left
SALT = {"salt": "0" * 32}
BODIES: dict[str, Json] = {  # of requests about a table that have one
    "put /api/tables/{code}/seats": {"seats": 3},
    "put /api/tables/{code}/seats/{seat}": SALT,
    "put /api/tables/{code}/salt": SALT,
    "put /api/tables/{code}/ready": {"ready": True},
    "put /api/tables/{code}/terms": {},
    "put /api/tables/{code}/caretaker": {"plays": True},
    "put /api/tables/{code}/votes": {"wish": "pause"},
    "post /api/tables/{code}/seat-request": SALT,
    "put /api/tables/{code}/seat-request": {"yes": True},
    "put /api/tables/{code}/chat": {"open": True},
    "put /api/tables/{code}/webhook": {"url": "https://ntfy.sh/cats", "language": "en"},
    "put /api/tables/{code}/notes/{ply}": {"text": "A note."},
    "post /api/replays/{code}/branches": {"seat": 0},
    "post /api/replays/{code}/reviews": {"ply": 0},
}


async def damage(database: Database, moves: Table, salts: Table) -> None:
    """Cuts off the moves of one game and the salts of another."""
    cut_moves, cut_salts = (func.substr(one, 1, CUT) for one in (PACKED_GAMES.c.content, TABLES.c.salts))
    async with database.write() as cursor:
        for command in (
            update(PACKED_GAMES).where(PACKED_GAMES.c.table_id == moves.id).values(content=cut_moves),
            update(TABLES).where(TABLES.c.id == salts.id).values(salts=cut_salts),
        ):
            await cursor.execute(Command(command))


async def export(code: str, database_url: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "app", "export", code]
    env = {**os.environ, "DATABASE_URL": database_url, "SECRET_KEY": "k" * 32}
    return await asyncio.to_thread(subprocess.run, command, cwd=ROOT, env=env, capture_output=True)


async def check_refused(reader: Person, code: str) -> None:
    for path in (f"/tables/{code}/record", f"/replays/{code}", f"/replays/{code}/autopsy"):
        with pytest.raises(Refusal, match="damaged_game"):
            await reader.request("GET", path)
    for path in (f"/t/{code}", f"/r/{code}"):  # the client's page, which shows the error
        assert (await reader.http.get(path)).status_code == 200
    page = await reader.connect()
    await page.join(code)
    assert await page.wait_closed() == CloseCode.DAMAGED_GAME


async def check_reports(reader: Person, server: Running, codes: list[str]) -> None:
    """A game that cannot be shown can be reported; the report tells why."""
    for code in codes:
        await reader.request("POST", "/problems", {"table": code, "words": "blank", "page": BROWSER_STATE})
    await create_account(reader, "Warden")
    async with server.infra.database.write() as cursor:
        await make_admin(cursor, session_of(server, reader).player)
    for report in (await reader.request("GET", "/admin"))["reports"]:
        game = (await reader.request("GET", f"/admin/reports/{report['id']}/problem"))["game"]
        assert list(game) == ["damaged"]


async def finished_branch(person: Person, code: str) -> str:
    """Returns the code of a duplicate of this game, played to its end."""
    duplicate: str = (await branch(person, code, None))["code"]
    await person.start(duplicate)
    await play_out(await person.open_page(duplicate))
    return duplicate


async def check_related_games(reader: Person, damaged: Table, duplicate: str) -> None:
    """A branch is shown without the game that it branched off."""
    related = await reader.request("GET", f"/replays/{duplicate}/branches")
    assert (related["game"]["code"], related.get("origin")) == (duplicate, None)
    with pytest.raises(Refusal, match="damaged_game"):
        await reader.request("GET", f"/replays/{damaged.code}/branches")


@pytest.mark.slow
async def test_damaged_games_are_refused_and_others_shown(
    settings: Settings, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with Running(settings) as server, Person(server.url) as reader:
        await reader.start_session()
        games = await store_processed_games(server, 3, TableSettings(visibility="public"))
        await pack_after(database, DUE)
        without_moves, without_salts, whole = games
        duplicate = await finished_branch(reader, without_salts.code)
        await damage(database, without_moves, without_salts)
        server.services.tables.game._positions.clear()  # a branch may have loaded its source
        for game in (without_moves, without_salts):
            await check_refused(reader, game.code)
        assert f"the salts of table {without_salts.code} are damaged" in caplog.text
        assert f"{CUT} bytes in format 3 are no packed moves" in caplog.text
        await check_related_games(reader, without_salts, duplicate)
        await check_reports(reader, server, [without_moves.code, without_salts.code])
        listed = (await reader.request("GET", "/history"))["games"]
        assert {one["code"] for one in listed} == {without_moves.code, whole.code}
        assert [*replay(read_record(await reader.record(whole.code)))]
        assert (await get_replay(reader, whole.code))["steps"]
        async with database.read() as cursor:
            with pytest.raises(DamagedGame):
                await load_table(cursor, without_salts.code)
        exported = await export(without_moves.code, settings.database_url)
        assert (exported.returncode, exported.stdout) == (1, b"")
        assert b"no packed moves" in exported.stderr


async def answers_about(reader: Person, code: str, described: Json) -> dict[str, str]:
    """Sends all requests about a table; returns their errors, each of which must be described."""
    answers: dict[str, str] = {}
    for path, operations in described["paths"].items():
        if not path.startswith(("/api/tables/{code}", "/api/replays/{code}", "/r/{code}", "/t/{code}")):
            continue
        values = {"code": code, "seat": 0, "ply": 0, "who": "0" * 16, "handle": "0" * 12}
        for method, operation in operations.items():
            name = f"{method} {path}"
            response = await reader.http.request(method, path.format(**values), json=BODIES.get(name))
            answers[name] = response.json()["code"]
            assert answers[name] in operation["responses"][str(response.status_code)]["description"], name
    return answers


async def test_answers_about_a_damaged_game_are_described(settings: Settings, database: Database) -> None:
    async with Running(settings) as server, Person(server.url) as reader:
        await reader.start_session()
        [game] = await store_processed_games(server, 1, TableSettings(visibility="public"))
        await pack_after(database, DUE)
        shared = await create_shared_replay(reader, game.code)
        await damage(database, game, game)
        answers = await answers_about(reader, game.code, create_app(settings).api.openapi())
        assert {name for name, error in answers.items() if error != "damaged_game"} == set()
        assert set(BODIES) <= set(answers)
        page = await join_shared_replay(reader, shared)
        assert await page.wait_closed() == CloseCode.DAMAGED_GAME


async def make_first_move_impossible(database: Database, code: str) -> None:
    async with database.write() as cursor:
        table = await load_table(cursor, code)
        first = MOVES.c.table_id == table.id, MOVES.c.seq == 1
        await cursor.execute(Command(update(MOVES).where(*first).values(move={"kind": "bid", "tricks": 99})))


async def test_running_game_that_cannot_be_replayed_can_be_reported_and_closed(
    two_servers: list[Running],
) -> None:
    """As after a change of the rules that made a stored move illegal; the other process has not cached it."""
    one, other = two_servers
    async with Person(one.url) as ada, Person(one.url) as bo, Person(other.url) as reader:
        code = await start_game(ada, bo, terms={"visibility": "public"})
        page = await ada.open_page(code)
        await page.play_legal_move()
        await make_first_move_impossible(one.infra.database, code)
        await reader.start_session()
        late = await reader.connect()
        await late.join(code)
        assert await late.wait_closed() == CloseCode.DAMAGED_GAME
        reader.http.cookies.update(ada.http.cookies)
        assert await reader.request("GET", "/turns") == [], "other games' turns are still listed"
        reader.http.cookies.clear()
        await reader.start_session()
        await check_reports(reader, other, [code])
        await reader.request("POST", f"/admin/tables/{code}/close", {"why": "It cannot go on."})
        table = await reader.request("GET", f"/tables/{code}")
        assert (table["status"], table["closed"]) == ("abandoned", "It cannot go on.")
        exported = await export(code, one.infra.database.engine.url.render_as_string(hide_password=False))
        assert (exported.returncode, exported.stdout) == (1, b"")
        assert b"cannot be replayed" in exported.stderr
