"""Chats, and replays that many watch together: what one person does there costs little."""

from collections import Counter
from collections.abc import Collection
from uuid import UUID

import pytest

from app.archive.shared_replays import hub as shared_replays
from app.infra.database.query import Cursor
from app.players.accounts.names import disambiguate
from app.players.friends.repository import blockers_of
from app.tables.chat import hub as chat
from app.tables.chat.hub import ChatSubscriber, send_lines
from app.tables.chat.repository import StoredLine
from tests.app.chat import receive_lines, send_chat
from tests.app.friends import block
from tests.app.lobby import open_lobby
from tests.app.people import NewPerson, Page, Person
from tests.app.shared_replays import create_shared_replay, finish_game, join_shared_replay, wait_for_state
from tests.security.crowds import Crowd, StartServer

pytestmark = pytest.mark.backend("any")


async def _page_at(place: str, person: Person) -> Page:
    match place:
        case "lobby":
            return (await open_lobby(person)).page
        case "table":
            return await person.open_page((await person.create_table())["code"])
        case _:
            review = await create_shared_replay(person, await finish_game(person))
            return await join_shared_replay(person, review)


@pytest.mark.parametrize("place", ["lobby", "table", "shared replay"])
async def test_chat_reads_no_blocks_of_absent_people(
    start_server: StartServer, crowd: Crowd, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """A thousand guests, each of whom blocks fifty authors, would stop the process for half a second."""
    read: list[int] = []

    async def counted(
        cursor: Cursor, people: Collection[UUID], among: Collection[UUID]
    ) -> dict[UUID, set[UUID]]:
        blockers = await blockers_of(cursor, people, among)
        read.extend(map(len, blockers.values()))
        return blockers

    for module in (chat, shared_replays):
        monkeypatch.setattr(module, "blockers_of", counted)
    server = await start_server()
    ada, *absent = await crowd(server, 3)
    for one in absent:
        await block(one, ada)
    page = await _page_at(place, ada)
    await send_chat(page, phrase="hello")
    assert len(await receive_lines(page)) == 1
    if place == "table":
        await page.send({"type": "react", "kind": "love"})
        await page.next("reacted")
    assert read
    assert sum(read) == 0


async def test_newcomers_make_nobody_else_read_the_chat_of_a_shared_replay(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [await new_person() for _ in range(4)]
    review = await create_shared_replay(people[0], await finish_game(people[0]))
    readers: list[UUID] = []

    def counted(subscriber: ChatSubscriber, lines: list[StoredLine], blockers: dict[UUID, set[UUID]]) -> None:
        readers.append(subscriber.player)
        send_lines(subscriber, lines, blockers)

    monkeypatch.setattr(shared_replays, "send_lines", counted)
    pages = [await join_shared_replay(one, review) for one in people]
    await wait_for_state(pages[0], count=len(people))
    assert max(Counter(readers).values()) == 1


async def test_names_at_a_shared_replay_are_compared_once_for_all_readers(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fifty of them it took a leader ten messages a second to keep a third of a process busy."""
    people = [await new_person() for _ in range(3)]
    review = await create_shared_replay(people[0], await finish_game(people[0]))
    pages = [await join_shared_replay(one, review) for one in people]
    for page in pages:
        await wait_for_state(page, count=len(people))
    compared: list[list[str]] = []

    def counted(names: list[str]) -> list[str]:
        compared.append(names)
        return disambiguate(names)

    monkeypatch.setattr(shared_replays, "disambiguate", counted)
    await pages[0].send({"type": "show", "ply": 3})
    states = [await wait_for_state(page, ply=3) for page in pages]
    assert len(compared) <= 2, "once more if presence was reported meanwhile"
    shown = [[one["you"] for one in state["people"]] for state in states]
    assert sorted(shown) == [[False, False, True], [False, True, False], [True, False, False]]
