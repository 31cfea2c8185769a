"""Rematches: all players are asked, and those who accept are moved to the next table."""

import asyncio
from collections.abc import Collection
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis
from sqlalchemy import bindparam, delete
from structlog.contextvars import get_contextvars

from app.infra.database.query import Command, Cursor
from app.infra.database.schema import TABLES
from app.main import Services
from app.players.accounts.repository import anonymize
from app.tables.errors import AlreadyStarted, NotSeated
from app.tables.game import protocol
from app.tables.game.tables import Table
from app.tables.rematch import repository
from app.tables.rematch.service import GONE_AFTER_S
from app.tables.timekeeping.player_moves import PlayerMoves
from engine.record import read_record, replay
from engine.shuffle import commitment
from engine.types import Json, Seat
from tests.app.accounts import PASSWORD, create_account
from tests.app.games import finished_table, next_table, start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, play_out, salt, start_game

pytestmark = pytest.mark.backend("any")


def answers(table: Json) -> list[str]:
    return [seat["again"] for seat in table["seats"]]


async def test_rematch_starts_when_all_accept(new_person: NewPerson) -> None:
    """Without a further request: seats are rotated by one, and the salts are new."""
    code, people, pages = await finished_table(new_person, seats=3, terms={"hold": 2})
    for number, page in enumerate(pages[:2]):
        await page.answer_rematch()
        for other in pages:
            while answers(other.table)[number] != "yes":
                await other.next("table")
    promised = pages[2].table["next_commitment"]
    assert (pages[2].table["next"], len(promised)) == ("", 64)
    await pages[2].answer_rematch()
    new = await next_table(pages[0])
    for page in pages:
        await page.wait_for_table(new)
        await page.next("update")
    table = pages[0].table
    assert [seat["name"] for seat in table["seats"]] == ["Cat 2", "Cat 0", "Cat 1"]
    assert (table["status"], table["you_host"], table["terms"]["hold"]) == ("playing", True, 2)
    assert (table["commitment"], table["next"], answers(table)) == (promised, "", [""] * 3)
    await play_out(*pages)
    record = await people[0].record(new)
    list(replay(read_record(record)))
    assert commitment(bytes.fromhex(record["fairness"]["secret"])).hex() == promised
    assert len({*record["fairness"]["salts"], *(await people[0].record(code))["fairness"]["salts"]}) == 6


@pytest.mark.parametrize("answered", [None, "f" * 32])
async def test_deleted_player_is_not_waited_for(
    running: Running, new_person: NewPerson, answered: str | None
) -> None:
    """Nor seated, even after accepting before the deletion."""
    code, _, pages = await finished_table(new_person, seats=3, bots="random")
    table = await running.tables.game.table(code)
    [*_, went] = [chair.player for chair in table.seats]
    assert went is not None
    async with running.infra.database.write() as cursor:
        await anonymize(cursor, went)
        await cursor.execute(repository.SET_ANSWER, table=table.id, number=2, again=answered)
    for page in pages[:2]:
        await page.answer_rematch()
    await pages[0].wait_for_table(await next_table(pages[0]))
    assert [seat["kind"] for seat in pages[0].table["seats"]] == ["bot", "person", "person"]


async def test_rematch_with_bots_needs_one_player(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    code = (await ada.create_table(3, bots="sensible"))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    await play_out(page)
    bots = [seat["name"] for seat in page.table["seats"][1:]]
    await page.answer_rematch()
    await page.wait_for_table(await next_table(page))
    assert [seat["name"] for seat in page.table["seats"]] == [bots[1], "Ada", bots[0]]
    await play_out(page)


async def test_log_lines_after_a_move_to_the_rematch_have_its_code(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await new_person("Ada")
    page = await ada.open_page(await start_game(ada, seats=2, bots="sensible"))
    await play_out(page)
    await page.answer_rematch()
    await page.wait_for_table(await next_table(page))
    play_for, tables = PlayerMoves.play_for, list[str]()

    async def record_code(play: PlayerMoves, player: UUID, code: str, message: protocol.Play) -> int:
        tables.append(get_contextvars()["table"])
        return await play_for(play, player, code, message)

    monkeypatch.setattr(PlayerMoves, "play_for", record_code)
    await page.play_legal_move()
    assert tables == [page.table["code"]]


async def test_bot_replaces_a_player_who_declines(new_person: NewPerson) -> None:
    _, _, [ada, bo, cleo] = await finished_table(new_person, seats=3, bots="random")
    await ada.answer_rematch()
    await ada.answer_rematch(yes=False)
    while answers(ada.table)[0] != "no":
        await ada.next("table")
    await bo.answer_rematch()
    await cleo.answer_rematch()
    new = await next_table(ada)
    for page in (bo, cleo):
        await page.wait_for_table(new)
    assert [seat["kind"] for seat in bo.table["seats"]] == ["person", "bot", "person"]
    assert (bo.table["status"], bo.table["you_host"]) == ("playing", True), "another player is host"
    assert (answers(ada.table), ada.table["code"] != new) == (["no", "yes", "yes"], True)
    await ada.answer_rematch()
    refused = await ada.next("refused")
    assert (refused["id"], refused["code"]) == ("again", "already_started")


async def test_seat_of_a_player_who_declines_can_be_taken(new_person: NewPerson) -> None:
    _, people, [ada, bo] = await finished_table(new_person)
    await ada.answer_rematch()
    await bo.answer_rematch(yes=False)
    new = await next_table(ada)
    await ada.wait_for_table(new)
    assert ada.table["status"] == "open"
    assert [(seat["kind"], seat["ready"]) for seat in ada.table["seats"]] == [
        ("empty", False),
        ("person", True),
    ]
    eve = await new_person("Eve")
    await eve.sit(new, 0)
    await eve.ready(new)
    await people[0].start(new)
    await ada.wait_for_turn()


async def wait_for_entry(redis: Redis, key: str, entry: str) -> None:
    """Waits until the Redis set contains an entry of this form."""
    while True:
        if (await redis.zscan(key, match=entry, count=100))[1]:
            return
        await asyncio.sleep(0.02)


@pytest.mark.backend("each")
async def test_rematch_does_not_wait_for_absent_players(running: Running, new_person: NewPerson) -> None:
    """A player who repeats the answer, as waiting pages do, continues without them."""
    code, _, [ada, bo] = await finished_table(new_person, bots="random")
    key, redis, rematch = f"boxcats:present:{code}", running.infra.redis, running.tables.rematch
    here, gone = [seat.player for seat in (await running.tables.game.table(code)).seats]
    assert here
    assert gone
    await wait_for_entry(redis, key, gone.hex + "?*")
    assert [await rematch.answer(here, code, salt()) for _ in range(2)] == ["", ""], "nobody is absent"
    await bo.close()
    await wait_for_entry(redis, key, gone.hex)
    assert not await rematch.answer(here, code, salt()), "the absence is too short"
    await redis.zincrby(key, -GONE_AFTER_S, gone.hex)
    await ada.answer_rematch()
    await ada.wait_for_table(await next_table(ada))
    assert [seat["kind"] for seat in ada.table["seats"]] == ["bot", "person"]


@pytest.mark.backend("each")
async def test_deleted_rematch_is_offered_again(running: Running, new_person: NewPerson) -> None:
    """It waited for a player and was deleted: all are asked again."""
    code, people, [ada, bo] = await finished_table(new_person)
    await ada.answer_rematch()
    await bo.answer_rematch(yes=False)
    new = await next_table(ada)
    await ada.wait_for_table(new)
    async with running.infra.database.write() as cursor:
        await cursor.execute(Command(delete(TABLES).where(TABLES.c.code == bindparam("code"))), code=new)
    pages = [await person.open_page(code) for person in people]
    assert [(page.table["next"], page.table["next_commitment"]) for page in pages] == [("", "")] * 2
    await pages[1].answer_rematch()  # the code is shown because the commitment includes it
    while not pages[0].table["next_commitment"]:
        await pages[0].next("table")
    assert answers(pages[0].table) == ["", ""], "salts sent before the commitment do not count"
    for page in pages:
        await page.answer_rematch()
    newer = await next_table(pages[0])
    for page in pages:
        await page.wait_for_table(newer)
        await page.wait_for_turn()


async def test_spectators_follow_to_the_rematch(new_person: NewPerson) -> None:
    """If their pages were open when it started; a page that opens the old link later shows its result."""
    code, people, pages = await start_table(new_person)
    eve = await new_person("Eve")
    watching = await eve.open_page(code)
    await play_out(*pages, watching)
    for page in pages:
        await page.answer_rematch()
    new = await next_table(pages[0])
    await watching.wait_for_table(new)
    await watching.next("update")
    assert "hand" not in watching.view
    for late in (await people[1].open_page(code), await (await new_person()).open_page(code)):
        await late.next("update")
        assert (late.table["code"], late.table["next"]) == (code, new)
        assert late.view["phase"] == "over"


async def test_reconnecting_page_follows_to_the_rematch(new_person: NewPerson) -> None:
    """But not a page that was opened later, or whose player declined."""
    code, people, pages = await finished_table(new_person)
    version = pages[0].version
    for page in pages:
        await page.answer_rematch()
    new = await next_table(pages[0])
    back, stays = await people[0].connect(), await people[0].connect()
    await back.join(code, log_from=version)
    await back.wait_for_table(new)
    await stays.send({"type": "join", "protocol": 1, "table": code, "log_from": version, "stay": True})
    await stays.next("update")
    assert stays.table["code"] == code


async def test_repeated_answer_is_neither_sent_nor_counted(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages repeat it for as long as another player has not answered."""
    *_, (ada, bo) = await finished_table(new_person)
    await ada.answer_rematch()
    while answers(bo.table) != ["yes", ""]:
        await bo.next("table")
    counted: list[object] = []
    monkeypatch.setattr(running.infra.storage, "take", lambda *taken: counted.append(taken))
    for _ in range(3):
        await ada.answer_rematch()
    await ada.send({"type": "react", "kind": "love"})
    received = [await bo.receive()]
    while received[-1]["type"] != "reacted":
        received.append(await bo.receive())
    assert "table" not in [message["type"] for message in received]
    assert counted == []
    await ada.answer_rematch(yes=False)
    while answers(ada.table) != ["no", ""]:
        await ada.next("table")
    await ada.answer_rematch()
    await bo.answer_rematch()
    await bo.wait_for_table(await next_table(ada))
    assert len(counted) == 2, "a new salt for each of the two"


async def test_invalid_answers_are_refused(new_person: NewPerson) -> None:
    code, _, [ada, bo] = await start_table(new_person)
    await ada.answer_rematch()
    assert (await ada.next("refused"))["code"] == "not_finished"
    await play_out(ada, bo)
    watching = await (await new_person("Eve")).open_page(code)
    await watching.answer_rematch()
    assert (await watching.next("refused"))["code"] == "not_seated"
    early = await (await new_person()).connect()
    await early.answer_rematch()
    assert await early.wait_closed() == 4400, "the first message is a join"
    for wrong in ({"yes": "true", "salt": salt()}, {"yes": True, "salt": "g" * 32}, {"yes": True}):
        page = await (await new_person()).open_page(code)
        await page.send({"type": "again", **wrong})
        assert await page.wait_closed() == 4400
    assert answers(ada.table) == ["", ""]


async def test_next_table_is_hidden_until_it_exists(running: Running, new_person: NewPerson) -> None:
    """Its code is shown, because the commitment includes it; its secret and the salts are not."""
    code, people, [ada, bo] = await finished_table(new_person)
    await ada.answer_rematch()
    while answers(bo.table) != ["yes", ""]:
        await bo.next("table")
    kept = await running.tables.game.table(code)
    assert kept.rematch_code
    assert kept.rematch_secret
    with pytest.raises(Refusal, match="table_not_found"):
        await people[1].request("GET", f"/tables/{kept.rematch_code}")
    for text in (*ada.received, *bo.received):
        assert kept.rematch_secret.hex() not in text
        assert (kept.seats[0].again or "?") not in text


@pytest.mark.backend("each")
@pytest.mark.parametrize("refused_at", [2, 3])
async def test_concurrent_answers_are_stored_together(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, refused_at: int
) -> None:
    """An invalid answer is refused alone, and the last valid one starts the rematch."""
    code, _, _ = await finished_table(new_person, seats=3)
    table = await running.tables.game.table(code)
    players = [chair.player for chair in table.seats if chair.player]
    kept, store_answers = list[int](), repository.store_answers

    async def record_code(cursor: Cursor, table: Table, seats: Collection[Seat]) -> None:
        kept.append(len(seats))
        await store_answers(cursor, table, seats)

    monkeypatch.setattr(repository, "store_answers", record_code)
    players.insert(refused_at, uuid4())
    asked = (running.tables.rematch.answer(player, code, salt()) for player in players)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused, (one, two, last) = answers.pop(refused_at), answers
    assert (one, two, kept) == ("", "", [3])
    assert isinstance(refused, NotSeated)
    assert (await running.tables.game.table(str(last))).status == "playing"


@pytest.mark.backend("each")
async def test_concurrent_last_answers_at_two_processes_create_one_table(
    running: Running, second_process: Services, new_person: NewPerson
) -> None:
    for _ in range(3):
        code, _, _ = await finished_table(new_person)
        people = [chair.player for chair in (await second_process.tables.game.table(code)).seats]
        one, two = [player for player in people if isinstance(player, UUID)]
        results = await asyncio.gather(
            running.tables.rematch.answer(one, code, salt()),
            second_process.tables.rematch.answer(two, code, salt()),
        )
        [new] = [table for table in results if table]
        assert (await running.tables.game.table(code)).started_rematch == new
        assert (await running.tables.game.table(new)).status == "playing"
        with pytest.raises(AlreadyStarted):
            await second_process.tables.rematch.answer(one, code, salt())


@pytest.mark.backend("each")
async def test_rematch_starts_while_an_account_is_deleted(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither transaction waits for a row that the other has locked."""
    code, [ada, _], _ = await finished_table(new_person)
    await create_account(ada, f"Ada {uuid4().hex[:8]}")
    first, second = [seat.player for seat in (await running.tables.game.table(code)).seats]
    assert first
    assert second
    deletions, names, rematch = list[asyncio.Task[object]](), repository.names, running.tables.rematch

    async def read_names_meanwhile(cursor: Cursor, table: Table) -> dict[UUID, str]:
        read = await names(cursor, table)
        deletion = ada.request("POST", "/account/deletion", {"password": PASSWORD})
        deletions.append(asyncio.create_task(deletion))
        await asyncio.wait(deletions, timeout=0.5)
        return read

    monkeypatch.setattr(repository, "names", read_names_meanwhile)
    assert not await rematch.answer(second, code, salt())
    new = await rematch.answer(first, code, salt())
    await asyncio.gather(*deletions)
    assert (await running.tables.game.table(new)).status == "playing"


async def test_full_view_of_a_game_is_not_sent_at_its_rematch(
    running: Running, new_person: NewPerson
) -> None:
    """A player is moved to the rematch, where seats have changed, while the view of the game is prepared."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await start_game(ada, bo)
    await ada.open_page(code)
    hub = running.services.tables.hub
    [subscriber] = hub.subscribers_of(code)
    async with hub._refresh_locks.of(code):
        sending = asyncio.create_task(hub.send_full_view(subscriber))
        await asyncio.sleep(0)  # it waits for the lock
        subscriber.switch_to("rematch")
    await sending
    assert (subscriber.sent_view, subscriber.seat) == (None, None)
