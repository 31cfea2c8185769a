"""Notes are private until the game ends; then their author can share them."""

from collections.abc import AsyncIterator

import pytest

from app.archive.notes import service
from app.players.bans import repository as bans_repository
from engine.types import Json
from tests.app.accounts import create_account, session_of
from tests.app.friends import block
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, expect_refusal, play_out, start_game

pytestmark = pytest.mark.backend("any")

SECRET = "keep the blue seven for the end"


async def note(person: Person, code: str, ply: int, text: str, *, shared: bool = False) -> list[Json]:
    body = {"text": text, "shared": shared}
    notes: list[Json] = (await person.request("PUT", f"/tables/{code}/notes/{ply}", body))["notes"]
    return notes


async def notes_of(person: Person, code: str) -> list[Json]:
    notes: list[Json] = (await person.request("GET", f"/tables/{code}/notes"))["notes"]
    return notes


async def all_responses(person: Person, code: str) -> AsyncIterator[str]:
    """Yields all responses and messages about a table, and the player's own data."""
    yield person.url
    for path in (
        f"/tables/{code}",
        f"/tables/{code}/record",
        f"/tables/{code}/notes",
        f"/replays/{code}",
        f"/replays/{code}/branches",
        "/account/data",
        "/admin",
    ):
        yield (await person.http.get(f"/api{path}")).text
    page = await person.open_page(code)
    await page.next("update")
    await page.send({"type": "ping"})
    await page.next("pong")
    yield "".join(page.received)


async def test_notes_are_hidden_from_others_before_the_end(new_person: NewPerson) -> None:
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await start_game(ada, bo)
    [mine] = await note(ada, code, 0, f" {SECRET} ")
    assert mine == {"seat": 0, "you": True, "ply": 0, "text": SECRET, "shared": False}
    with pytest.raises(Refusal, match="not_finished"):
        await note(ada, code, 0, SECRET, shared=True)
    problem = {"path": f"/t/{code}", "build": "1", "language": "en", "screen": "1x1", "browser": ""}
    await ada.request("POST", "/problems", {"table": code, "words": "the notes are gone", "page": problem})
    for other in (bo, eve):
        async for text in all_responses(other, code):
            assert SECRET not in text
    async for text in all_responses(ada, code):
        assert SECRET not in text or '"notes"' in text, "only in notes requested by the author"


async def test_notes_are_private_after_the_end_until_shared(new_person: NewPerson) -> None:
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await start_game(ada, bo)
    await note(ada, code, 0, SECRET)
    await note(bo, code, 0, "hm")
    await play_out(await ada.open_page(code), await bo.open_page(code))
    assert await notes_of(eve, code) == []
    async for text in all_responses(eve, code):
        assert SECRET not in text
    await note(ada, code, 3, "not shared")
    await note(ada, code, 0, SECRET, shared=True)
    [shared] = await notes_of(eve, code)
    assert shared == {"seat": 0, "you": False, "ply": 0, "text": SECRET, "shared": True}
    assert [one["text"] for one in await notes_of(bo, code)] == [SECRET, "hm"]
    assert SECRET not in (await eve.http.get(f"/api/tables/{code}/record")).text, "records have no notes"
    await note(ada, code, 0, SECRET)
    assert await notes_of(eve, code) == []


@pytest.mark.backend("each")
async def test_invalid_notes_are_refused(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await start_game(ada, bo)
    for ply, text, why in ((1, "x", "malformed"), (0, " ", "bad_words"), (-1, "x", "malformed")):
        with pytest.raises(Refusal, match=why):
            await note(ada, code, ply, text)
    with pytest.raises(Refusal, match="not_seated"):
        await note(eve, code, 0, "x")
    page = await ada.open_page(code)
    await page.play_legal_move()
    monkeypatch.setattr(service, "MAX_NOTES", 1)
    await note(ada, code, 1, "one")
    await note(ada, code, 1, "another")
    with pytest.raises(Refusal, match="too_many_notes"):
        await note(ada, code, 0, "x")
    assert (await ada.request("DELETE", f"/tables/{code}/notes/1"))["notes"] == []
    hidden = await start_game(ada, bo, terms={"watching": "nobody"})
    with pytest.raises(Refusal, match="no_looking_on"):
        await notes_of(eve, hidden)


async def test_notes_are_deleted_with_their_author(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await start_game(ada, bo)
    await note(ada, code, 0, SECRET)
    await play_out(await ada.open_page(code), await bo.open_page(code))
    await note(ada, code, 0, SECRET, shared=True)
    [entry] = (await ada.request("GET", "/account/data"))["notes"]
    assert (entry["code"], entry["ply"], entry["text"], entry["shared"]) == (code, 0, SECRET, True)
    assert len(await notes_of(bo, code)) == 1
    await ada.request("POST", "/account/deletion", {"password": ""})
    assert await notes_of(bo, code) == []


async def test_notes_of_blocked_authors_are_left_out(new_person: NewPerson) -> None:
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = await finished_game(ada, bo, "link")
    await note(ada, code, 0, SECRET, shared=True)
    await note(bo, code, 1, "hm", shared=True)
    await block(eve, ada)
    await block(ada, bo)
    assert [one["text"] for one in await notes_of(eve, code)] == ["hm"]
    assert [one["text"] for one in await notes_of(ada, code)] == [SECRET]
    assert [one["text"] for one in await notes_of(bo, code)] == [SECRET, "hm"]


async def finished_game(ada: Person, bo: Person, visibility: str) -> str:
    code = await start_game(ada, bo, terms={"visibility": visibility})
    await play_out(await ada.open_page(code), await bo.open_page(code))
    return code


@pytest.mark.backend("each")
async def test_guests_share_no_notes_with_strangers(new_person: NewPerson) -> None:
    ada, bo, eve = [await new_person() for _ in range(3)]
    await create_account(bo, "Bo Writes Notes")
    code = await finished_game(ada, bo, "public")
    await note(ada, code, 0, SECRET)
    await expect_refusal("phrases_only", 403, note(ada, code, 0, SECRET, shared=True))
    assert await notes_of(eve, code) == []
    await note(bo, code, 0, SECRET, shared=True)
    assert [one["text"] for one in await notes_of(eve, code)] == [SECRET]


@pytest.mark.parametrize("visibility", ["link", "friends"])
async def test_guests_share_no_links_in_notes(new_person: NewPerson, visibility: str) -> None:
    ada, bo = await new_person(), await new_person()
    code, link = await finished_game(ada, bo, visibility), "see https://evil.example"
    await note(ada, code, 0, link)
    await expect_refusal("no_links", 422, note(ada, code, 0, link, shared=True))
    await note(ada, code, 0, SECRET, shared=True)
    await expect_refusal("no_links", 422, note(ada, code, 0, link, shared=True))
    assert [one["text"] for one in await notes_of(bo, code)] == [SECRET]


async def test_muted_people_share_no_notes(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    code = await finished_game(ada, bo, "link")
    async with running.infra.database.write() as cursor:
        player = session_of(running, ada).player
        await bans_repository.ban_player(cursor, player, "Ada", None, muted=True, why="rude")
    await running.players.bans.reload()
    await note(ada, code, 0, SECRET)
    await expect_refusal("muted", 403, note(ada, code, 0, SECRET, shared=True))
    assert await notes_of(bo, code) == []
