"""The public list of commitments is complete, ordered and tamper-evident."""

import asyncio
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import httpx
import pytest

from app.main import Services
from app.tables.commitments import service
from app.tables.commitments.chain import GENESIS, ChainEntry, append_commitments
from app.tables.commitments.repository import draw_secret
from app.tables.commitments.service import CommitmentLog
from engine.shuffle import commitment
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import WITHOUT_TLS, NewPerson, start_game
from tools.commitments import Read, check, entries, main


def list_page(running: Running) -> Read:
    """Returns a function that reads the list without a session."""

    def read(query: str) -> Json:
        answer = httpx.get(f"{running.url}/api/commitments{query}", verify=WITHOUT_TLS)
        assert answer.status_code == 200
        part: Json = answer.json()
        return part

    return read


async def whole_list(running: Running) -> list[ChainEntry]:
    return await asyncio.to_thread(lambda: list(entries(list_page(running))))


async def wait_until_listed(running: Running, *wanted: str) -> list[ChainEntry]:
    while True:
        found = await whole_list(running)
        if set(wanted) <= {entry.commitment.hex() for entry in found}:
            return found
        await asyncio.sleep(0.1)


async def draw(services: Services, count: int) -> set[bytes]:
    async with services.infra.database.write() as cursor:
        return {commitment(await draw_secret(cursor)) for _ in range(count)}


async def test_every_shuffle_is_listed_publicly(running: Running, new_person: NewPerson) -> None:
    """The shuffle of the game and of its rematch, once each, and nothing else about them."""
    ada = await new_person("Ada")
    code = await start_game(ada, seats=2, bots="random")
    info = await ada.request("GET", f"/tables/{code}")
    found = await wait_until_listed(running, info["commitment"], info["next_commitment"])
    assert check(found, []) == ""
    listed = [entry.commitment for entry in found]
    assert len(set(listed)) == len(listed)
    answer = await asyncio.to_thread(
        httpx.get, f"{running.url}/api/commitments?commitment={info['commitment']}", verify=WITHOUT_TLS
    )
    assert set(answer.json()) == {"entries", "more", "head", "began_at"}
    assert set(answer.json()["entries"][0]) == {"number", "at", "commitment", "previous", "hash"}
    assert code not in answer.text


async def test_two_processes_write_one_chain(running: Running, second_process: Services) -> None:
    """In whatever order their entries arrive."""
    drawn = [await draw(services, 30) for services in (running.services, second_process)]
    lists = (running.tables.commitments, second_process.tables.commitments)
    await asyncio.gather(*(one.publish() for one in lists * 5), return_exceptions=True)
    found = await wait_until_listed(running, *(one.hex() for one in set().union(*drawn)))
    assert check(found, []) == ""


@pytest.mark.slow
async def test_list_is_paginated(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [one.hex() for one in await draw(running.services, 12)]
    found = await wait_until_listed(running, *drawn)
    monkeypatch.setattr(service, "PAGE_SIZE", 5)
    read = list_page(running)
    part = await asyncio.to_thread(read, "")
    assert (len(part["entries"]), part["more"]) == (5, True)
    assert [entry.number for entry in (await whole_list(running))[: len(found)]] == [
        entry.number for entry in found
    ]
    part = await asyncio.to_thread(read, f"?commitment={drawn[0]}")
    assert part["entries"][0]["commitment"] == drawn[0]
    today = datetime.fromtimestamp(found[-1].at / 1000, UTC).date()
    part = await asyncio.to_thread(read, f"?day={today}&after={found[-2].number}")
    assert part["entries"][0]["hash"] == found[-1].hash.hex()
    for nothing in ("?day=2001-01-01", "?commitment=" + "0" * 64, f"?after={2**31 - 1}"):
        part = await asyncio.to_thread(read, nothing)
        assert (part["entries"], part["more"]) == ([], False)
    for wrong in ("?day=x", "?after=-1", "?commitment=" + "g" * 64):
        answer = await asyncio.to_thread(httpx.get, f"{running.url}/api/commitments{wrong}")
        assert answer.status_code == 422


class ProcessDeath(Exception):
    """Stands for the end of a process."""


async def test_unlinked_entry_is_linked_later(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry is kept if a process dies between storing and linking it."""

    async def die(*_: object) -> None:
        raise ProcessDeath

    with monkeypatch.context() as dying:
        dying.setattr("app.tables.commitments.repository.append", die)
        drawn = await draw(running.services, 3)
        with pytest.raises(ProcessDeath):
            await running.tables.commitments.publish()
    assert check(await wait_until_listed(running, *(one.hex() for one in drawn)), []) == ""


async def test_times_are_monotonic(running: Running) -> None:
    """Even if the clock of a process is not."""
    await draw(running.services, 1)
    early = CommitmentLog(running.infra.database, clock=lambda: 1.0)
    await early.publish()
    await early.close()
    assert check(await whole_list(running), []) == ""


CHAIN = append_commitments(GENESIS, 1000, [bytes([one]) * 32 for one in range(5)])
KEPT = f"5:{CHAIN[4].hash.hex()}"


@pytest.mark.parametrize(
    "change",
    [
        lambda chain: chain.pop(2),
        lambda chain: chain.insert(2, chain[2]),
        lambda chain: chain.__setitem__(2, chain[2]._replace(commitment=bytes(32))),
        lambda chain: chain.__setitem__(2, chain[2]._replace(at=1001)),
        lambda chain: chain.__setitem__(slice(0, 2), chain[1::-1]),
    ],
    ids=["an entry less", "one more", "another commitment", "another time", "another order"],
)
def test_changed_entry_breaks_the_chain(change: Callable[[list[ChainEntry]], object]) -> None:
    chain = list(CHAIN)
    assert check(chain, [KEPT]) == ""
    change(chain)
    assert check(chain, [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Usage: "),
        (["cats"], "The list of cats cannot be read: "),
        (["http://127.0.0.1:1"], "The list of http://127.0.0.1:"),
        (["http://cats.example:port"], "The list of http://cats.example:port cannot be read: "),
    ],
)
def test_tool_reports_errors(monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.setattr(sys, "argv", ["commitments", *arguments])
    with pytest.raises(SystemExit, match=f"^{re.escape(message)}"):
        main()


def test_rewritten_chain_lacks_kept_entries() -> None:
    rewritten = append_commitments(
        GENESIS, 1000, [bytes([9]) * 32, *(entry.commitment for entry in CHAIN[1:])]
    )
    assert check(rewritten, []) == ""
    assert check(rewritten, [KEPT]) == f"no longer there: {KEPT}"
