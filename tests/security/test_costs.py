"""Requests that cost much: each is bounded, and is answered with a code."""

import asyncio
from collections import Counter
from typing import Any
from uuid import UUID

import pytest

from app.archive.link_previews import renderer
from app.core.token_bucket import Rate
from app.infra.rate_limits import ClientLimit
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.send_queue import MAX_CHARACTERS, SendQueue
from app.players.accounts.errors import BadName
from app.players.accounts.names import MAX_RAW_LENGTH, clean_name
from app.tables.chat.hub import ChatSubscriber, send_lines
from app.tables.chat.repository import StoredLine
from app.tables.deal_guard import repository as deal_guard
from app.tables.game import service
from app.tables.game.bot_choice import caller_of
from app.tables.lobby.idle_tables import CLEAR_ADDRESSES
from engine.card_lists import read_cards
from engine.types import Json
from tests.app.braincat import begin, reach_debate, reach_vote
from tests.app.branches import RECORD, import_record, list_imports
from tests.app.friends import follow, get_handle
from tests.app.games import next_table
from tests.app.limits import stop_refill
from tests.app.lobby import open_lobby
from tests.app.local_server import Running
from tests.app.nights import (
    create_night,
    join_night,
    night_info,
    night_when,
    open_own_table,
    own_table,
    some_table_is_done,
    started_night,
)
from tests.app.people import NewPerson, expect_refusal, play_out, start_game
from tests.app.shared_replays import create_shared_replay, finish_game

pytestmark = pytest.mark.backend("any")

MARKS = "\u0323\u0300"  # normalizing many of them takes time that grows with the square of their number


@pytest.fixture
def normalized(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are normalized during the test."""
    texts: list[str] = []

    def normalize(_: str, text: str) -> str:
        texts.append(text)
        return text

    monkeypatch.setattr("unicodedata.normalize", normalize)
    return texts


async def test_votes_of_a_step_are_limited(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is stored, and is replayed by everybody who opens the table later."""
    monkeypatch.setattr(service, "MAX_MOVES_IN_STEP", 4)
    _, _, pages = await begin(new_person, 3)
    cat = await reach_debate(pages)
    eve, ada = [page for page in pages if page is not cat]
    for choice in ("red", "blue", "red", "blue"):
        assert (await eve.play({"kind": "vote", "choice": choice}))["type"] == "accepted"
        await eve.wait_for_turn()
    assert (await eve.play({"kind": "vote", "choice": "red"}))["code"] == "too_fast"
    assert (await ada.play({"kind": "vote", "choice": "red"}))["type"] == "accepted", (
        "others are not affected"
    )


async def test_moves_of_a_game_are_limited(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, pages = await begin(new_person, 3)
    cat = await reach_debate(pages)
    eve = next(page for page in pages if page is not cat)
    monkeypatch.setattr(service, "MAX_MOVES", eve.version)
    assert (await eve.play({"kind": "vote", "choice": "red"}))["code"] == "too_fast"


async def test_joins_are_limited(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each sends the whole game."""
    ada = await new_person()
    code = (await ada.create_table())["code"]
    monkeypatch.setattr(running.infra.limits, "joins", ClientLimit(Rate(3, 0.001), 1000))
    for _ in range(3):
        await ada.open_page(code)
    page = await ada.connect()
    await page.join(code)
    assert await page.wait_closed() == CloseCode.TOO_MANY_MESSAGES


async def test_messages_that_wait_have_a_size() -> None:
    """A client that does not read keeps little memory; a single large message is sent all the same."""

    async def never_ends(*_: object) -> None:
        await asyncio.Event().wait()

    send_queue = SendQueue(never_ends)
    send_queue.put("x" * 2 * MAX_CHARACTERS)
    await asyncio.sleep(0)  # the first one is being sent
    send_queue.put("x" * 2 * MAX_CHARACTERS)
    assert not send_queue.overflowed
    send_queue.put("x")
    assert send_queue.overflowed
    await send_queue.close()


def test_long_names_are_refused_before_they_are_normalized(normalized: list[str]) -> None:
    with pytest.raises(BadName):
        clean_name("a" + MARKS * MAX_RAW_LENGTH)
    assert normalized == []


async def test_changes_of_quiet_hours_are_limited(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each changes the clocks of all turn-based tables of the player."""
    ada = await new_person()
    monkeypatch.setattr(running.infra.limits, "availability", ClientLimit(Rate(1, 0.001), 1000))
    await ada.request("PUT", "/me/days", {"zone": "UTC", "since": 1, "until": 3})
    refused: list[tuple[str, str, Json | None]] = [
        ("PUT", "/me/days", {"zone": "UTC", "since": 1, "until": 2}),
        ("POST", "/me/vacations", {"first": "2999-01-01", "last": "2999-01-02"}),
        ("DELETE", "/me/vacations/2999-01-01", None),
    ]
    for method, path, body in refused:
        await expect_refusal("too_fast", 429, ada.request(method, path, body))


async def test_bots_of_a_night_share_the_turns_of_one_address(
    running: Running,
    new_person: NewPerson,
) -> None:
    people = [await new_person(name) for name in ("Ada", "Bo")]
    night = await started_night(*people)
    tables = [await running.tables.game.table(await own_table(person, night, 1)) for person in people]
    one, other = [caller_of(table).address for table in tables]
    assert one == other == tables[0].address_key != ""


async def test_bots_of_rematches_share_the_turns_of_one_address(
    running: Running,
    new_person: NewPerson,
) -> None:
    """The address of the finished game is forgotten."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    addresses = list[str]()
    for person in (ada, bo):
        page = await person.open_page(await start_game(person, seats=2, bots="random"))
        await play_out(page)
        async with running.infra.database.write() as cursor:
            await cursor.execute(CLEAR_ADDRESSES)
        await page.answer_rematch()
        rematch = await running.tables.game.table(await next_table(page))
        addresses.append(caller_of(rematch).address)
    assert addresses[0] == addresses[1] == rematch.address_key


async def test_joining_a_night_counts_its_games(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await create_night(ada, deals=3)
    counted: list[int] = []
    monkeypatch.setattr(running.infra.storage, "take", lambda _, size: counted.append(size))
    await join_night(bo, code)
    assert counted == [90_000], "three games of a table of one person and bots"


async def test_hidden_moves_render_no_other_picture(
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B31: the time that the preview takes does not show that another family has voted."""
    code, people, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    voter = next(page for page in pages if page is not cat)
    while voter.view["phase"] != "keep":
        await voter.next("update")
    rendered: list[bytes] = []

    async def render(_: object, drawing: bytes, __: float) -> bytes:
        rendered.append(drawing)
        return drawing

    monkeypatch.setattr(renderer, "run_in_subprocess", render)
    for choice in ("stay", "0"):
        assert (await people[0].http.get(f"/t/{code}.png")).status_code == 200
        assert (await voter.play({"kind": "vote", "choice": choice}))["type"] == "accepted"
        await voter.wait_for_turn()
    assert len(rendered) == 1


def test_card_lists_with_heaps_of_marks_are_refused_before_they_are_normalized(normalized: list[str]) -> None:
    found = read_cards("\n".join(["a" + MARKS * 490] * 50), "lines")
    assert {fault.code for fault in found.faults} == {"characters"}
    assert normalized == []


async def test_night_codes_have_no_control_characters(new_person: NewPerson) -> None:
    page = await (await new_person()).connect("/ws/night")
    await page.send({"type": "follow_night", "protocol": 1, "night": "\x00"})
    assert await page.wait_closed() == CloseCode.MALFORMED


async def test_missing_seats_are_no_guesses_of_codes(new_person: NewPerson) -> None:
    """Hosts remove seats, on which others may click."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=2))["code"]
    for _ in range(30):
        await expect_refusal("no_such_seat", 409, bo.sit(code, 4))
    assert (await bo.request("GET", f"/tables/{code}"))["code"] == code


async def test_changes_of_tables_are_limited(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each locks the table, and is sent to everybody there."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=2))["code"]
    monkeypatch.setattr(running.infra.limits, "table_changes", ClientLimit(Rate(2, 0.001), 1000))
    await ada.request("PUT", f"/tables/{code}/seats", {"seats": 2, "bots": "random"})
    await ada.ready(code)
    changes: list[tuple[str, str, Json | None]] = [
        ("PUT", "/seats", {"seats": 2, "bots": ""}),
        ("PUT", "/seats/1", {"salt": "0" * 32}),
        ("DELETE", "/seats/0", None),
        ("DELETE", f"/kept_out/{'0' * 16}", None),
        ("DELETE", f"/invitations/{'0' * 12}", None),
        ("PUT", "/ready", {"ready": False}),
        ("PUT", "/terms", {"visibility": "public"}),
        ("PUT", "/chat", {"open": False}),
        ("PUT", "/votes", {"about": None, "wish": "wait"}),
        ("PUT", "/caretaker", {"plays": True}),
        ("PUT", "/seat-request", {"yes": False}),
    ]
    for method, path, body in changes:
        await expect_refusal("too_fast", 429, ada.request(method, f"/tables/{code}{path}", body))
    await bo.sit(code, 1)


async def test_rematch_answers_are_limited(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = await new_person()
    page = await ada.open_page((await ada.create_table())["code"])
    monkeypatch.setattr(running.infra.limits, "table_changes", ClientLimit(Rate(1, 0.001), 1000))
    await page.answer_rematch()
    assert await page.refusal() != "too_fast"
    await page.answer_rematch(yes=False)
    assert await page.refusal() == "too_fast"
    await page.send({"type": "show_hand", "yes": True})
    assert await page.refusal() == "too_fast"


async def test_follows_and_blocks_are_limited(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is a row that the lobby and the queue of quick matches read."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    handle = await get_handle(bo)
    monkeypatch.setattr(running.infra.limits, "contacts", ClientLimit(Rate(1, 0.001), 1000))
    await ada.request("PUT", f"/people/{handle}/follow")
    for method in ("PUT", "DELETE"):
        for kind in ("follow", "block"):
            await expect_refusal("too_fast", 429, ada.request(method, f"/people/{handle}/{kind}"))
    await follow(bo, ada)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/ws/lobby", {"type": "enter", "protocol": 1}),
        ("/ws/review", {"type": "attend", "protocol": 1}),
    ],
)
async def test_floods_of_joins_are_closed(
    running: Running,
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    message: Json,
) -> None:
    """Each sends the whole lobby, or the whole chat of a shared replay."""
    joins = stop_refill(monkeypatch, running, "joins")
    ada = await new_person("Ada")
    if path == "/ws/review":
        message = {**message, "review": await create_shared_replay(ada, await finish_game(ada))}
    page = await ada.connect(path)
    for _ in range(joins + 10):
        await page.send(message)
    assert await page.wait_closed() == CloseCode.TOO_MANY_MESSAGES


async def test_newcomers_make_nobody_else_read_the_chat(
    new_person: NewPerson,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a full lobby, an entry would keep the process busy for some hundredths of a second."""
    people = [await new_person() for _ in range(4)]
    code = (await people[0].create_table())["code"]
    readers: list[UUID] = []

    def counted(subscriber: ChatSubscriber, lines: list[StoredLine], blockers: Any) -> None:
        readers.append(subscriber.player)
        send_lines(subscriber, lines, blockers)

    monkeypatch.setattr("app.tables.chat.hub.send_lines", counted)
    await people[0].open_page(code)
    pages = [await open_lobby(one) for one in people]
    for page in [*(one.page for one in pages), *[await one.open_page(code) for one in people]]:
        await page.send({"type": "ping"})
        await page.next("pong")
    assert max(Counter(readers).values()) <= 3, "at the table, in the lobby, and at the table once more"


@pytest.mark.parametrize("by_socket", [False, True])
async def test_large_nights_use_up_more_searches(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, *, by_socket: bool
) -> None:
    """The results of a hundred tables in twelve deals are 300 KB, and take ten times as long as a search."""
    ada = await new_person("Ada")
    code = await started_night(ada, deals=1)
    await play_out(await open_own_table(ada, code))
    await night_when(ada, code, lambda info: bool(info["deals"][0]["seed"]))
    for module in ("endpoints", "socket"):
        monkeypatch.setattr(f"app.events.duplicate_nights.{module}.RESULTS_PER_TOKEN", 1)
    stop_refill(monkeypatch, running, "searches", burst=2)
    if by_socket:
        page = await ada.connect("/ws/night")
        await page.send({"type": "follow_night", "protocol": 1, "night": code})
        await page.next("night")
    else:
        await ada.request("GET", f"/nights/{code}")
    await expect_refusal("too_fast", 429, ada.request("GET", "/nights"))


async def test_results_of_a_night_are_sent_once(new_person: NewPerson) -> None:
    """Of a hundred tables in twelve deals they are 300 KB, which 200 people would get again and again."""
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await started_night(ada, bo, deals=2)
    pages = [await open_own_table(person, code) for person in (ada, bo)]
    follower = await eve.connect("/ws/night")
    await follower.send({"type": "follow_night", "protocol": 1, "night": code})
    assert len((await follower.next("night"))["deals"]) == 2
    numbers = {one["code"]: one["number"] for one in (await night_info(eve, code))["tables"]}
    await play_out(pages[0])
    changed = await follower.next("night")
    assert [one["number"] for one in changed["tables"]] == [numbers[pages[0].table["code"]]]
    await play_out(pages[1])
    while "deals" not in changed:
        changed = await follower.next("night")
    assert [one["number"] for one in changed["deals"]] == [1]


async def test_own_tables_and_imports_do_not_read_all_withheld_deals(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nights may withhold thousands, and every page asks for the player's tables."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    night = await started_night(ada, bo, deals=1)
    page = await open_own_table(ada, night)
    await play_out(page)
    await night_when(bo, night, some_table_is_done)
    shelved = (await import_record(ada, RECORD)).json()["code"]
    monkeypatch.setattr(deal_guard, "DEALS_OF_PLAYER", None)
    assert page.table["code"] not in {one["code"] for one in (await ada.request("GET", "/me"))["tables"]}
    assert [one["code"] for one in (await list_imports(ada))["games"]] == [shelved]
