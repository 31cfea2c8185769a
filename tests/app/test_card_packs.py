"""Card packs that players write: preview, store, share, copy, play and report."""

import json
from typing import Any

import pytest

from app.tables.card_packs import service
from app.tables.card_packs.schemas import PackTexts
from app.tables.card_packs.service import MAX_PACKS
from engine.card_packs import Pack
from engine.record import read_record, replay
from engine.types import Json
from tests.app.card_packs import GAME, LINES, add_pack, new_author, pack_body, pack_options
from tests.app.people import NewPerson, Person, expect_refusal, play_out, refusal_code, start_game

pytestmark = pytest.mark.backend("any")


async def preview(person: Person, written: str, format: str = "lines") -> Json:
    body = {"game": GAME, "format": format, "written": written}
    shown: Json = await person.request("POST", "/packs/preview", body)
    return shown


async def open_with(person: Person, packs: Json, **terms: Any) -> Json:
    options = {"packs": packs}
    return await person.create_table(2, game=GAME, options=options, terms={"watching": "nobody", **terms})


async def test_preview_makes_missing_letters_that_last(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    shown = await preview(author, "text,letters\nFirst,ZY\n" + LINES, "csv")
    assert shown["faults"] == []
    assert shown["cards"][0] == {"text": "First", "letters": "YZ"}
    assert all(2 <= len(card["letters"]) <= 3 for card in shown["cards"])
    assert (shown["made"], shown["memo"]) == (30, False)
    assert shown["dry_rate"] <= 0.02


async def test_preview_shows_letters_that_do_not_last_and_long_texts(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    same = [{"text": f"{'long ' * 13}{number}", "letters": "A"} for number in range(30)]
    shown = await preview(author, json.dumps(same), "json")
    assert (shown["made"], shown["dry_rate"], shown["memo"]) == (0, 1.0, True)


@pytest.mark.backend("each")
async def test_bad_lines_are_named_and_not_stored(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    bad = LINES + "\n" + "x" * 161 + "\n<b>fine</b>\n\u202eevil"
    shown = await preview(author, bad)
    assert shown["faults"] == [{"line": 31, "code": "long"}, {"line": 33, "code": "characters"}]
    await expect_refusal("bad_cards", 422, add_pack(author, written=bad))
    assert (await author.request("GET", "/packs"))["packs"] == []


async def test_guests_have_no_packs(new_person: NewPerson) -> None:
    guest = await new_person()
    await expect_refusal("no_account", 409, add_pack(guest))
    await expect_refusal("no_account", 409, preview(guest, LINES))
    pack = await add_pack(await new_author(new_person))
    await expect_refusal("pack_not_found", 404, guest.request("POST", f"/packs/{pack['code']}/copies"))


@pytest.mark.backend("each")
async def test_author_lists_changes_and_deletes_packs(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    first = await add_pack(author)
    second = await add_pack(author, language="fr")
    changed = await author.request(
        "PUT", f"/packs/{first['code']}", pack_body(title="New <b>title</b>", language="ja")
    )
    assert (changed["title"], changed["language"]) == ("New <b>title</b>", "ja")
    assert changed["name"] != first["name"]
    listed = await author.request("GET", "/packs")
    assert [(pack["code"], pack["count"]) for pack in listed["packs"]] == [
        (first["code"], 30),
        (second["code"], 30),
    ]
    assert listed["room"] == MAX_PACKS - 2
    assert await author.request("DELETE", f"/packs/{first['code']}")
    await expect_refusal("pack_not_found", 404, author.request("GET", f"/packs/{first['code']}"))
    assert [pack["code"] for pack in (await author.request("GET", "/packs"))["packs"]] == [second["code"]]


async def test_pack_is_its_owners_alone_until_it_is_shared(new_person: NewPerson) -> None:
    author, other = await new_author(new_person), await new_author(new_person)
    pack = await add_pack(author)
    link = f"/packs/{pack['code']}"
    for method, path, body in (
        ("GET", link, None),
        ("PUT", link, pack_body()),
        ("DELETE", link, None),
        ("PUT", f"{link}/sharing", {"shared": True}),
        ("POST", f"{link}/copies", None),
    ):
        await expect_refusal("pack_not_found", 404, other.request(method, path, body))
    assert (await author.request("PUT", f"{link}/sharing", {"shared": True}))["shared"]
    seen = await other.request("GET", link)
    assert (seen["cards"], seen["mine"]) == (pack["cards"], False)
    assert (await (await new_person()).request("GET", link))["title"] == pack["title"]
    await expect_refusal("pack_not_found", 404, other.request("PUT", link, pack_body()))
    await expect_refusal("pack_not_found", 404, other.request("DELETE", link))
    await author.request("PUT", f"{link}/sharing", {"shared": False})
    await expect_refusal("pack_not_found", 404, other.request("GET", link))


async def test_copy_is_improved_without_changing_the_original(new_person: NewPerson) -> None:
    author, other = await new_author(new_person), await new_author(new_person)
    pack = await add_pack(author)
    await author.request("PUT", f"/packs/{pack['code']}/sharing", {"shared": True})
    copied = await other.request("POST", f"/packs/{pack['code']}/copies")
    assert (copied["cards"], copied["mine"], copied["shared"]) == (pack["cards"], True, False)
    await other.request("PUT", f"/packs/{copied['code']}", pack_body(written=LINES + "\nOne more"))
    assert len((await author.request("GET", f"/packs/{pack['code']}"))["cards"]) == 30
    assert len((await other.request("GET", f"/packs/{copied['code']}"))["cards"]) == 31


async def test_number_of_packs_is_bounded(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    for _ in range(MAX_PACKS):
        pack = await add_pack(author)
    assert (await author.request("GET", "/packs"))["room"] == 0
    await expect_refusal("too_many_packs", 409, add_pack(author))
    await expect_refusal("too_many_packs", 409, author.request("POST", f"/packs/{pack['code']}/copies"))


async def test_game_keeps_its_cards_when_the_pack_is_changed_and_deleted(new_person: NewPerson) -> None:
    author, friend = await new_author(new_person), await new_person()
    pack = await add_pack(author)
    options = {"packs": await pack_options(author, pack["name"])}
    code = await start_game(author, friend, game=GAME, options=options)
    await author.request("PUT", f"/packs/{pack['code']}", pack_body(title="Another"))
    await author.request("DELETE", f"/packs/{pack['code']}")
    pages = [await person.open_page(code) for person in (author, friend)]
    await play_out(*pages)
    record = await friend.record(code)
    assert list(record["options"]["packs"]) == [pack["name"]]
    assert record["meta"]["packs"][pack["name"]] == {
        "title": pack["title"],
        "language": "en",
        "cards": [card["text"] for card in pack["cards"]],
    }
    list(replay(read_record(record)))
    texts = await friend.request("GET", f"/games/{GAME}/packs/{pack['name']}")
    assert texts["title"] == pack["title"]
    assert texts["cards"][0]["texts"] == {"en": "Card number 0"}
    again = await friend.create_table(2, game=GAME, options=record["options"], terms={})
    assert again["options"]["packs"] == record["options"]["packs"]


async def test_public_tables_have_the_built_in_packs_only(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    packs = await pack_options(author, (await add_pack(author))["name"])
    await expect_refusal("own_packs_private", 409, open_with(author, packs, visibility="public"))
    table = await open_with(author, packs)
    await open_with(author, packs, visibility="friends")
    terms = {**table["terms"], "visibility": "public"}
    await expect_refusal(
        "own_packs_private", 409, author.request("PUT", f"/tables/{table['code']}/terms", terms)
    )
    await open_with(author, {"jobs": await built_in(author)}, visibility="public")


async def built_in(person: Person) -> Json:
    data: Json = (await pack_options(person, "jobs"))["jobs"]
    return data


async def test_options_of_a_table_fit_the_stored_packs(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    [(name, data)] = (await pack_options(author, (await add_pack(author))["name"])).items()
    other = {"letters": ["A"] * 30, "memo": False}
    for packs in ({name: other}, {"jobs": other}, {"mine": other}, {name: data, "bar": other}):
        await expect_refusal("malformed", 422, open_with(author, packs))
    await expect_refusal("pack_not_found", 404, open_with(author, {"own-" + "0" * 32: data}))
    both = await open_with(author, {name: data, "jobs": await built_in(author)})
    assert list(both["options"]["packs"]) == ["jobs", name]


async def test_texts_of_unknown_packs(new_person: NewPerson) -> None:
    person = await new_person()
    for path in (
        "braincat/packs/own-1",
        "braincat/packs/none",
        "cat-in-the-box/packs/jobs",
        "none/packs/jobs",
    ):
        await expect_refusal("pack_not_found", 404, person.request("GET", f"/games/{path}"))


async def test_texts_are_serialized_once(new_person: NewPerson, monkeypatch: pytest.MonkeyPatch) -> None:
    author = await new_author(new_person)
    names = [(await add_pack(author))["name"] for _ in range(2)]
    serialized: list[str] = []
    as_texts = service._texts

    def record(pack: Pack, title: str) -> PackTexts:
        serialized.append(pack.name)
        return as_texts(pack, title)

    monkeypatch.setattr(service, "_texts", record)
    first, second = [
        [await author.request("GET", f"/games/{GAME}/packs/{name}") for name in names] for _ in range(2)
    ]
    assert first == second
    assert serialized == names


async def test_long_lists_are_refused_as_such(new_person: NewPerson) -> None:
    author = await new_author(new_person)
    await expect_refusal("too_big", 413, author.request("POST", "/packs", pack_body(written="x" * 100_001)))


@pytest.mark.parametrize(
    "fields",
    [
        {"title": ""},
        {"title": "\u202e"},
        {"title": "x" * 61},
        {"language": "de"},
        {"game": "cat-in-the-box"},
        {"game": "none"},
        {"format": "xml"},
        {"written": 7},
        {"extra": 1},
    ],
)
async def test_malformed_packs_are_refused(new_person: NewPerson, fields: Json) -> None:
    author = await new_author(new_person)
    code = await refusal_code(author.request("POST", "/packs", pack_body(**fields)))
    assert code == ("bad_words" if "title" in fields else "malformed")


@pytest.mark.backend("each")
async def test_account_deletion_and_export(new_person: NewPerson) -> None:
    author, friend = await new_author(new_person), await new_person()
    kept, pack = await add_pack(author), await add_pack(author)
    for one in (kept, pack):
        await author.request("PUT", f"/packs/{one['code']}/sharing", {"shared": True})
    await open_with(friend, await pack_options(friend, kept["name"]))
    exported = (await author.request("GET", "/account/data"))["packs"]
    assert [one["title"] for one in exported] == [kept["title"], pack["title"]]
    assert exported[0]["cards"][0][0] == "Card number 0"
    await author.request("POST", "/account/deletion", {"password": "correct horse"})
    for one in (kept, pack):
        await expect_refusal("pack_not_found", 404, friend.request("GET", f"/packs/{one['code']}"))
    assert (await friend.request("GET", f"/games/{GAME}/packs/{kept['name']}"))["title"] == kept["title"]
    await expect_refusal("pack_not_found", 404, friend.request("GET", f"/games/{GAME}/packs/{pack['name']}"))


@pytest.mark.backend("each")
async def test_cards_are_kept_only_while_a_pack_or_a_table_needs_them(new_person: NewPerson) -> None:
    author, other = await new_author(new_person), await new_author(new_person)
    pack = await add_pack(author)
    texts = f"/games/{GAME}/packs/{pack['name']}"
    same = await add_pack(other, title=pack["title"])
    assert same["name"] == pack["name"]
    await author.request("DELETE", f"/packs/{pack['code']}")
    assert (await other.request("GET", texts))["title"] == pack["title"]
    await other.request(
        "PUT", f"/packs/{same['code']}", pack_body(title=pack["title"], written=LINES + "\nNew")
    )
    await expect_refusal("pack_not_found", 404, other.request("GET", texts))
