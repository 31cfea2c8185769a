"""Shared replays: one page leads, and the others follow, at any process."""

import asyncio
import secrets

import pytest

from engine.types import Json
from tests.app.conftest import NewPerson
from tests.app.local_server import Running
from tests.app.people import Page, Person, Refusal, play_out, start_game
from tests.app.test_friends import block


async def finished(person: Person, **terms: object) -> str:
    code = await start_game(person, seats=2, bots="sensible", terms=terms)
    await play_out(await person.open_page(code))
    return code


async def open_review(person: Person, replay: str, ply: int = 0) -> str:
    code: str = (await person.request("POST", f"/replays/{replay}/reviews", {"ply": ply}))["review"]
    return code


async def attend(person: Person, review: str) -> Page:
    page = await person.connect("/ws/review")
    await page.send({"type": "attend", "protocol": 1, "review": review})
    return page


async def until(page: Page, **wanted: object) -> Json:
    """The first state in which these are so."""
    while True:
        state = await page.next("review")
        if all(state[name] == value for name, value in wanted.items()):
            return state


async def refusal(page: Page) -> str:
    code: str = (await page.next("refused"))["code"]
    return code


async def take_the_lead(page: Page) -> None:
    """As soon as who had it is gone for good."""
    answer: Json = {"type": "refused"}
    while answer["type"] == "refused" or not any(one["leads"] and one["you"] for one in answer["people"]):
        if answer["type"] == "refused":
            await asyncio.sleep(0.1)
            await page.send({"type": "lead"})
        answer = await page.next("refused", "review")


async def test_only_so_many_pages_follow(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.archive.shared_replays.hub.MAX_SUBSCRIBERS", 2)
    ada, bo = await new_person("Ada"), await new_person("Bo")
    review = await open_review(ada, await finished(ada))
    leads, follows = await attend(ada, review), await attend(bo, review)
    await until(leads, count=2)
    one_more = await attend(bo, review)
    assert await refusal(one_more) == "too_many_look_on"
    assert await one_more.wait_closed() == 4409
    await leads.send({"type": "show", "ply": 2})
    await until(follows, ply=2)


async def test_others_follow_whoever_leads(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    replay = await finished(ada)
    review = await open_review(ada, replay, ply=3)
    leads, follows = await attend(ada, review), await attend(bo, review)
    state = await until(follows, ply=3, led=True, count=2)
    assert (state["replay"], state["leader"]) == (replay, "Ada")
    told = [(one["name"], one["leads"], one["you"]) for one in state["people"]]
    assert told == [("Ada", True, False), ("Bo", False, True)]
    for ply in (4, 5, 0):
        await leads.send({"type": "show", "ply": ply})
        await until(follows, ply=ply)
    await follows.send({"type": "show", "ply": 9})
    assert await refusal(follows) == "not_leading"
    await follows.send({"type": "lead"})
    assert await refusal(follows) == "not_leading"
    late = await attend(await new_person("Cy"), review)
    assert (await until(late, count=3))["ply"] == 0


async def test_another_player_takes_the_lead_after_the_leader_left(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    review = await open_review(ada, await finished(ada), ply=3)
    leads, follows = await attend(ada, review), await attend(bo, review)
    await until(follows, led=True, count=2)
    await leads.close()
    assert (await until(follows, led=False, count=1))["leader"] == "Ada"
    await take_the_lead(follows)
    await follows.send({"type": "show", "ply": 7})
    back = await attend(ada, review)
    assert (await until(back, ply=7))["leader"] == "Bo"
    await back.send({"type": "show", "ply": 1})
    assert await refusal(back) == "not_leading"


async def test_what_is_said_there_stays_there(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    replay = await finished(ada)
    review = await open_review(ada, replay)
    here, there = await attend(ada, review), await attend(bo, review)
    await until(there, count=2)
    said_id = secrets.token_hex(16)
    for _ in range(2):
        await here.send({"type": "say", "id": said_id, "text": "Why  red?"})
    [line] = (await there.next("said"))["lines"]
    assert (line["name"], line["text"]) == ("Ada", "Why red?")
    assert (await here.next("said"))["lines"][0]["own"] == said_id
    await here.send({"type": "say", "id": secrets.token_hex(16), "text": "see example.com"})
    assert await refusal(here) == "no_links"
    assert "chat" not in (await ada.record(replay))["meta"]
    lines = [one["text"] for one in (await ada.request("GET", "/account/data"))["said_in_reviews"]]
    assert lines == ["Why red?"]


async def test_lines_of_blocked_players_are_hidden(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    review = await open_review(ada, await finished(ada))
    pages = [await attend(person, review) for person in (ada, bo, cy)]
    await until(pages[1], count=3)
    await block(bo, ada)
    await pages[0].send({"type": "say", "id": secrets.token_hex(16), "text": "one"})
    await pages[2].next("said")
    await pages[2].send({"type": "say", "id": secrets.token_hex(16), "text": "two"})
    [line] = (await pages[1].next("said"))["lines"]
    assert line["text"] == "two"


async def test_shared_replay_requires_access_to_the_replay(new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    review = await open_review(ada, await finished(ada, watching="nobody"))
    page = await attend(eve, review)
    assert await refusal(page) == "no_looking_on"
    assert await page.wait_closed() == 4403
    assert await (await attend(eve, "zzzzzz")).wait_closed() == 4404
    assert await (await attend(eve, "\0é")).wait_closed() == 4404
    going_on = await start_game(ada, seats=2, bots="sensible")
    with pytest.raises(Refusal, match="not_finished"):
        await open_review(ada, going_on)
    with pytest.raises(Refusal, match="table_not_found"):
        await open_review(eve, "zzzzzz")


async def test_first_message_must_be_attend(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    for message in ({"type": "show", "ply": 1}, {"type": "lead"}, {"type": "attend"}):
        page = await ada.connect("/ws/review")
        await page.send(message)
        assert await page.wait_closed() == 4400
    page = await ada.connect("/ws/review")
    await page.send({"type": "attend", "protocol": 0, "review": "abc234"})
    assert await page.wait_closed() == 4426


async def test_people_at_two_servers(two_servers: list[Running], new_guest: NewPerson) -> None:
    """One leads at the first, one follows at the second; then it is the other way round."""
    ada, bo = [
        await new_guest(name, at=server) for name, server in zip(("Ada", "Bo"), two_servers, strict=True)
    ]
    review = await open_review(ada, await finished(ada))
    leads, follows = await attend(ada, review), await attend(bo, review)
    await until(follows, led=True, count=2)
    for ply in (1, 2):
        await leads.send({"type": "show", "ply": ply})
        await until(follows, ply=ply)
    await leads.send({"type": "say", "id": secrets.token_hex(16), "phrase": "hello"})
    assert (await follows.next("said"))["lines"][0]["phrase"] == "hello"
    await leads.close()
    await until(follows, led=False)
    await take_the_lead(follows)
    back = await attend(ada, review)
    assert (await until(back, led=True))["leader"] == "Bo"


async def test_of_many_only_some_are_named(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is named is told so; all others are told the same."""
    monkeypatch.setattr("app.archive.shared_replays.hub.MAX_NAMED", 1)
    people = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    review = await open_review(people[0], await finished(people[0]))
    pages = [await attend(person, review) for person in people]
    states = [await until(page, count=3) for page in pages]
    named = [state["people"][0] for state in states]
    assert len({one["who"] for one in named}) == 1
    assert sorted(one["you"] for one in named) == [False, False, True]
