"""Chat at tables and in the lobby, on both databases and between processes."""

import asyncio
import json
import re
import secrets

import pytest

from app.core.errors import InvalidText, NoLinks
from app.infra.redis.keys import TEXT_CHANNEL
from app.players.text_filter import refuse_links, sanitize_text
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.chat import connect_to_lobby, receive_lines, seat_two, send_chat
from tests.app.friends import block
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, play_out, start_game
from tests.app.timekeeping import wait_for_presence

pytestmark = pytest.mark.backend("any")


@pytest.mark.backend("each")
async def test_line_reaches_all_pages_of_the_table_once(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await seat_two(ada, bo)
    here, there = await ada.open_page(code), await bo.open_page(code)
    said_id = await send_chat(here, "Hello,  Bo!\u202e <b>cats</b>\n")
    [line] = await receive_lines(there)
    assert line | {"at": 0, "id": "", "who": "", "handle": ""} == {
        "id": "", "who": "", "handle": "", "name": "Ada", "account": False, "seat": 0, "at": 0,
        "text": "Hello, Bo! <b>cats</b>",
    }  # fmt: skip
    assert re.fullmatch("[0-9a-f]{32}", line["id"]), "no number that rises with lines at other tables"
    assert line["handle"] == there.table["seats"][0]["handle"]
    assert line["who"] == there.table["seats"][0]["who"] != there.table["seats"][1]["who"]
    assert (await receive_lines(here))[0]["own"] == said_id
    await send_chat(here, "Hello, Bo!", said_id=said_id)
    await send_chat(here, phrase="good_luck")
    [line] = await receive_lines(there)
    assert (line["phrase"], "text" in line) == ("good_luck", False)
    again = await bo.open_page(code)
    assert [one.get("text") for one in await receive_lines(again)] == ["Hello, Bo! <b>cats</b>", None]


async def test_only_seated_players_may_chat(new_person: NewPerson) -> None:
    ada, bo, cy = await new_person(), await new_person(), await new_person()
    code = await seat_two(ada, bo)
    here, spectator = await ada.open_page(code), await cy.open_page(code)
    await send_chat(spectator, "psst")
    assert await spectator.refusal() == "not_seated"
    await send_chat(here, "look at cats.example.com/boxes")
    assert await here.refusal() == "no_links"
    await send_chat(here, "\u200b\u3164 ")
    assert await here.refusal() == "bad_words"
    await send_chat(here, "x" * 301)
    assert await here.refusal() == "bad_words"
    await send_chat(here, "x" * 300)
    assert (await receive_lines(spectator))[0]["text"] == "x" * 300


async def test_guests_use_phrases_at_public_tables(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo, visibility="public")
    here, there = await ada.open_page(code), await bo.open_page(code)
    await send_chat(here, "hello")
    assert await here.refusal() == "phrases_only"
    await send_chat(here, phrase="hello")
    assert (await receive_lines(there))[0]["phrase"] == "hello"
    await create_account(ada, f"Ada {secrets.token_hex(4)}")
    here = await ada.open_page(code)
    await send_chat(here, "read https://example.org")
    assert (await receive_lines(there))[0]["text"] == "read https://example.org"


@pytest.mark.parametrize("visibility", ["link", "friends"])
async def test_guest_cannot_make_a_table_of_strangers_private(new_person: NewPerson, visibility: str) -> None:
    """The host could write to those who sat down where guests write no free text."""
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo, visibility="public")
    terms = {"visibility": visibility}
    for path, body in (("terms", terms), ("seats", {"seats": 3, "terms": terms})):
        with pytest.raises(Refusal, match="stays_public"):
            await ada.request("PUT", f"/tables/{code}/{path}", body)
    here = await ada.open_page(code)
    await send_chat(here, "hello")
    assert await here.refusal() == "phrases_only"
    await ada.request("PUT", f"/tables/{code}/terms", {"visibility": "public", "hold": 2})
    await bo.stand_up(code, 1)
    await ada.request("PUT", f"/tables/{code}/terms", terms)


async def test_guest_writes_no_free_text_to_people_who_stood_up(
    running: Running, new_person: NewPerson
) -> None:
    """A host could remove strangers, whose pages stay open, and make the table private then."""
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo, visibility="public")
    await ada.open_page(code)
    page = await bo.open_page(code)
    await wait_for_presence(running, code, 2)
    await ada.request("DELETE", f"/tables/{code}/seats/1")
    private = {"visibility": "link"}
    with pytest.raises(Refusal, match="stays_public"):
        await ada.request("PUT", f"/tables/{code}/terms", private)
    await page.close()
    await wait_for_presence(running, code, 1)
    await ada.request("PUT", f"/tables/{code}/terms", private)


async def test_account_makes_a_table_of_strangers_private(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo, visibility="public")
    await create_account(ada, f"Ada {secrets.token_hex(4)}")
    await ada.request("PUT", f"/tables/{code}/terms", {"visibility": "link"})


async def test_lobby_has_a_chat(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person()
    here, there = await connect_to_lobby(ada), await connect_to_lobby(bo)
    await send_chat(here, "hello")
    assert await here.refusal() == "phrases_only"
    await send_chat(here, phrase="good_luck")
    while (line := (await receive_lines(there))[-1]).get("phrase") != "good_luck":
        pass  # chat lines of other tests
    assert "seat" not in line
    assert line["name"] == "Ada"


async def test_host_closes_and_opens_the_chat(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    code = await start_game(ada, bo)
    page = await bo.open_page(code)
    with pytest.raises(Refusal, match="not_host"):
        await bo.request("PUT", f"/tables/{code}/chat", {"open": False})
    await ada.request("PUT", f"/tables/{code}/chat", {"open": False})
    assert not (await page.next("table"))["table"]["terms"]["chat"]
    await send_chat(page, "hello")
    assert await page.refusal() == "chat_closed"
    await page.send({"type": "react", "kind": "paw"})
    assert await page.refusal() == "chat_closed"
    await ada.request("PUT", f"/tables/{code}/chat", {"open": True})
    assert (await page.next("table"))["table"]["terms"]["chat"]
    await send_chat(page, "hello")
    assert await receive_lines(page)


async def test_lines_of_blocked_players_are_hidden(new_person: NewPerson) -> None:
    ada, bo, cy = await new_person("Ada"), await new_person("Bo"), await new_person("Cy")
    code = await seat_two(ada, bo)
    await cy.sit(code, 2)
    await block(bo, ada)
    here, there, beside = [await person.open_page(code) for person in (ada, bo, cy)]
    await send_chat(here, "you cannot hear me")
    assert (await receive_lines(beside))[0]["text"] == "you cannot hear me"
    await send_chat(beside, "hello")
    assert [line["text"] for line in await receive_lines(there)] == ["hello"]


async def test_lines_are_limited(running: Running, new_person: NewPerson) -> None:
    limits = running.infra.limits
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo)
    here, there = await ada.open_page(code), await bo.open_page(code)
    for number in range(2 * limits.lines.rate.burst):  # the limit refills during the requests
        await send_chat(here, f"line {number}")
    assert await here.refusal() == "too_fast"
    for _ in range(2 * limits.reactions.rate.burst):
        await there.send({"type": "react", "kind": "wow"})
    assert await there.refusal() == "too_fast"


@pytest.mark.parametrize(
    "garbage",
    [
        {"type": "say", "id": "1", "text": "short id"},
        {"type": "say", "id": "0" * 32},
        {"type": "say", "id": "0" * 32, "text": "both", "phrase": "hello"},
        {"type": "say", "id": "0" * 32, "text": ["list"]},
        {"type": "say", "id": "0" * 32, "text": "x" * 1001},
        {"type": "say", "id": "0" * 32, "phrase": "no_phrase_of_ours"},
        {"type": "react", "kind": "<svg>"},
        {"type": "react"},
    ],
)
async def test_malformed_message_closes_the_connection(new_person: NewPerson, garbage: Json) -> None:
    ada, bo = await new_person(), await new_person()
    page = await ada.open_page(await seat_two(ada, bo))
    await page.send(garbage)
    assert await page.wait_closed() == 4400


async def test_reactions_are_shown_and_not_stored(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo)
    here, there = await ada.open_page(code), await bo.open_page(code)
    await here.send({"type": "react", "kind": "paw"})
    reaction = await there.next("reacted")
    assert (reaction["seat"], reaction["kind"]) == (0, "paw")
    assert reaction["who"] == there.table["seats"][0]["who"]
    late = await bo.open_page(code)
    await send_chat(late, "what was that?")
    await receive_lines(late)
    assert not any('"reacted"' in text for text in late.received)


async def test_record_contains_the_chat(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    code = await start_game(ada, bo)
    here, there = await ada.open_page(code), await bo.open_page(code)
    await send_chat(here, "good luck")
    await receive_lines(here)
    await send_chat(there, phrase="thanks")
    await play_out(here, there)
    chat = (await ada.record(code))["meta"]["chat"]
    assert [(one["seat"], one.get("text"), one.get("phrase")) for one in chat] == [
        (0, "good luck", None),
        (1, None, "thanks"),
    ]


async def test_lines_reach_other_processes(two_servers: list[Running], new_guest: NewPerson) -> None:
    one, other = two_servers
    ada, bo = await new_guest("Ada", at=one), await new_guest("Bo", at=other)
    code = await seat_two(ada, bo)
    here, there = await ada.open_page(code), await bo.open_page(code)
    await send_chat(here, "hello")
    assert (await receive_lines(there))[0]["text"] == "hello"
    await there.send({"type": "react", "kind": "love"})
    assert (await here.next("reacted"))["kind"] == "love"
    lines = [f"{name} {number}" for number in range(4) for name in ("here", "there")]
    await asyncio.gather(*(send_chat(here if line.startswith("here") else there, line) for line in lines))
    for page in (here, there):
        received: list[str] = []
        while len(received) < len(lines):
            received += [line["text"] for line in await receive_lines(page) if line["text"] != "hello"]
        assert sorted(received) == sorted(lines), "each once"


@pytest.mark.backend("each")
async def test_writer_to_redis_cannot_chat(running: Running, new_person: NewPerson) -> None:
    """A forged message makes a process query the database, or is ignored."""
    ada, bo = await new_person(), await new_person()
    code = await seat_two(ada, bo)
    page = await ada.open_page(code)
    forged = '{"type":"said","lines":[]}'
    for topic, text in (
        ("talk", code),
        ("reaction", f"{code} {forged}"),
        ("reaction", ""),
        ("bans", "x"),
        ("presence", code),
    ):
        word = {"origin": "eve", "topic": topic, "text": text}
        await running.infra.redis.publish(TEXT_CHANNEL, json.dumps(word))
    await running.infra.redis.publish(TEXT_CHANNEL, "garbage")
    await send_chat(page, "still here")
    assert [line["text"] for line in await receive_lines(page)] == ["still here"]
    assert not any(forged in text for text in page.received)


def test_text_is_sanitized() -> None:
    assert sanitize_text(" a\tb\u0000c\u202ed\u200be ") == "a b cde"
    assert (
        sanitize_text("\u2764\ufe0f \U0001f468\u200d\U0001f469") == "\u2764\ufe0f \U0001f468\u200d\U0001f469"
    )
    for heap in ("e" + "\u0301" * 50, "e" + "\u0301\u0301\u200c" * 50):
        assert sanitize_text(heap).count("\u0301") <= 3
    for raw in ("", " \n ", "\u200b", "\u3164\u2800", "\ufffc", "\u200d", "\U000e0100", "x" * 301):
        with pytest.raises(InvalidText):
            sanitize_text(raw)


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org", "HTTP://x", "www.cats", "see cats.com", "discord.gg/x", "1.2.3.4", "a@b.c",
        "ex\u200dample.org", "example\uff0eorg", "\uff57\uff57\uff57.cats", "mailto:me", "cats\u3002com",
        "\u043a\u043e\u0442.\u0440\u0444", "javascript://x", "cats.\U000e0100com", "cats.\u180bcom",
    ],
)  # fmt: skip
def test_links_are_recognized(link: str) -> None:
    with pytest.raises(NoLinks):
        refuse_links(link)


@pytest.mark.parametrize(
    "text",
    [
        "Hello. How are you?",
        "3.5 tricks",
        "well...no",
        "a/b",
        "12:30",
        "\u306f\u3044\u3002\u305d\u3046",
        "e.g. red",
    ],
)
def test_other_text_is_not_taken_for_a_link(text: str) -> None:
    refuse_links(text)
