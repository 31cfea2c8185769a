"""Duplicate nights: seating, deals, results, refusals, two processes, restarts."""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import timedelta
from uuid import UUID

import pytest

from app.events.duplicate_nights import errors, runner, schemas, service
from app.infra.database.engine import now
from app.infra.redis.topics import NIGHTS
from app.main import Services, build_services
from app.tables.errors import DamagedGame
from engine.record import read_record, replay
from engine.types import Json
from tests.app.local_server import Running
from tests.app.nights import (
    NIGHT,
    create_night,
    join_night,
    night_info,
    night_when,
    open_own_table,
    own_table,
    some_table_is_done,
    started_night,
    stored_entrants,
    stored_tables,
)
from tests.app.people import NewPerson, Person, Refusal, play_out, play_until, refusal_code
from tests.app.timekeeping import set_caretaker


@pytest.mark.slow
async def test_tables_play_the_same_deals_and_are_compared_by_seat(new_person: NewPerson) -> None:
    """Two tables of two people and a bot; seats rotate, and replays open when both tables are done."""
    people = [await new_person(f"Cat {number}") for number in range(4)]
    code = await started_night(*people, seats=3, people_per_table=2)
    records: dict[tuple[int, int], Json] = {}
    for deal in (1, 2):
        pages = [await open_own_table(person, code, deal) for person in people]
        assert {len(page.table["seats"]) for page in pages} == {3}
        await play_out(*pages)
        info = await night_when(people[0], code, _shows(deal))
        for table in info["deals"][deal - 1]["tables"]:
            record = await people[0].record(table["code"])  # also of the table where she did not play
            list(replay(read_record(record)))
            records[deal, table["number"]] = record
            assert [seat["score"] for seat in table["seats"]] == record["result"]["scores"]
    await night_when(people[0], code, lambda night: night["settings"]["status"] == "finished")
    for deal in (1, 2):
        first, second = records[deal, 1], records[deal, 2]
        assert (first["deals"], first["first_seat"]) == (second["deals"], second["first_seat"])
        rows = [table["seats"] for table in info["deals"][deal - 1]["tables"]]
        for one, other in zip(*rows, strict=True):
            expected = 50 + 50 * ((one["score"] > other["score"]) - (one["score"] < other["score"]))
            assert (one["result"], other["result"]) == (expected, 100 - expected)
    assert records[1, 1]["deals"] != records[2, 1]["deals"]
    names = {
        deal: [seat["name"] for seat in info["deals"][deal - 1]["tables"][0]["seats"]] for deal in (1, 2)
    }
    assert names[2] == [*names[1][-1:], *names[1][:-1]]  # everybody moved on by one seat
    assert names[1].count("") == 1  # the bot
    for person in info["people"]:
        assert person["total"] == pytest.approx(sum(person["results"]) / 2, abs=0.01)
    assert [one["rank"] for one in info["people"]] == sorted(one["rank"] for one in info["people"])


def _shows(deal: int) -> Callable[[Json], bool]:
    return lambda info: bool(info["deals"][deal - 1]["seed"])


async def test_next_deal_starts_without_the_other_tables(new_person: NewPerson) -> None:
    """A fast table plays on; no result of a deal is shown before the other table has played it."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo)
    page = await open_own_table(ada, code)
    first = page.table["code"]
    await play_out(page)
    second = await own_table(ada, code, 2)
    place = await ada.request("GET", f"/nights/tables/{first}")
    assert await refusal_code(ada.request("GET", "/nights/tables/nosuch")) == "table_not_found"
    assert place == {"code": code, "deal": 1, "deals": 2, "next": second, "over": False}
    assert (await ada.request("GET", f"/tables/{first}"))["status"] == "finished"  # her own table's page
    info = await night_info(bo, code)
    assert [(deal["seed"], deal["tables"]) for deal in info["deals"]] == [("", []), ("", [])]
    assert {person["total"] for person in info["people"]} == {50}
    assert sorted((one["deal"], one["state"]) for one in info["tables"]) == [(1, "playing"), (2, "playing")]


async def test_game_is_shown_when_the_group_that_was_awaited_is_gone(new_person: NewPerson) -> None:
    """The page of the other group learns that the deal is no secret any more."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo)
    await play_out(await open_own_table(bo, code))
    page = await open_own_table(bo, code, 2)
    await play_out(page)
    assert page.table["terms"]["watching"] == "nobody"
    await set_caretaker(ada, await own_table(ada, code, 1), plays=True)
    await ada.request("POST", "/account/deletion", {"password": ""})
    while page.table["terms"]["watching"] == "nobody":
        await page.next("table")


async def test_latecomer_takes_the_seat_of_a_bot(new_person: NewPerson) -> None:
    """From the next deal on; the deal before counts as average."""
    ada, bo, cleo = [await new_person(name) for name in ("Ada", "Bo", "Cleo")]
    code = await started_night(ada, people_per_table=1)
    late = await join_night(bo, code)
    assert [person["table"] for person in late["info"]["people"]] == [1, 1]
    with pytest.raises(Refusal, match="night_full"):
        await join_night(cleo, code)
    page = await open_own_table(ada, code)
    assert [seat["kind"] for seat in page.table["seats"]] == ["person", "bot"]
    await play_out(page)
    pages = [await open_own_table(person, code, 2) for person in (ada, bo)]
    assert [seat["kind"] for seat in pages[0].table["seats"]] == ["person", "person"]
    await play_out(*pages)
    info = await night_when(bo, code, lambda info: info["settings"]["status"] == "finished")
    assert {person["name"]: person["results"][0] for person in info["people"]} == {"Ada": 50, "Bo": None}
    with pytest.raises(Refusal, match="night_over"):
        await join_night(cleo, code)


async def cannot_be_replayed(*_: object) -> None:
    raise DamagedGame


@pytest.mark.parametrize("is_damaged", [False, True])
async def test_stopped_table_counts_as_average(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, is_damaged: bool
) -> None:
    """A table whose time is up, or that cannot be replayed, cannot hold the night up."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo, deals=1, scoring="points")
    page = await open_own_table(ada, code)
    await play_out(page)
    await night_when(ada, code, some_table_is_done)
    carrier = running.events.night_runner
    with monkeypatch.context() as later:
        later.setattr(carrier, "clock", lambda: now() + timedelta(minutes=31))
        if is_damaged:
            later.setattr(running.tables.game, "position", cannot_be_replayed)
        await carrier.advance()
        info = await night_when(ada, code, lambda info: info["settings"]["status"] == "finished")
    assert sorted(one["state"] for one in info["tables"]) == ["done", "stopped"]
    assert {person["name"]: (person["total"], person["results"]) for person in info["people"]} == {
        "Ada": (0, [0]),
        "Bo": (0, [None]),
    }
    assert sorted(len(table["seats"]) for table in info["deals"][0]["tables"]) == [0, 2]


async def test_moves_of_the_caretaker_count_after_the_player_returns(
    running: Running, new_person: NewPerson
) -> None:
    """Otherwise one could let it play all but the last move, and have the result as one's own."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo, deals=1, people_per_table=2)
    page = await open_own_table(ada, code)
    table = page.table["code"]
    await set_caretaker(bo, table, plays=True)
    await play_until([page], lambda page: "caretaker" in set().union(*page.marks.values()))
    await set_caretaker(bo, table, plays=False)
    await play_out(page, await open_own_table(bo, code))
    await night_when(ada, code, lambda info: info["settings"]["status"] == "finished")
    bos_seat = next(number for number, seat in enumerate(page.table["seats"]) if seat["name"] == "Bo")
    assert [one.substituted for one in await stored_tables(running, code)] == [[bos_seat]]


async def test_caretaker_plays_on_where_all_have_left(running: Running, new_person: NewPerson) -> None:
    """Otherwise the other tables would wait for their results until the time is up."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo, deals=1)
    tables = {name: await open_own_table(one, code) for name, one in (("Ada", ada), ("Bo", bo))}
    await set_caretaker(ada, tables["Ada"].table["code"], plays=True)
    await play_out(tables["Bo"])
    info = await night_when(bo, code, lambda info: info["settings"]["status"] == "finished")
    assert [one["state"] for one in info["tables"]] == ["done", "done"]
    assert sorted(one.substituted or [] for one in await stored_tables(running, code)) == [[], [0]]
    seats = {table["seats"][0]["name"]: table["seats"][0] for table in info["deals"][0]["tables"]}
    own = {person["name"]: person["results"] for person in info["people"]}
    made = seats["Ada"]["result"]
    assert own == {"Ada": [None if made > 50 else made], "Bo": [seats["Bo"]["result"]]}


async def test_refusals(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    for fields in (
        {"game": "braincat", "seats": 4},
        {"game": "no-game"},
        {"seats": 9},
        {"people_per_table": 3},
        {"bots": "nobody"},
        {"deals": schemas.MAX_DEALS + 1},
        {"minutes": 1},
        {"scoring": "luck"},
    ):
        with pytest.raises(Refusal, match="malformed"):
            await create_night(ada, **fields)
    code = await create_night(ada)
    requests = [
        ("night_not_found", ada, "GET", "/nights/nosuch"),
        ("night_not_found", ada, "POST", "/nights/nosuch/join"),
        ("not_night_host", bo, "POST", f"/nights/{code}/start"),
        ("not_night_host", bo, "POST", f"/nights/{code}/close"),
        ("nobody_joined", ada, "POST", f"/nights/{code}/start"),
        ("not_joined", bo, "POST", f"/nights/{code}/leave"),
    ]
    for expected, person, method, path in requests:
        with pytest.raises(Refusal, match=expected):
            await person.request(method, path)
    await join_night(bo, code)
    with pytest.raises(Refusal, match="already_joined"):
        await join_night(bo, code)
    monkeypatch.setattr("app.events.duplicate_nights.document.MAX_PEOPLE", 1)
    with pytest.raises(Refusal, match="night_full"):
        await join_night(ada, code)
    monkeypatch.undo()
    await bo.request("POST", f"/nights/{code}/leave")
    await join_night(ada, code)
    await ada.request("POST", f"/nights/{code}/start")
    for method in ("leave", "start", "close"):
        with pytest.raises(Refusal, match="night_started"):
            await ada.request("POST", f"/nights/{code}/{method}")
    other = await create_night(ada)
    with pytest.raises(Refusal, match="too_many_nights"):
        await create_night(ada)
    await ada.request("POST", f"/nights/{other}/close")
    for method in ("join", "leave", "start", "close"):
        with pytest.raises(Refusal, match="night_over"):
            await ada.request("POST", f"/nights/{other}/{method}")


async def test_limits_of_a_person_and_an_address(running: Running, new_person: NewPerson) -> None:
    """Counted in the database, so another process or address-wide crowd changes nothing."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    hosts = [await new_person() for _ in range(service.MAX_JOINED + 1)]
    codes = [await create_night(host) for host in hosts]
    for code in codes[:-1]:
        await join_night(ada, code)
    with pytest.raises(Refusal, match="too_many_joined"):
        await join_night(ada, codes[-1])
    nights = running.events.nights
    player = await _player(running, codes[0])
    strict = service.Nights(
        running.infra.database, running.infra.pubsub, running.events.night_runner, people_per_address=1
    )
    address = (await stored_entrants(running, codes[0]))[0].address_key
    with pytest.raises(errors.NightFullForAddress):
        await strict.join(await _player_of(running, bo, codes[-1]), codes[0], address, lambda _: None)
    with pytest.raises(errors.TooManyNightsHere):
        await strict.create(player, schemas.NewNight.model_validate(NIGHT), address)
    assert (await nights.overview(player)).mine


async def _player(running: Running, code: str) -> UUID:
    return (await stored_entrants(running, code))[0].player_id


async def _player_of(running: Running, person: Person, code: str) -> UUID:
    await join_night(person, code)
    return (await stored_entrants(running, code))[-1].player_id


async def test_page_receives_what_changes(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await create_night(ada)
    page = await bo.connect("/ws/night")
    await page.send({"type": "follow_night", "protocol": 1, "night": code})
    first = await page.next("night")
    assert set(first) == {"type", "settings", "people", "tables", "deals"}
    assert first["people"] == []
    await join_night(ada, code)
    update = await page.next("night")
    assert [person["name"] for person in update["people"]] == ["Ada"]
    assert set(update) == {"type", "settings", "people"}
    unknown = await bo.connect("/ws/night")
    await unknown.send({"type": "follow_night", "protocol": 1, "night": "nosuch"})
    assert await unknown.refusal() == "night_not_found"


async def test_slow_load_does_not_send_an_older_state(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first load of a change reads one player, and returns after the second one has joined."""
    people = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = await create_night(people[0])
    page = await people[0].connect("/ws/night")
    await page.send({"type": "follow_night", "protocol": 1, "night": code})
    await page.next("night")
    loads = _HeldLoads(running.events.nights)
    monkeypatch.setattr(running.events.night_hub, "_nights", loads)
    await join_night(people[0], code)
    await loads.first_began.wait()
    await join_night(people[1], code)
    with suppress(TimeoutError):
        await asyncio.wait_for(loads.second_began.wait(), 1)
    loads.released.set()
    await join_night(people[2], code)
    counts = [0]
    while counts[-1] < len(people):
        counts.append(len((await page.next("night"))["people"]))
    assert counts == sorted(counts)


class _HeldLoads:
    """Loads nights; the first one returns only when it is released."""

    def __init__(self, nights: service.Nights) -> None:
        self._nights, self.hidden_deals = nights, nights.hidden_deals
        self.first_began, self.second_began, self.released = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def info(self, code: str) -> schemas.NightInfo:
        info = await self._nights.info(code)
        if self.first_began.is_set():
            self.second_began.set()
        else:
            self.first_began.set()
            await self.released.wait()
        return info


async def test_processes_carry_a_night_on_once(running: Running, new_person: NewPerson) -> None:
    """Several sweeps at the same time create each table once, and finish each deal once."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    settings = running.infra.settings
    # without Redis there is one process: pages would not receive what bots of another one play
    async with build_services(settings) if settings.redis_url else nullcontext(running) as other:
        code = await started_night(ada, bo, people_per_table=1)
        for deal in (1, 2):
            pages = [await open_own_table(person, code, deal) for person in (ada, bo)]
            await play_out(*pages)
            await asyncio.gather(*(_sweep(one) for one in (running, other) for _ in range(3)))
        info = await night_when(ada, code, lambda info: info["settings"]["status"] == "finished")
    tables = await stored_tables(running, code)
    assert [(one.deal, one.group) for one in tables] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert len({one.table_id for one in tables}) == 4
    assert all(one["state"] == "done" for one in info["tables"])


async def _sweep(services: Services | Running) -> None:
    await services.events.night_runner.advance()


async def test_another_process_goes_on_after_a_restart(server: Running, new_player: NewPerson) -> None:
    """The process that started the night ends before it has created a table."""
    ada = await new_player("Ada")
    code = await create_night(ada)
    await join_night(ada, code)
    host = await _player(server, code)
    heard: list[str] = []
    server.infra.pubsub.subscribe(NIGHTS, heard.append)
    silent = service.Nights(server.infra.database, server.infra.pubsub, _Dead(), people_per_address=9)  # type: ignore[arg-type]
    await silent.start(host, code)
    page = await open_own_table(ada, code)  # a sweep has found it
    await play_out(page)
    assert await own_table(ada, code, 2)
    assert code in heard


class _Dead:
    """The runner of a process that dies."""

    def wake(self) -> None:
        """Does nothing."""


async def test_open_nights_are_canceled_after_a_day(running: Running, new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    code = await create_night(ada)
    carrier = running.events.night_runner
    carrier.clock = lambda: now() + runner.OPEN_FOR + timedelta(minutes=1)
    try:
        await carrier.advance()
    finally:
        carrier.clock = now
    assert (await night_info(ada, code))["settings"]["status"] == "closed"


async def test_deleted_account_leaves_its_nights(new_person: NewPerson) -> None:
    """Its open nights are canceled; elsewhere it is no longer named."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    own, other = await create_night(ada), await create_night(bo)
    for code in (own, other):
        await join_night(ada, code)
    exported = await ada.request("GET", "/account/data")
    assert [one["code"] for one in exported["nights_hosted"]] == [own]
    assert [one["code"] for one in exported["nights_joined"]] == [own, other]
    await ada.request("POST", "/account/deletion", {"password": ""})
    info = await night_info(bo, own)
    assert (info["settings"]["status"], info["settings"]["host"], info["people"]) == ("closed", "", [])
    assert (await night_info(bo, other))["people"] == []
