"""The chat of spectators, and what of the players' chat spectators do not read."""

import json

import pytest

from app.core.token_bucket import Rate
from app.infra.rate_limits import AddressLimit
from app.tables.chat import repository
from tests.app.braincat import begin, reach_debate, reach_vote
from tests.app.chat import receive_lines, send_chat
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, expect_refusal, play_out, start_game

pytestmark = pytest.mark.backend("any")

PING = {"type": "ping"}


async def received(page: Page, kind: str) -> bool:
    """Returns whether the page was sent messages of this type, up to now."""
    await page.send(PING)
    await page.next("pong")
    return any(f'"type":"{kind}"' in text for text in page.received)


def lines_of(page: Page) -> list[str]:
    """Returns the texts of all lines that the page was sent."""
    messages = [json.loads(text) for text in page.received]
    return [line["text"] for message in messages if message["type"] == "said" for line in message["lines"]]


async def test_only_spectators_read_spectators_during_the_game(new_person: NewPerson) -> None:
    code, people, pages = await begin(new_person, 2)
    cy, di = await new_person("Cy"), await new_person("Di")
    watching, other = await cy.open_page(code), await di.open_page(code)
    assert watching.table["spectators_write"]
    await send_chat(watching, "the paw lies")
    [line] = await receive_lines(other)
    assert (line["name"], line["spectator"], "seat" in line) == ("Cy", True, False)
    assert not any([await received(page, "said") for page in pages])
    again = await people[0].open_page(code)
    assert not await received(again, "said")
    await play_out(*pages)
    for page in (*pages, again):
        while not lines_of(page):
            await page.receive()
        assert lines_of(page) == ["the paw lies"]
    await send_chat(watching, "well played")
    assert await watching.refusal() == "not_seated"
    assert "chat" not in (await people[0].record(code))["meta"]


async def test_spectators_write_whatever_the_rules_say(new_person: NewPerson) -> None:
    """Nobody at the table writes while the cat places a paw."""
    code, _, pages = await begin(new_person, 2)
    watching = await (await new_person("Cy")).open_page(code)
    [cat] = [page for page in pages if page.turn is not None]
    while cat.view["phase"] != "paw":
        await cat.play_legal_move()
    await send_chat(watching, "now")
    assert await receive_lines(watching)


async def test_spectators_of_every_game_write(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = await start_game(ada, bo)
    playing, watching = await ada.open_page(code), await cy.open_page(code)
    await send_chat(watching, "psst")
    [line] = await receive_lines(watching)
    assert (line["name"], line["spectator"]) == ("Cy", True)
    assert not await received(playing, "said")


async def test_spectators_read_nothing_of_a_family(new_person: NewPerson) -> None:
    code, _, pages = await begin(new_person, 6, mode="teams")
    watching = await (await new_person("Gus")).open_page(code)
    cat = await reach_vote(pages)
    families = cat.view["families"]
    [mover, *_] = [page for page in pages if page is not cat]
    own = families[pages.index(mover)]
    mates = [page for seat, page in enumerate(pages) if families[seat] == own and page is not cat]
    await send_chat(mover, "third one")
    await mover.send({"type": "react", "kind": "paw"})
    for page in mates:
        while not (lines_of(page) and await received(page, "reacted")):
            await page.receive()
    for page in (watching, cat, *(page for page in pages if page not in mates)):
        assert not await received(page, "reacted")
        assert not await received(page, "said")
    await cat.send({"type": "react", "kind": "wow"})
    assert await cat.refusal() == "B10"


async def test_lines_that_one_does_not_read_cannot_be_reported(new_person: NewPerson) -> None:
    code, people, pages = await begin(new_person, 2)
    await reach_debate(pages)
    cy = await new_person("Cy")
    watching = await cy.open_page(code)
    await send_chat(watching, "secret")
    [line] = await receive_lines(watching)
    about = {"table": code, "line": line["id"], "words": "look"}
    await expect_refusal("not_found", 404, people[0].request("POST", "/reports", about))
    await cy.request("POST", "/reports", about)


async def test_host_closes_the_chat_of_spectators_too(new_person: NewPerson) -> None:
    code, people, _ = await begin(new_person, 2)
    watching = await (await new_person("Cy")).open_page(code)
    await people[0].request("PUT", f"/tables/{code}/chat", {"open": False})
    await send_chat(watching, "hello")
    assert await watching.refusal() == "chat_closed"


async def test_spectators_do_not_displace_players(new_person: NewPerson, running: Running) -> None:
    code, people, pages = await begin(new_person, 2)
    watching = await (await new_person("Cy")).open_page(code)
    await send_chat(pages[0], "from the table")
    await receive_lines(watching)
    async with running.infra.database.write() as cursor:
        table = await running.tables.game.table(code)
        player = table.seats[1].player
        assert player
        for number in range(repository.PAGE_SIZE + 1):
            line = repository.NewLine(
                table.id, player, f"{number:032x}", "Cy", "psst", None, None, None, by_spectator=True
            )
            await repository.add(cursor, line)
    again = await people[1].open_page(code)
    assert [line["text"] for line in await receive_lines(again)] == ["from the table"]


async def test_addresses_of_spectators_are_limited(
    new_person: NewPerson, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, _ = await begin(new_person, 2)
    watching = await (await new_person("Cy")).open_page(code)
    monkeypatch.setattr(running.infra.limits, "spectator_lines", AddressLimit(Rate(1, 0.001)))
    await send_chat(watching, "hello")
    assert await receive_lines(watching)
    await send_chat(watching, "hello again")
    assert await watching.refusal() == "too_fast"
