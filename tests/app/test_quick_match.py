"""Quick match as pages see it: waiting, being seated, and the start of the game."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from uuid import UUID

import pytest
from websockets.exceptions import WebSocketException

from app.infra.redis.keys import MATCHMAKING_SEATS
from app.settings import Settings
from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.hub import MatchmakingHub, MatchSubscriber
from app.tables.matchmaking.queue import ENTRIES
from app.tables.matchmaking.seating import MatchSeating
from app.tables.matchmaking.tickets import Member
from app.tables.matchmaking.types import Group
from engine.record import read_record, replay
from engine.types import Json
from tests.app.accounts import session_of
from tests.app.friends import block
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, play_out, salt
from tests.app.seeker import Seeker
from tests.e2e.server import Boxcats
from tests.services import MakeDatabase, Postgres, Redis


async def test_matched_players_finish_a_game(new_person: NewPerson) -> None:
    seekers = [Seeker(await new_person(name), 3, 3, clock="none") for name in ("Ada", "Bo", "Cy")]
    for seeker in seekers:
        await seeker.request_match()
    pages = [await seeker.open_page() for seeker in seekers]
    await pages[0].next("update")
    table = pages[0].table
    assert len({page.table["code"] for page in pages}) == 1
    assert table["status"] == "playing"
    assert sorted(seat["name"] for seat in table["seats"]) == ["Ada", "Bo", "Cy"]
    assert (table["terms"]["visibility"], table["terms"]["clock"]) == ("public", "none")
    await play_out(*pages)
    record = await seekers[0].person.record(table["code"])
    assert {seeker.salt for seeker in seekers} == set(record["fairness"]["salts"])
    list(replay(read_record(record)))


@pytest.mark.parametrize(("mode", "clock"), [("discovery", "steps_day"), ("individual", "steps")])
async def test_players_are_matched_by_mode(new_person: NewPerson, mode: str, clock: str) -> None:
    other = "discovery" if mode == "individual" else "individual"
    clue_game = {"game": "braincat", "clock": clock}
    seekers = [Seeker(await new_person(), 3, 3, mode=mode, **clue_game) for _ in range(3)]
    apart = Seeker(await new_person(), 3, 3, mode=other, **clue_game)
    for seeker in (apart, *seekers):
        await seeker.request_match()
    pages = [await seeker.open_page() for seeker in seekers]
    await pages[0].next("update")
    table = pages[0].table
    assert (table["options"]["mode"], table["terms"]["clock"]) == (mode, clock)
    assert (len(table["seats"]), table["rated"]) == (3, mode == "individual")
    await apart.page.send({"type": "ping"})
    await apart.page.next("pong")
    assert not any('"type":"found"' in text for text in apart.page.received)


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "teams"},
        {"mode": ""},
        {"mode": "nothing"},
        {"mode": "individual", "least": 2},
        {"mode": "individual", "most": 12},
        {"mode": "individual", "clock": "relaxed"},
        {"mode": "", "game": GAME, "clock": "steps_day"},
        {"mode": "individual", "bots": True},
        {"mode": "individual", "game": GAME},
    ],
)
async def test_unknown_modes_and_sizes_are_refused(new_person: NewPerson, fields: Json) -> None:
    request = {"game": "braincat", "clock": "steps", "least": 3, "most": 3, **fields}
    seeker = Seeker(await new_person(), **request)
    await seeker.request_match()
    assert (await seeker.receive("refused"))["code"] == "malformed"


async def test_player_who_cancels_while_being_seated_receives_the_table(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = (
        Seeker(await new_person("Ada"), clock="half_day"),
        Seeker(await new_person("Bo"), clock="half_day"),
    )
    seat, leave, left = MatchSeating.seat, MatchmakingHub.leave, asyncio.Event()

    async def cancel_while_seating(matches: MatchSeating, group: Group) -> dict[UUID, str]:
        await ada.page.send({"type": "cancel"})
        await left.wait()
        return await seat(matches, group)

    async def leave_and_signal(room: MatchmakingHub, waiter: MatchSubscriber) -> bool:
        is_gone = await leave(room, waiter)
        left.set()
        return is_gone

    monkeypatch.setattr(MatchmakingHub, "leave", leave_and_signal)
    monkeypatch.setattr(MatchSeating, "seat", cancel_while_seating)
    for seeker in (ada, bo):
        await seeker.request_match()
    assert await ada.wait_for_match() == await bo.wait_for_match()


async def test_waiting_player_sees_the_count_and_can_stop(new_person: NewPerson) -> None:
    ada, bo = [Seeker(await new_person(), 5, 5, clock="day") for _ in range(2)]
    await ada.request_match()
    await ada.wait_for_count(1)
    await bo.request_match()
    await ada.wait_for_count(2)
    await bo.page.send({"type": "cancel"})
    await ada.wait_for_count(1)
    await ada.page.close()


async def test_canceling_on_one_page_keeps_the_request_of_another(
    running: Running, new_person: NewPerson
) -> None:
    """Before the other page repeats its request."""
    ada, bo = await new_person(), await new_person()
    first, second = [Seeker(ada, 2, 2, clock="three_days") for _ in range(2)]
    second.request = first.request  # tabs share it
    for tab in (first, second):
        await tab.request_match()
        await tab.wait_for_count(1)
    await second.page.send({"type": "cancel"})
    waits = False
    while not waits:
        entries = map(json.loads, await running.infra.redis.hvals(ENTRIES))
        waits = any(one["id"] == first.request["id"] for one in entries)
    other = Seeker(bo, 2, 2, clock="three_days")
    await other.request_match()
    assert await first.wait_for_match() == await other.wait_for_match()


async def test_bots_fill_empty_seats(new_person: NewPerson) -> None:
    ada = Seeker(await new_person("Ada"), 4, 4)
    await ada.request_match()
    await ada.wait_for_count(1)
    ada.request["bots"] = True
    await ada.page.send(ada.request)
    page = await ada.open_page()
    await page.wait_for_turn()
    assert [seat["kind"] for seat in page.table["seats"]] == ["person", "bot", "bot", "bot"]


async def test_disconnected_player_still_finds_the_table(running: Running, new_person: NewPerson) -> None:
    """Even if Redis lost everything; and the same request never leads to another table."""
    ada, bo = [Seeker(await new_person(), clock="quick") for _ in range(2)]
    await ada.request_match()
    await ada.page.receive()
    await bo.request_match()
    code = await bo.wait_for_match()
    await ada.page.close()
    await running.infra.redis.flushdb()
    await ada.request_match()
    assert await ada.wait_for_match() == code
    assert code in [table["code"] for table in (await ada.person.request("GET", "/me"))["tables"]]


async def test_new_request_is_not_answered_with_the_former_table(
    running: Running, new_person: NewPerson
) -> None:
    """The others left the former table at once; a new request enters the queue again."""
    redis = running.infra.redis
    ada, bo = [Seeker(await new_person(), clock="quick") for _ in range(2)]
    for seeker in (ada, bo):
        await seeker.request_match()
    code = await ada.wait_for_match()
    assert await bo.wait_for_match() == code
    keys = [key async for key in redis.scan_iter(f"{MATCHMAKING_SEATS}*") if await redis.get(key) == code]
    assert len(keys) == 2
    assert all([0 <= await redis.ttl(key) <= 5 for key in keys])
    await redis.delete(*keys)  # all connections are closed
    ada.request["id"] = salt()
    await ada.page.send(ada.request)
    await ada.wait_for_count(1)


async def test_blocked_players_are_not_matched(new_person: NewPerson) -> None:
    ada, bo, cy = [Seeker(await new_person(), clock="half_day") for _ in range(3)]
    handle = (await bo.person.request("GET", "/friends"))["handle"]
    await ada.person.request("PUT", f"/people/{handle}/block")
    await ada.request_match()
    await ada.wait_for_count(1)
    await bo.request_match()
    await bo.wait_for_count(2)
    await cy.request_match()
    assert await cy.wait_for_match() == await ada.wait_for_match()
    await bo.wait_for_count(1)


async def test_block_applies_while_waiting(running: Running, new_person: NewPerson) -> None:
    ada, bo, cy = [Seeker(await new_person(), 3, 3, clock="three_days") for _ in range(3)]
    for seeker in (ada, bo):
        await seeker.request_match()
    await ada.wait_for_count(2)
    handle = (await bo.person.request("GET", "/friends"))["handle"]
    await ada.person.request("PUT", f"/people/{handle}/block")
    entries: list[Json] = []
    while not any(one["blocks"] for one in entries if one["line"].endswith("three_days")):
        entries = [json.loads(one) for one in await running.infra.redis.hvals(ENTRIES)]
    await cy.request_match()
    await cy.wait_for_count(3)


async def test_waiting_pages_enter_again_after_redis_lost_them(
    running: Running, new_person: NewPerson
) -> None:
    ada, bo = [Seeker(await new_person(), 3, 3, clock="quick") for _ in range(2)]
    for seeker in (ada, bo):
        await seeker.request_match()
    await ada.wait_for_count(2)
    await running.infra.redis.flushdb()
    for seeker in (ada, bo):
        await seeker.page.send(seeker.request)
    cy = Seeker(await new_person(), 3, 3, clock="quick")
    await cy.request_match()
    assert len({await seeker.wait_for_match() for seeker in (ada, bo, cy)}) == 1


@pytest.mark.parametrize(
    "fields", [{"game": "chess"}, {"least": 1}, {"most": 6, "least": 6}, {"game": "x\u0000"}], ids=str
)
async def test_impossible_request_is_refused(new_person: NewPerson, fields: Json) -> None:
    ada = Seeker(await new_person(), **fields)
    await ada.request_match()
    assert (await ada.receive("refused"))["code"] == "malformed"


@pytest.mark.parametrize(
    "fields",
    [{"least": 4, "most": 3}, {"clock": "bullet"}, {"id": "x"}, {"salt": ""}, {"bots": 1}, {"rating": 99}],
)
async def test_malformed_request_closes_the_connection(new_person: NewPerson, fields: Json) -> None:
    ada = Seeker(await new_person(), **fields)
    await ada.request_match()
    assert await ada.page.wait_closed() == 4400


async def members(running: Running, count: int) -> tuple[Member, ...]:
    return members_of([(await running.players.accounts.create_guest("")).player for _ in range(count)])


def members_of(players: Sequence[UUID]) -> tuple[Member, ...]:
    request = {"game": GAME, "least": 2, "most": 4, "clock": "relaxed"}
    return tuple(Member(player, RequestMatch(id=salt(), **request)) for player in players)  # type: ignore[arg-type]


async def test_group_gets_one_table_from_concurrent_processes(running: Running) -> None:
    """As when a process dies between creating the table and storing it in Redis, or is slow."""
    database, pubsub = running.infra.database, running.infra.pubsub
    group = Group(4, await members(running, 4), "")
    seated = await asyncio.gather(*(MatchSeating(database, pubsub).seat(group) for _ in range(4)))
    seated.append(await MatchSeating(database, pubsub).seat(group))
    assert all(one == seated[0] for one in seated)
    assert set(seated[0]) == {member.player for member in group.members}
    assert len(set(seated[0].values())) == 1


async def test_seated_player_is_not_seated_again(running: Running) -> None:
    """Redis lost data between two matches; the others wait again."""
    matches = MatchSeating(running.infra.database, running.infra.pubsub)
    first, second, third = await members(running, 3)
    before = await matches.seat(Group(2, (first, second), ""))
    assert await matches.seat(Group(2, (second, third), "")) == {second.player: before[second.player]}
    assert await matches.table_of(third) == ""


async def test_deleted_player_is_not_seated(running: Running) -> None:
    """The others wait again."""
    matches = MatchSeating(running.infra.database, running.infra.pubsub)
    first, second, third = await members(running, 3)
    await running.services.account_deletion.delete(first.player)
    assert await matches.seat(Group(2, (first, second), "")) == {}
    assert set(await matches.seat(Group(2, (second, third), ""))) == {second.player, third.player}


async def test_players_who_blocked_one_another_meanwhile_are_not_seated(
    running: Running, new_person: NewPerson
) -> None:
    """After their requests were grouped."""
    people = [await new_person() for _ in range(2)]
    matches = MatchSeating(running.infra.database, running.infra.pubsub)
    group = Group(2, members_of([session_of(running, one).player for one in people]), "")
    await block(*people)
    assert await matches.seat(group) == {}


async def test_same_id_of_two_players_is_two_requests(running: Running) -> None:
    """Pages choose the ids."""
    first, second = await members(running, 2)
    same = second._replace(criteria=second.criteria.model_copy(update={"id": first.criteria.id}))
    tables = await MatchSeating(running.infra.database, running.infra.pubsub).seat(
        Group(2, (first, same), "")
    )
    assert set(tables) == {first.player, second.player}


async def arrivals(servers: list[Running], new_guest: NewPerson, count: int) -> list[Seeker]:
    guests = [await new_guest("", at=servers[number % len(servers)]) for number in range(count)]
    return [Seeker(guest, 4, 4) for guest in guests]


async def test_two_servers_match_forty_players_at_once(
    two_servers: list[Running], new_guest: NewPerson
) -> None:
    seekers = await arrivals(two_servers, new_guest, 40)
    await asyncio.gather(*(seeker.request_match() for seeker in seekers))
    codes = await asyncio.gather(*(seeker.wait_for_match() for seeker in seekers))
    assert len(codes) == 40
    assert {codes.count(code) for code in codes} == {4}
    for seeker, code in zip(seekers, codes, strict=True):
        assert [table["code"] for table in (await seeker.person.request("GET", "/me"))["tables"]] == [code]


@pytest.fixture
async def two_killable_servers(
    postgres: Postgres, redis: Redis, new_postgres: MakeDatabase
) -> AsyncIterator[tuple[Running, Boxcats]]:
    """Two server processes on one database; the second can be killed."""
    settings = Settings(
        database_url=await new_postgres(), redis_url=redis.url, secret_key="k" * 32, people_per_address=99
    )
    named = {"DATABASE_URL": settings.database_url, "REDIS_URL": redis.url, "SECRET_KEY": "k" * 32}
    async with Running(settings) as stays:
        with Boxcats(**named) as dies:
            yield stays, dies


async def test_players_of_a_killed_server_are_matched_at_another(
    two_killable_servers: tuple[Running, Boxcats], new_guest: NewPerson
) -> None:
    stays, dies = two_killable_servers
    seekers = await arrivals([stays], new_guest, 4)
    for seeker in seekers[:3]:
        await seeker.request_match(at=dies.url)
    await seekers[0].wait_for_count(3)
    await asyncio.to_thread(dies.kill)
    for seeker in seekers:
        await seeker.request_match(at=stays.url)
    assert len({await seeker.wait_for_match() for seeker in seekers}) == 1


async def wait_like_a_page(seeker: Seeker, at: str, otherwise: str) -> str:
    """Repeats the request as a page does, at the other server once disconnected; returns the table's code."""
    while True:
        try:
            await seeker.request_match(at=at)
            async with asyncio.timeout(4):
                return await seeker.wait_for_match()
        except (OSError, TimeoutError, WebSocketException):
            at = otherwise


async def test_players_are_seated_once_when_a_server_is_killed(
    two_killable_servers: tuple[Running, Boxcats], new_guest: NewPerson
) -> None:
    """Every player is seated, and none twice."""
    stays, dies = two_killable_servers
    seekers = await arrivals([stays], new_guest, 40)
    places = (dies.url, stays.url)
    waiting = [
        asyncio.create_task(wait_like_a_page(seeker, places[number % 2], stays.url))
        for number, seeker in enumerate(seekers)
    ]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.to_thread(dies.kill)
    codes = await asyncio.gather(*waiting)
    assert {codes.count(code) for code in codes} == {4}
    for seeker, code in zip(seekers, codes, strict=True):
        assert [table["code"] for table in (await seeker.person.request("GET", "/me"))["tables"]] == [code]
