"""Shared replays: one page leads, and the others follow, at any process."""

import asyncio
import secrets
from collections.abc import Collection
from uuid import UUID

import pytest

from app.archive.shared_replays import repository, service
from app.archive.shared_replays.errors import NotLeading
from engine.types import Json
from tests.app.accounts import session_of
from tests.app.friends import block
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Refusal, start_game
from tests.app.shared_replays import create_shared_replay, finish_game, join_shared_replay, wait_for_state

pytestmark = pytest.mark.backend("any")


async def take_lead(page: Page) -> None:
    """Requests the lead until the former leader's absence is noticed."""
    answer: Json = {"type": "refused"}
    while answer["type"] == "refused" or not any(one["leads"] and one["you"] for one in answer["people"]):
        if answer["type"] == "refused":
            await asyncio.sleep(0.1)
            await page.send({"type": "lead"})
        answer = await page.next("refused", "review")


@pytest.mark.backend("each")
async def test_followers_are_limited(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.archive.shared_replays.hub.MAX_SUBSCRIBERS", 2)
    ada, bo = await new_person("Ada"), await new_person("Bo")
    review = await create_shared_replay(ada, await finish_game(ada))
    leads, follows = await join_shared_replay(ada, review), await join_shared_replay(bo, review)
    await wait_for_state(leads, count=2)
    one_more = await join_shared_replay(bo, review)
    assert await one_more.refusal() == "too_many_look_on"
    assert await one_more.wait_closed() == 4409
    await leads.send({"type": "show", "ply": 2})
    await wait_for_state(follows, ply=2)


async def test_pages_follow_the_leader(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    replay = await finish_game(ada)
    review = await create_shared_replay(ada, replay, ply=3)
    leads, follows = await join_shared_replay(ada, review), await join_shared_replay(bo, review)
    state = await wait_for_state(follows, ply=3, led=True, count=2)
    assert (state["replay"], state["leader"]) == (replay, "Ada")
    shown = [(one["name"], one["leads"], one["you"]) for one in state["people"]]
    assert shown == [("Ada", True, False), ("Bo", False, True)]
    for ply in (4, 5, 0):
        await leads.send({"type": "show", "ply": ply})
        await wait_for_state(follows, ply=ply)
    await follows.send({"type": "show", "ply": 9})
    assert await follows.refusal() == "not_leading"
    await follows.send({"type": "lead"})
    assert await follows.refusal() == "not_leading"
    late = await join_shared_replay(await new_person("Cy"), review)
    assert (await wait_for_state(late, count=3))["ply"] == 0


@pytest.mark.backend("each")
async def test_another_player_takes_the_lead_after_the_leader_left(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    review = await create_shared_replay(ada, await finish_game(ada), ply=3)
    leads, follows = await join_shared_replay(ada, review), await join_shared_replay(bo, review)
    await wait_for_state(follows, led=True, count=2)
    await leads.close()
    assert (await wait_for_state(follows, led=False, count=1))["leader"] == "Ada"
    await take_lead(follows)
    await follows.send({"type": "show", "ply": 7})
    back = await join_shared_replay(ada, review)
    assert (await wait_for_state(back, ply=7))["leader"] == "Bo"
    await back.send({"type": "show", "ply": 1})
    assert await back.refusal() == "not_leading"


async def test_leader_who_is_away_for_a_moment_still_leads(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As during a reload."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    review = await create_shared_replay(ada, await finish_game(ada))
    replays, other = running.archive.shared_replays, session_of(running, bo).player
    away_s = service.LEADER_GRACE_S / 2

    async def seconds_away(_place: str, players: Collection[UUID]) -> dict[UUID, float]:
        return dict.fromkeys(players, away_s)

    monkeypatch.setattr(replays._presence, "seconds_away", seconds_away)
    with pytest.raises(NotLeading):
        await replays.lead(other, review)
    away_s = service.LEADER_GRACE_S
    await replays.lead(other, review)


async def test_lead_of_a_player_who_left_is_taken_once(running: Running, new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    review = await create_shared_replay(ada, await finish_game(ada))
    leader, first, second = [session_of(running, person).player for person in (ada, bo, cy)]
    async with running.infra.database.write() as cursor:
        assert await repository.set_leader(cursor, review, first, leader)
        assert not await repository.set_leader(cursor, review, second, leader)


async def test_chat_stays_in_the_shared_replay(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    replay = await finish_game(ada)
    review = await create_shared_replay(ada, replay)
    here, there = await join_shared_replay(ada, review), await join_shared_replay(bo, review)
    await wait_for_state(there, count=2)
    said_id = secrets.token_hex(16)
    for _ in range(2):
        await here.send({"type": "say", "id": said_id, "text": "Why  red?"})
    [line] = (await there.next("said"))["lines"]
    assert (line["name"], line["text"]) == ("Ada", "Why red?")
    assert (await here.next("said"))["lines"][0]["own"] == said_id
    await here.send({"type": "say", "id": secrets.token_hex(16), "text": "see example.com"})
    assert await here.refusal() == "no_links"
    assert "chat" not in (await ada.record(replay))["meta"]
    lines = [one["text"] for one in (await ada.request("GET", "/account/data"))["said_in_reviews"]]
    assert lines == ["Why red?"]


async def test_lines_of_blocked_players_are_hidden(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    review = await create_shared_replay(ada, await finish_game(ada))
    pages = [await join_shared_replay(person, review) for person in (ada, bo, cy)]
    await wait_for_state(pages[1], count=3)
    await block(bo, ada)
    await pages[0].send({"type": "say", "id": secrets.token_hex(16), "text": "one"})
    await pages[2].next("said")
    await pages[2].send({"type": "say", "id": secrets.token_hex(16), "text": "two"})
    [line] = (await pages[1].next("said"))["lines"]
    assert line["text"] == "two"


async def test_shared_replay_requires_access_to_the_replay(new_person: NewPerson) -> None:
    ada, eve = await new_person("Ada"), await new_person("Eve")
    review = await create_shared_replay(ada, await finish_game(ada, watching="nobody"))
    page = await join_shared_replay(eve, review)
    assert await page.refusal() == "no_looking_on"
    assert await page.wait_closed() == 4403
    assert await (await join_shared_replay(eve, "zzzzzz")).wait_closed() == 4404
    assert await (await join_shared_replay(eve, "\0é")).wait_closed() == 4404
    going_on = await start_game(ada, seats=2, bots="sensible")
    with pytest.raises(Refusal, match="not_finished"):
        await create_shared_replay(ada, going_on)
    with pytest.raises(Refusal, match="table_not_found"):
        await create_shared_replay(eve, "zzzzzz")


async def test_first_message_must_be_attend(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    for message in ({"type": "show", "ply": 1}, {"type": "lead"}, {"type": "attend"}):
        page = await ada.connect("/ws/review")
        await page.send(message)
        assert await page.wait_closed() == 4400
    page = await ada.connect("/ws/review")
    await page.send({"type": "attend", "protocol": 0, "review": "abc234"})
    assert await page.wait_closed() == 4426


async def test_pages_at_two_servers_follow_each_other(
    two_servers: list[Running], new_guest: NewPerson
) -> None:
    """One leads at the first and one follows at the second; then vice versa."""
    ada, bo = [
        await new_guest(name, at=server) for name, server in zip(("Ada", "Bo"), two_servers, strict=True)
    ]
    review = await create_shared_replay(ada, await finish_game(ada))
    leads, follows = await join_shared_replay(ada, review), await join_shared_replay(bo, review)
    await wait_for_state(follows, led=True, count=2)
    for ply in (1, 2):
        await leads.send({"type": "show", "ply": ply})
        await wait_for_state(follows, ply=ply)
    await leads.send({"type": "say", "id": secrets.token_hex(16), "phrase": "hello"})
    assert (await follows.next("said"))["lines"][0]["phrase"] == "hello"
    await leads.close()
    await wait_for_state(follows, led=False)
    await take_lead(follows)
    back = await join_shared_replay(ada, review)
    assert (await wait_for_state(back, led=True))["leader"] == "Bo"


async def test_only_some_of_many_followers_are_named(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A named player's page learns that; all others receive the same message. The leader is always named."""
    monkeypatch.setattr("app.archive.shared_replays.hub.MAX_NAMED", 1)
    people = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    for leader in people:
        review = await create_shared_replay(leader, await finish_game(leader))
        pages = [await join_shared_replay(person, review) for person in people]
        states = [await wait_for_state(page, count=3, led=True) for page in pages]
        named = [state["people"][0] for state in states]
        assert len({one["who"] for one in named}) == 1
        assert [one["you"] for one in named] == [person is leader for person in people]
