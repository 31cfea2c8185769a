"""How much memory, processor time and disk one guest or address can use, without hindering a crowd."""

import asyncio
import json
from contextlib import AsyncExitStack

import httpx
import pytest

from app.archive.game_import import service
from app.archive.game_import.limits import MAX_MOVES, MAX_NUMBER
from app.archive.game_import.reading import MAX_UPLOAD_BYTES
from app.core.token_bucket import Rate
from app.infra.rate_limits import ClientLimit
from app.infra.storage_quotas import GAME_BYTES
from app.tables.chat import repository as chat_repository
from app.tables.chat.repository import NewLine
from app.tables.game.repository import load_table
from engine.record import read_record, replay
from engine.shuffle import commitment, seed_from
from engine.types import Json
from tests.app.accounts import create_account, session_of
from tests.app.branches import RECORD, import_record, list_imports, with_explicit_deals
from tests.app.chat import connect_to_lobby, send_chat
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.nights import create_night
from tests.app.people import NewPerson, Person, Refusal, play_out
from tests.app.personal_data import BROWSER_STATE, add_chat_and_imports
from tests.engine.walks import walk
from tests.security.crowds import StartServer
from tests.security.raw_connection import RawConnection, endless_body_of

pytestmark = pytest.mark.backend("any")

MOVES = RECORD["moves"]
PEOPLE, GAMES_EACH = 40, 3


def part_of(plies: int) -> Json:
    """Returns the beginning of a game: each length is another record."""
    return {**RECORD, "moves": MOVES[:plies]}


# --- downloads


async def test_sixty_concurrent_downloads_of_one_guest(server: Running, new_player: NewPerson) -> None:
    """One is sent, one waits; the others are refused at once with a code and a time to retry."""
    eve, ada = await new_player(), await new_player()
    await add_chat_and_imports(server, session_of(server, eve).player, lines=0, games=200)
    attack = [asyncio.create_task(eve.http.get("/api/account/data")) for _ in range(60)]
    assert (await ada.http.get("/api/account/data")).status_code == 200, "other requests are served"
    answers = await asyncio.gather(*attack)
    whole = [answer for answer in answers if answer.status_code == 200]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert len(whole) <= server.infra.limits.downloads.rate.burst
    assert {answer.json()["code"] for answer in refused} <= {"busy", "too_fast"}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
    assert all(len(answer.json()["imports"]) == 200 for answer in whole)


# --- records


def fair(table: str) -> Json:
    """A valid record whose table has this code."""
    secret = bytes(32)
    fairness = {"secret": secret.hex(), "table": table, "salts": ["", "", ""]}
    fairness["commitment"] = commitment(secret).hex()
    seed = seed_from(secret, table, [b"", b"", b""])
    kept = {key: part for key, part in RECORD.items() if key not in ("first_seat", "result")}
    return {**kept, "seed": seed.hex(), "fairness": fairness, "moves": []}


def test_oversized_record_is_valid_otherwise() -> None:
    """Only its size causes the refusal."""
    list(replay(read_record(fair("a" * 60_000))))


TOO_LARGE: dict[str, Json] = {
    "a table's code": fair("a" * 65),
    "a longer one": fair("a" * 60_000),
    "a name": {**RECORD, "seats": ["a" * 41, "Bo", "Cy"]},
    "names": {**RECORD, "seats": ["Ada"] * 21},
    "a game": {**RECORD, "game": "a" * 41},
    "an option's name": {**RECORD, "options": {"a" * 301: 1}},
    "an option": {**RECORD, "options": {"layout": "a" * 301}},
    "options": {**RECORD, "options": {str(number): 1 for number in range(301)}},
    "options in options": {**RECORD, "options": {"a": {"b": {"c": {"d": {}}}}}},
    "a seed": {**RECORD, "seed": "0" * 65},
    "a number": {**RECORD, "first_seat": MAX_NUMBER + 1},
    "a number of many digits": {**RECORD, "first_seat": int("9" * 4000)},
    "a list instead": {**RECORD, "first_seat": [0]},
    "deals": with_explicit_deals(deals=[{}] * 1001),
    "deals in deals": with_explicit_deals(deals=[[[[[]]]]]),
    "a text in deals": with_explicit_deals(deals=[{"hands": "a" * 41}]),
    "moves": {**RECORD, "moves": [MOVES[0]] * (MAX_MOVES + 1)},
    "a move": {**RECORD, "moves": [[0, {"kind": "a" * 41}]]},
    "moves in moves": {**RECORD, "moves": [[[[[]]]]]},
    "values of moves": {**RECORD, "moves": [[0] * 20] * 4000},
    "a result": {**RECORD, "result": {"scores": [0] * 1001}},
    "a result's text": {**RECORD, "result": {"a" * 41: 1}},
}


@pytest.mark.parametrize("part", TOO_LARGE)
async def test_every_part_of_a_record_is_bounded(new_player: NewPerson, part: str) -> None:
    eve = await new_player()
    answer = await import_record(eve, TOO_LARGE[part])
    assert (answer.status_code, answer.json()) == (413, {"code": "too_big"})
    assert (await list_imports(eve))["games"] == []


async def test_record_within_the_bounds_is_imported(new_player: NewPerson) -> None:
    """Every way to write a game, with the longest names and a code of any of our tables."""
    ada = await new_player()
    names = {**RECORD, "seats": ["é" * 40, "Bo", "Cy"]}
    for record in (RECORD, names, with_explicit_deals(), fair("abcdefghjk"), walk(5, "white", 3).record()):
        answer = await import_record(ada, record)
        assert answer.status_code == 200, answer.text


async def test_record_of_a_long_chat_can_be_imported(server: Running, new_player: NewPerson) -> None:
    """It contains the newest lines, as many as a record may have."""
    ada, bo = await new_player("Ada"), await new_player("Bo")
    code = (await ada.create_table(2, bots="random"))["code"]
    await ada.start(code)
    await play_out(await ada.open_page(code))
    player = session_of(server, ada).player
    async with server.infra.database.write() as cursor:
        table = (await load_table(cursor, code)).id
        for number in range(1200):
            text = f"{number} " + "猫" * 290
            await chat_repository.add(cursor, NewLine(table, player, f"{number:032x}", "Ada", text, None))
    answer = await ada.http.get(f"/api/tables/{code}/record")
    chat = answer.json()["meta"]["chat"]
    assert len(answer.content) < MAX_UPLOAD_BYTES
    assert chat[-1]["text"].startswith("1199 ")
    assert len(chat) > 50
    assert (await import_record(bo, answer.content)).status_code == 200


# --- what is stored


async def test_same_record_is_stored_once(new_player: NewPerson) -> None:
    """In any notation, and however many requests arrive at the same time."""
    eve = await new_player()
    turned = {key: RECORD[key] for key in reversed(RECORD)}
    texts = [json.dumps(RECORD), json.dumps(turned, indent=1), json.dumps({**RECORD, "meta": {"a": 1}})]
    answers = await asyncio.gather(*(import_record(eve, text) for text in texts))
    assert len({answer.json()["code"] for answer in answers}) == 1
    assert len((await list_imports(eve))["games"]) == 1


async def test_imports_have_a_byte_quota(new_player: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    """An account has more than a guest."""
    size = len(json.dumps(part_of(20)))
    monkeypatch.setattr(service, "MAX_GUEST_BYTES", 2 * size)
    monkeypatch.setattr(service, "MAX_ACCOUNT_BYTES", 3 * size)
    guest, account = await new_player(), await new_player()
    await create_account(account, "Ada Quota")
    fitting = []
    for person in (guest, account):
        answers = [await import_record(person, part_of(plies)) for plies in range(18, 28)]
        fitting.append([answer.status_code for answer in answers].count(200))
        assert {answer.json().get("code") for answer in answers[fitting[-1] :]} == {"storage_full"}
        newest = (await list_imports(person))["games"][0]["code"]
        await person.request("DELETE", f"/imports/{newest}")
        assert (await import_record(person, part_of(1))).status_code == 200, "there is room again"
    assert 0 < fitting[0] < fitting[1] < 10


async def test_person_has_a_daily_storage_quota(start_server: StartServer) -> None:
    """By any means, and without reducing anybody else's."""
    server = await start_server(stored_per_person=(2 * GAME_BYTES + 10_000) / 1e6, table_burst=99)
    async with Person(server.url) as eve, Person(server.url) as ada:
        await eve.start_session()
        await ada.start_session()
        codes = [(await eve.create_table(2))["code"] for _ in range(2)]
        with pytest.raises(Refusal, match="too_much_today") as refusal:
            await eve.create_table(2)
        assert refusal.value.status == 429
        answers = [await import_record(eve, part_of(plies)) for plies in range(1, 20)]
        assert answers[-1].json() == {"code": "too_much_today"}
        assert 0 < int(answers[-1].headers["retry-after"]) < 86_400
        for ask in (
            eve.request("POST", "/problems", {"table": codes[0], "words": "blank", "page": BROWSER_STATE}),
            eve.request("POST", "/reports", {"table": codes[0], "seat": 0, "line": None, "words": ""}),
        ):
            with pytest.raises(Refusal, match="too_much_today"):
                await ask
        await ada.create_table(2)
        assert (await import_record(ada, part_of(5))).status_code == 200


async def test_address_has_a_daily_storage_quota(start_server: StartServer) -> None:
    """However many guests are created there."""
    server = await start_server(stored_per_address=(3 * GAME_BYTES + 10_000) / 1e6, guest_rate=99)
    body = {"game": "cat-in-the-box", "seats": 2, "terms": {}, "salt": "0" * 32}
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(Person(server.url)) for _ in range(6)]
        for guest in guests:
            await guest.start_session()
        answers = [await guest.http.post("/api/tables", json=body) for guest in guests]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3
        assert answers[-1].json() == {"code": "too_much_today"}
        elsewhere = await stack.enter_async_context(Person(server.url))
        elsewhere.http.headers["X-Forwarded-For"] = "192.0.2.9"
        await elsewhere.start_session()
        await elsewhere.create_table(2)


async def test_nights_are_counted(start_server: StartServer) -> None:
    """By their deals: the commitments of these are public for ever, even if the night never begins."""
    server = await start_server(stored_per_person=5.5 * GAME_BYTES / 1e6)
    async with Person(server.url) as eve:
        await eve.start_session()
        for _ in range(2):
            await eve.request("POST", f"/nights/{await create_night(eve, deals=2)}/close")
        with pytest.raises(Refusal, match="too_much_today"):
            await create_night(eve, deals=2)


async def test_chat_and_notes_are_counted(start_server: StartServer) -> None:
    server = await start_server(stored_per_person=(GAME_BYTES + 1_000) / 1e6)
    async with Person(server.url) as eve:
        await eve.start_session()
        code = (await eve.create_table(2, bots="random"))["code"]
        await eve.start(code)
        page = await connect_to_lobby(eve)
        for _ in range(5):
            await send_chat(page, phrase="hello")
        assert (await page.next("refused"))["code"] == "too_much_today"
        with pytest.raises(Refusal, match="too_much_today"):
            await eve.request("PUT", f"/tables/{code}/notes/0", {"text": "x", "shared": False})


# --- the processor


async def test_bodies_in_memory_are_bounded(server: Running, new_player: NewPerson) -> None:
    """Imports that never end are refused after a few of one player; another address is served meanwhile."""
    eve, ada = await new_player(), await new_player()
    ada.http.headers["X-Forwarded-For"] = "192.0.2.9"
    async with AsyncExitStack() as stack:
        unfinished = [
            await stack.enter_async_context(await RawConnection.open(server.url))
            for _ in range(service.MAX_UPLOADS_EACH + 1)
        ]
        answers = [
            asyncio.create_task(
                one.request(f"POST /api/imports HTTP/1.1\r\n{endless_body_of(eve, MAX_UPLOAD_BYTES)}")
            )
            for one in unfinished
        ]
        stack.callback(lambda: [task.cancel() for task in answers])
        [one_more], _ = await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
        assert one_more.result().status == 503
        refused = await import_record(eve, RECORD)
        assert (refused.status_code, refused.json()) == (503, {"code": "busy"})
        assert (await import_record(ada, RECORD)).status_code == 200
    await asyncio.gather(*answers, return_exceptions=True)
    async with asyncio.timeout(20):
        while (answer := await import_record(eve, RECORD)).status_code == 503:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # until the slots are free again
    assert answer.status_code == 200


async def test_searches_are_counted(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await start_server()
    stop_refill(monkeypatch, server, "searches", burst=5)
    paths = ["/history?mine=true", "/history", "/friends", "/leaderboard/cat-in-the-box", "/imports"]
    async with Person(server.url) as eve, Person(server.url) as ada:
        await eve.start_session()
        await ada.start_session()
        for path in paths:
            assert (await eve.http.get(f"/api{path}")).status_code == 200
        for path in [*paths, "/people/000000000000", "/replays/nosuch/branches", "/tables/nosuch/notes"]:
            assert (await eve.http.get(f"/api{path}")).json() == {"code": "too_fast"}
        assert (await ada.http.get("/api/history")).status_code == 200


async def test_list_of_commitments_is_counted_without_a_session(start_server: StartServer) -> None:
    server = await start_server()
    server.infra.limits.searches = ClientLimit(Rate(1, 0.001), people=2)
    async with Person(server.url) as eve:
        answers = [await eve.http.get("/api/commitments") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.mark.parametrize("path", ["braincat/packs/jobs", "braincat/packs/own-" + "0" * 32])
async def test_texts_of_packs_are_counted_without_a_session(start_server: StartServer, path: str) -> None:
    server = await start_server()
    server.infra.limits.searches = ClientLimit(Rate(1, 0.001), people=2)
    async with Person(server.url) as eve:
        answers = [await eve.http.get(f"/api/games/{path}") for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]


DEEP = ("[" * 16_000, '{"a":' * 3_000, "[" * 8_000 + "]" * 8_000)


@pytest.mark.parametrize("text", DEEP)
@pytest.mark.usefixtures("quiet")
async def test_deeply_nested_bodies_are_refused(new_player: NewPerson, text: str) -> None:
    eve = await new_player()
    answer = await eve.http.post("/api/problems", content=text, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()) == (422, {"code": "malformed"})


# --- honest people


async def test_forty_players_import_and_download_concurrently(start_server: StartServer) -> None:
    """Behind one address, with the default settings; all succeed, some after a wait."""
    server = await start_server()
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(server.url)) for _ in range(PEOPLE)]
        for person in people:
            await person.start_session()
        games = [walk(4, "white", seed).record() for seed in range(GAMES_EACH)]

        async def one(person: Person) -> tuple[list[httpx.Response], httpx.Response]:
            person.http.timeout = httpx.Timeout(60)
            brought = await asyncio.gather(*(import_record(person, game) for game in games))
            return brought, await person.http.get("/api/account/data")

        for brought, data in await asyncio.gather(*map(one, people)):
            assert [answer.status_code for answer in brought] == [200] * GAMES_EACH
            assert data.status_code == 200, data.text
            assert len(data.json()["imports"]) == GAMES_EACH
