"""Reports of chat lines of shared replays."""

import pytest

from tests.app.administrators import administrator_of, new_client, server_with_administrator, take_action
from tests.app.chat import receive_lines, send_chat
from tests.app.people import Person, expect_refusal
from tests.app.shared_replays import create_shared_replay, finish_game, join_shared_replay, wait_for_state

pytestmark = pytest.mark.backend("any")


async def report_line(person: Person, review: str, line: str, words: str = "") -> None:
    await person.request("POST", f"/replays/reviews/{review}/reports", {"line": line, "words": words})


async def test_author_of_a_reported_line_can_be_muted(database_url: str, redis_url: str) -> None:
    async with (
        server_with_administrator(database_url, redis_url) as server,
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server, "Bo") as bo,
    ):
        replay = await finish_game(ada)
        review, other = [await create_shared_replay(ada, replay) for _ in range(2)]
        here, there = await join_shared_replay(ada, review), await join_shared_replay(bo, review)
        await wait_for_state(there, count=2)
        await send_chat(here, "you cat!")
        [line] = await receive_lines(there)
        await send_chat(here, phrase="bye")
        await receive_lines(there)
        await report_line(bo, review, line["id"], "rude")
        await expect_refusal("not_found", 404, report_line(bo, other, line["id"]))
        await expect_refusal("no_such_review", 404, report_line(bo, "zzzzzz", line["id"]))
        await expect_refusal("malformed", 422, report_line(bo, review, "the first"))

        [found] = (await boss.request("GET", "/admin"))["reports"]
        assert (found["by"], found["about"], found["table"], found["words"]) == ("Bo", "Ada", replay, "rude")
        assert [one["text"] for one in found["lines"]] == ["you cat!"]
        await take_action(boss, "/bans", report=found["id"], muted=True)
        await send_chat(here, "nor there")
        assert await here.refusal() == "muted"


async def test_report_requires_access_to_the_replay(database_url: str, redis_url: str) -> None:
    async with (
        server_with_administrator(database_url, redis_url) as server,
        await new_client(server) as ada,
        await new_client(server) as eve,
    ):
        review = await create_shared_replay(ada, await finish_game(ada, watching="nobody"))
        page = await join_shared_replay(ada, review)
        await send_chat(page, "between us")
        [line] = await receive_lines(page)
        await expect_refusal("no_looking_on", 403, report_line(eve, review, line["id"]))
        for _ in range(5):
            await report_line(ada, review, line["id"])
        await expect_refusal("too_fast", 429, report_line(ada, review, line["id"]))
