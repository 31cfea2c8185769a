"""Texts of packs that came with imported games: who may read and use them, and for how long."""

import secrets
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import bindparam, delete, func, select

from app.infra.database.query import Command, ValueQuery
from app.infra.database.schema import IMPORT_PACKS, REPORTS
from app.players.bans import repository as bans_repository
from app.tables.card_packs.content import PackContent, content_of
from engine.card_lists import WrittenCard
from engine.moves import write_move
from engine.record import FORMAT, read_record, replay
from engine.types import Json
from tests.app.accounts import create_account, session_of
from tests.app.administrators import administrator_of, new_client, server_with_administrator, take_action
from tests.app.branches import branch
from tests.app.card_packs import GAME, add_pack, new_author
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, expect_refusal, play_until

pytestmark = pytest.mark.backend("any")

_named = IMPORT_PACKS.c.name == bindparam("of")
STORED = ValueQuery[int](select(func.count().label("packs")).select_from(IMPORT_PACKS).where(_named))
EXPIRE_REPORTS = Command(delete(REPORTS))


def foreign_content() -> PackContent:
    """Returns a pack that nobody on this server has written."""
    cards = [WrittenCard(f"Foreign card {number}", "ABC"[: number % 4] or "AB") for number in range(30)]
    return content_of(GAME, f"From elsewhere {secrets.token_hex(8)}", "fr", cards)


def record_with(content: PackContent, plies: int = 0, **fields: object) -> Json:
    """Returns the record of a game of another server with this pack, in which `fields` of it are changed."""
    letters, texts = [letters for _, letters in content.cards], [text for text, _ in content.cards]
    written = {"title": content.title, "language": content.language, "cards": texts, **fields}
    record: Json = {
        "format": FORMAT,
        "game": GAME,
        "options": {"packs": {content.name: {"letters": letters, "memo": False}}},
        "seats": ["Ada", "Bo"],
        "seed": secrets.token_hex(32),
        "moves": [],
        "meta": {"packs": {content.name: written}},
    }
    for _ in range(plies):
        record["moves"].append(first_legal_move(record))
    return record


def first_legal_move(record: Json) -> list[object]:
    read = read_record(record)
    *_, end = replay(read)
    seat = read.game.to_act(end.state)[0]
    return [seat, write_move(read.game.legal_moves(end.state, seat)[0])]


async def import_game(person: Person, content: PackContent, plies: int = 0, **fields: object) -> str:
    """Imports a game with this pack and returns its code."""
    code: str = (await person.request("POST", "/imports", record_with(content, plies, **fields)))["code"]
    return code


async def texts_of(person: Person, content: PackContent) -> list[str]:
    """Returns the texts of the cards as the person gets them."""
    pack = await person.request("GET", f"/games/{GAME}/packs/{content.name}")
    assert pack["title"] == content.title
    return [card["texts"][content.language] for card in pack["cards"]]


async def expect_no_texts(*people: Person, content: PackContent) -> None:
    for person in people:
        await expect_refusal("pack_not_found", 404, texts_of(person, content))


async def write_pack(author: Person, content: PackContent) -> Json:
    """Stores the same cards as a pack of an account."""
    lines = "\n".join(["text,letters", *(",".join(card) for card in content.cards)])
    pack = await add_pack(author, title=content.title, language=content.language, format="csv", written=lines)
    assert pack["name"] == content.name
    return pack


async def write_and_delete_pack(author: Person, content: PackContent) -> None:
    pack = await write_pack(author, content)
    await author.request("DELETE", f"/packs/{pack['code']}")


def new_table(person: Person, content: PackContent) -> Awaitable[Json]:
    return person.create_table(2, game=GAME, options=record_with(content)["options"])


async def test_imported_game_brings_its_cards(new_person: NewPerson) -> None:
    """A name promises cards; others under that name are not taken over."""
    importer, content = await new_person(), foreign_content()
    _, *missing = [text for text, _ in content.cards]
    for wrong in ({"language": "en"}, {"title": " "}, {"cards": missing}):
        await import_game(importer, content, **wrong)
        await expect_no_texts(importer, content=content)
    await import_game(importer, content)
    assert await texts_of(importer, content) == [text for text, _ in content.cards]


async def test_muted_people_bring_no_cards(running: Running, new_person: NewPerson) -> None:
    """They would show new texts at tables that continue the game. A known game stays importable."""
    importer, known = await new_person(), foreign_content()
    code = await import_game(importer, known)
    async with running.infra.database.write() as cursor:
        player = session_of(running, importer).player
        await bans_repository.ban_player(cursor, player, "Importer", None, muted=True, why="rude")
    await running.players.bans.reload()
    content = foreign_content()
    await expect_refusal("muted", 403, import_game(importer, content))
    await expect_no_texts(importer, content=content)
    record = record_with(known)
    record["seed"] = "00" * 32
    del record["meta"]
    assert await importer.request("POST", "/imports", record)
    assert await texts_of(importer, known)
    await delete_import(importer, code)


@pytest.mark.backend("each")
async def test_texts_of_an_import_are_for_those_who_may_see_it(new_person: NewPerson) -> None:
    importer, other, content = await new_person(), await new_author(new_person), foreign_content()
    await import_game(importer, content)
    async with Person(importer.url) as stranger:
        await expect_no_texts(other, stranger, content=content)
    assert await texts_of(importer, content)
    await expect_no_texts(other, content=content)


async def delete_import(person: Person, code: str) -> None:
    await person.request("DELETE", f"/imports/{code}")


async def delete_account(person: Person, _code: str) -> None:
    await person.request("POST", "/account/deletion", {"password": ""})


@pytest.mark.backend("each")
@pytest.mark.parametrize("delete", [delete_import, delete_account])
async def test_texts_are_deleted_with_their_last_import(
    running: Running, new_person: NewPerson, delete: Callable[[Person, str], Awaitable[None]]
) -> None:
    first, second, content = await new_person(), await new_person(), foreign_content()
    codes = [await import_game(person, content) for person in (first, second)]
    assert await texts_of(first, content)
    await delete_import(first, codes[0])
    await expect_no_texts(first, content=content)
    assert await texts_of(second, content)
    await delete(second, codes[1])
    async with running.infra.database.read() as cursor:
        assert await cursor.fetch_row(STORED, of=content.name) == 0


@pytest.mark.backend("each")
async def test_import_makes_no_pack_for_new_tables(new_person: NewPerson) -> None:
    importer, author, content = await new_person(), await new_author(new_person), foreign_content()
    code = await import_game(importer, content)
    await expect_refusal("pack_not_found", 404, new_table(importer, content))
    await expect_refusal("pack_not_found", 404, new_table(author, content))
    await write_pack(author, content)
    await new_table(importer, content)
    await delete_import(importer, code)
    assert await texts_of(importer, content), "an account has written these"


@pytest.mark.backend("each")
async def test_tables_that_continue_an_import_show_its_cards(new_person: NewPerson) -> None:
    importer, friend, spectator = [await new_person() for _ in range(3)]
    content = foreign_content()
    source = await import_game(importer, content, plies=3)
    code = (await branch(importer, source, 3, bots=""))["code"]
    await friend.sit(code, 1)
    terms = (await importer.request("GET", f"/tables/{code}"))["terms"]
    await importer.request("PUT", f"/tables/{code}/terms", {**terms, "watching": "nobody"})
    assert await texts_of(friend, content)
    await expect_no_texts(spectator, content=content)
    await importer.request("PUT", f"/tables/{code}/terms", {**terms, "watching": "public"})
    assert await texts_of(spectator, content)
    await friend.ready(code)
    await importer.start(code)
    pages = [await person.open_page(code) for person in (importer, friend)]
    await play_until(pages, lambda page: page.table.get("status") == "finished")
    assert content.name in (await friend.record(code))["meta"]["packs"]
    await delete_import(importer, source)
    await expect_no_texts(importer, friend, spectator, content=content)


async def test_report_does_not_publish_imported_cards(database_url: str, redis_url: str) -> None:
    """An administrator reads and hides them; the same cards of an account do not show them again."""
    content = foreign_content()
    report = {"name": content.name, "words": "they hurt"}
    async with (
        server_with_administrator(database_url, redis_url) as server,
        await administrator_of(server) as boss,
        await new_client(server, "Importer") as importer,
        await new_client(server) as other,
    ):
        await import_game(importer, content)
        await expect_refusal("pack_not_found", 404, other.request("POST", "/packs/reports", report))
        await importer.request("POST", "/packs/reports", report)
        await expect_no_texts(other, content=content)
        await expect_refusal("pack_not_found", 404, new_table(importer, content))
        [reported] = (await boss.request("GET", "/admin"))["reports"]
        assert (reported["about"], reported["pack"]["title"]) == ("Importer", content.title)
        await create_account(other, "Other")
        await write_and_delete_pack(other, content)
        cards = await boss.request("GET", f"/admin/packs/{content.name}")
        assert cards["cards"][0] == "Foreign card 0"
        await take_action(boss, f"/packs/{content.name}/hide")
        await expect_no_texts(importer, content=content)
        async with server.infra.database.write() as cursor:
            await cursor.execute(EXPIRE_REPORTS)
        await write_and_delete_pack(other, content)
        await expect_no_texts(importer, other, content=content)
