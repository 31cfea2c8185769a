"""Imports: valid records are stored, and visible to their owner only."""

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from engine.shuffle import commitment, seed_from
from engine.types import Json
from tests.app.branches import RECORD, import_record, list_imports, with_explicit_deals, without_last_move
from tests.app.games import finished_table, start_table
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, each_game, play_out
from tests.app.replays import check_replay, get_replay

pytestmark = pytest.mark.backend("any")

UNSURE = ("first_seat", "result")  # computed from the seed
Spoil = Callable[[Json], object]


@each_game
async def test_exported_game_can_be_imported(new_person: NewPerson, game: str) -> None:
    """Export, import, document, export: the same game, without chat and times."""
    code, people, pages = await start_table(new_person, seats=3, game=game)
    await play_out(*pages)
    record = await people[0].record(code)
    cy = await new_person("Cy")
    info = (await import_record(cy, record)).json()
    assert (info["names"], info["result"]) == (record["seats"], record["result"])
    assert (await list_imports(cy))["games"] == [info]
    document = await get_replay(cy, info["code"])
    check_replay(document, record)
    table = document["table"]
    assert (table["imported"], table["status"], document["eyes"]) == (True, "finished", [0, 1, 2])
    assert "you" not in table
    assert table["people"] == [{"name": name} for name in record["seats"]]
    assert document["record"] == {key: part for key, part in record.items() if key != "meta"}
    assert (await import_record(cy, document["record"])).json() == {**info, "known": True}
    other = (await import_record(cy, RECORD)).json()
    assert [one["code"] for one in (await list_imports(cy))["games"]] == [other["code"], info["code"]]


@pytest.mark.backend("each")
async def test_own_game_is_not_copied(running: Running, new_person: NewPerson) -> None:
    code, (ada, bo), _ = await finished_table(new_person)
    await running.archive.history_recorder.catch_up()
    record = await ada.record(code)
    for person in (ada, bo):
        info = (await import_record(person, record)).json()
        assert (info["code"], info["known"], info["result"]) == (code, True, record["result"])
        assert (await list_imports(person))["games"] == []
    assert (await import_record(ada, without_last_move(record))).json()["code"] != code
    cy = await new_person("Cy")
    assert (await import_record(cy, record)).json()["code"] != code


async def test_unfinished_game_can_be_imported(new_person: NewPerson) -> None:
    ada = await new_person()
    for moves, status in (
        (RECORD["moves"][:20], "running"),
        ([*RECORD["moves"][:20], [None, {"kind": "abandon"}]], "abandoned"),
    ):
        info = (await import_record(ada, {**RECORD, "moves": moves})).json()
        assert info["moves"] == 20
        document = await get_replay(ada, info["code"])
        assert (document["table"]["status"], len(document["steps"])) == (status, 20)
        assert "result" not in document


async def test_import_is_visible_to_its_owner_only(new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    code = (await import_record(ada, RECORD)).json()["code"]
    with pytest.raises(Refusal, match="table_not_found"):
        await get_replay(eve, code)
    with pytest.raises(Refusal, match="table_not_found"):
        await eve.request("DELETE", f"/imports/{code}")
    assert (await list_imports(eve))["games"] == []
    assert (await ada.http.get("/api/account/data")).json()["imports"][0]["record"]["game"] == RECORD["game"]
    await ada.request("DELETE", f"/imports/{code}")
    with pytest.raises(Refusal, match="table_not_found"):
        await get_replay(ada, code)


async def test_imports_are_deleted_with_their_owner(running: Running, new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    code = (await import_record(ada, RECORD)).json()["code"]
    await ada.request("POST", "/account/deletion", {"password": ""})
    async with running.infra.database.engine.connect() as connection:
        rows = await connection.exec_driver_sql(f"SELECT id FROM imports WHERE code = '{code}'")
        assert rows.all() == []


ILLEGAL: dict[str, tuple[Spoil, int, str]] = {
    "a card that the seat has not": (lambda r: r["moves"][0][1].update(card=99), 0, "C5"),
    "another player's turn": (lambda r: r["moves"].insert(3, r["moves"][2]), 3, "not_to_act"),
    "no move": (lambda r: r["moves"].insert(5, [0, {"kind": "pass"}]), 5, "malformed"),
    "no seat": (lambda r: r["moves"].insert(5, [7, {"kind": "bid", "tricks": 1}]), 5, "malformed"),
    "after the end": (lambda r: r["moves"].append(r["moves"][-1]), len(RECORD["moves"]), "game_over"),
}


@pytest.mark.parametrize("wrong", ILLEGAL)
async def test_illegal_move_is_named(new_person: NewPerson, wrong: str) -> None:
    spoil, ply, rule = ILLEGAL[wrong]
    record = json.loads(json.dumps(RECORD))
    spoil(record)
    answer = await import_record(await new_person(), record)
    assert (answer.status_code, answer.json()) == (422, {"code": "bad_move", "ply": ply, "rule": rule})


REFUSED: dict[str, tuple[Any, str]] = {
    "nothing": ("", "bad_record"),
    "no JSON": ("{", "bad_record"),
    "a list": ([RECORD], "bad_record"),
    "depths": ("[" * 100_000, "bad_record"),
    "depths in an object": ('{"a":' * 30_000, "bad_record"),
    "not a number": ('{"format": NaN}', "bad_record"),
    "half a character": ('{"format": "\\ud800"}', "bad_record"),
    "no text": (b"\xff\xfe", "bad_record"),
    "another game's": ({**RECORD, "game": "chess"}, "bad_record"),
    "a key of its own": ({**RECORD, "more": 1}, "bad_record"),
    "another result": ({**RECORD, "result": {"scores": [1]}}, "bad_record"),
    "a newer one": ({"format": "boxcats-record/2", "unheard": "of"}, "newer_format"),
    "no format of ours": ({"format": "boxcats-record/two"}, "bad_record"),
}


@pytest.mark.parametrize("wrong", REFUSED)
async def test_invalid_record_is_refused(new_person: NewPerson, wrong: str) -> None:
    written, code = REFUSED[wrong]
    ada = await new_person()
    answer = await import_record(ada, written)
    assert (answer.status_code, answer.json()) == (422, {"code": code})
    assert (await list_imports(ada))["games"] == []


async def test_oversized_import_is_refused_before_it_is_read(new_person: NewPerson) -> None:
    ada = await new_person()
    for record in (
        {**RECORD, "meta": "a" * 1_000_000},
        {**RECORD, "moves": [[0, {"kind": "bid", "tricks": 2}]] * 10_000},
        {**RECORD, "moves": [0] * 10_000},
    ):
        start = perf_counter()
        answer = await import_record(ada, record)
        assert (answer.status_code, answer.json()) == (413, {"code": "too_big"})
        assert perf_counter() - start < 5, "reading the whole body would take longer"


async def test_names_are_sanitized(new_person: NewPerson) -> None:
    names = ["\u202eevil", "\u0007", "Ada\u0000"]
    info = (await import_record(await new_person(), {**RECORD, "seats": names})).json()
    assert info["names"] == ["evil", "?", "Ada"]


async def test_former_player_has_no_name(new_person: NewPerson) -> None:
    """As in the game that the file is of; a record needs a name for each seat."""
    ada = await new_person()
    info = (await import_record(ada, {**RECORD, "seats": ["?", "Ada", "?"]})).json()
    assert info["names"] == ["", "Ada", ""]
    table = (await get_replay(ada, info["code"]))["table"]
    assert table["seats"] == ["", "Ada", ""]
    assert table["people"] == [{"name": ""}, {"name": "Ada"}, {"name": ""}]


async def test_unchecked_fields_are_not_stored(new_person: NewPerson) -> None:
    """A number too large for JSON used to be a database error."""
    ada = await new_person()
    for fairness in ("1e400", '"' + 100_000 * "a" + '"', "[[{}]]"):
        text = json.dumps(with_explicit_deals(fairness="?")).replace('"?"', fairness)
        code = (await import_record(ada, text)).json()["code"]
        assert set((await get_replay(ada, code))["record"]) == {*with_explicit_deals(), "result"}


async def test_import_with_a_large_stored_record_is_refused(new_person: NewPerson) -> None:
    salts, secret, table = ["", "", ""], bytes(32), 100_000 * "a"
    fairness = {
        "secret": secret.hex(),
        "table": table,
        "salts": salts,
        "commitment": commitment(secret).hex(),
    }
    seed = seed_from(secret, table, [b"", b"", b""]).hex()
    record = {**RECORD, "seed": seed, "fairness": fairness, "moves": []}
    answer = await import_record(
        await new_person(), {key: record[key] for key in record if key not in UNSURE}
    )
    assert (answer.status_code, answer.json()) == (413, {"code": "too_big"})


@pytest.mark.backend("each")
async def test_number_of_imports_is_limited(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.archive.game_import.service.MAX_IMPORTS", 2)
    ada = await new_person()
    rooms = [(await list_imports(ada))["room"]]
    for moves in (10, 20):
        assert (await import_record(ada, {**RECORD, "moves": RECORD["moves"][:moves]})).status_code == 200
        rooms.append((await list_imports(ada))["room"])
    assert rooms == [2, 1, 0]
    assert (await import_record(ada, RECORD)).json() == {"code": "too_many_imports"}
    [first, _] = (await list_imports(ada))["games"]
    await ada.request("DELETE", f"/imports/{first['code']}")
    assert (await import_record(ada, RECORD)).status_code == 200


@pytest.mark.backend("each")
async def test_imports_of_the_previous_version_get_size_and_summary(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were stored without; both are computed from the record."""
    ada = await new_person()
    info = (await import_record(ada, RECORD)).json()
    async with running.infra.database.engine.begin() as connection:
        await connection.exec_driver_sql(
            f"UPDATE imports SET size = NULL, summary = NULL, digest = NULL WHERE code = '{info['code']}'"
        )
    assert (await list_imports(ada))["games"] == [info]
    monkeypatch.setattr("app.archive.game_import.service.MAX_GUEST_BYTES", len(json.dumps(RECORD)) // 2)
    other = {**RECORD, "moves": RECORD["moves"][:2]}
    assert (await import_record(ada, other)).json() == {"code": "storage_full"}
    await ada.request("DELETE", f"/imports/{info['code']}")
    assert (await import_record(ada, other)).status_code == 200


async def test_rate_of_imports_is_limited(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_refill(monkeypatch, running, "imports")
    ada = await new_person()
    answers = [(await import_record(ada, "{")).status_code for _ in range(25)]
    assert set(answers) == {422, 429}
    assert answers == sorted(answers)
