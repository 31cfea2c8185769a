"""Names reserved for accounts: confusable names, and names that were given up recently."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import bindparam, delete

from app.core.errors import AppError, RenamedOften
from app.infra.database.engine import now
from app.infra.database.models import GuestNameRow, HeldNameRow
from app.infra.database.query import Command
from app.players.accounts.errors import BadName, LinkInName, ReservedName
from app.players.accounts.lookalikes import comparison_keys, name_digests, skeleton_of
from app.players.accounts.name_backfill import NameBackfill
from app.players.accounts.name_policy import check_name, is_reserved
from app.players.accounts.names import clean_name, disambiguate
from app.players.accounts.naming import MAX_RESTING, REST_PERIOD, NameReservations
from app.players.bans import repository as bans_repository
from engine.types import Json
from tests.app.accounts import PASSWORD, create_account, session_of
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, refusal_code

pytestmark = pytest.mark.backend("any")

HONEST = [
    "Nguyễn Thị Ánh",
    "สมชาย",
    "น้ำทิพย์",
    "श्रीमती ज़ैनब",
    "ख़ाँ",
    "عَبْدُ اللَّٰه",
    "محمّد",
    "מֹשֶׁה",
    "さくら",
    "ぱんだ",
    "Ọlọ́run",
    "Ėglė",
    "J.R. Tolkien",
    "O'Neil",
    "Jean-Luc",
    "Bo T",
    "Ghost",
    "Badminton Bo",
    "Host Club",
    "ホット",
    "Madison",
    "Young",
    "Toit",
    "1️⃣ Bo",
    "🐱 Cat",
    "Bobot",
    "གསེར",
]
RESERVED = [
    "Administrator",
    "ADMIN",
    "A d m i n",
    "Adm1n",
    "@dmin",
    "Boxcats Admin",
    "The Ad\u200cmin",
    "The Ad\u1dc4min",
    "The AdMin",
    "The Moderator",
    "Аdmin",
    "АDМІN",
    "Modératrice",
    "moderateur Zoé",
    "Hôte",
    "hote",
    "Système",
    "Ancien joueur",
    "管理者",
    "運営スタッフ",
    "ボット 2",
    "公式",
    "Bot",
    "b0t",
    "Bot 3",
    "Host",
    "System",
    "Boxcats",
    "Former player",
    "You",
]
LINKS = [
    "discord.gg/abc",
    "discord gg/abc",
    "www.evil",
    "eve@evil.com",
    "evil。com",
    "ｅｖｉｌ．ｃｏｍ",
    "https://x",
    "1.2.3.4",
    "evil.\U000e0100com",
]
PILES = [
    "A" + "\u0301" * 17 + "b",
    "Adq\u0301\u0302\u0303",
    "x\u20dd\u20dd\u20ddy",
    "xy" + "\u0302\u0302\u200c" * 6,
    "ก\u0e49\u0e49\u0e49\u0e49",
]


def verdict(name: str) -> type[AppError] | None:
    try:
        check_name(clean_name(name))
    except AppError as error:
        return type(error)
    return None


@pytest.mark.parametrize("name", HONEST)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert verdict(name) is None


@pytest.mark.parametrize("name", RESERVED)
def test_names_that_claim_authority_are_refused(name: str) -> None:
    assert verdict(name) is ReservedName
    assert is_reserved(name.upper())


@pytest.mark.parametrize("name", ["BoxcatsAdmin", "TheModerator", "xxADMINISTRATORxx", "superadministrateur"])
def test_reserved_terms_within_words_are_refused(name: str) -> None:
    assert verdict(name) is ReservedName


@pytest.mark.parametrize("name", LINKS)
def test_links_are_refused_as_names(name: str) -> None:
    assert verdict(name) is LinkInName


@pytest.mark.parametrize("name", PILES)
def test_stacked_combining_marks_are_refused(name: str) -> None:
    assert verdict(name) is BadName


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Аnna"),
        ("Iris", "lris"),
        ("ANNA", "ΑΝΝΑ"),
        ("Bo 10", "Bo IO"),
        ("カ力", "力カ"),
        ("maus", "rnaus"),
        ("Anna", "An\U000e0100na"),
        ("Anna", "An\u180bna"),
        ("Anna", "An\u200dna"),
    ],
)
def test_confusable_names_have_the_same_key(name: str, other: str) -> None:
    assert skeleton_of(name) == skeleton_of(other)
    assert comparison_keys(name) & comparison_keys(other)
    assert disambiguate([name, other]) == [name, f"{other} 2"]


@pytest.mark.parametrize(
    ("name", "other"), [("Lia", "Ila"), ("Zoë", "Zoe"), ("Bob", "Rob"), ("ハル", "バル")]
)
def test_distinct_names_have_different_keys(name: str, other: str) -> None:
    assert not comparison_keys(name) & comparison_keys(other)


async def rename(person: Person, name: str) -> str:
    """Renames the player and returns the resulting name."""
    me: Json = await person.request("PATCH", "/me", {"name": name})
    return str(me["name"])


async def test_refusals_have_codes(new_person: NewPerson) -> None:
    ada = await new_person("Ada Refused")
    for name, code in (
        ("discord.gg/abc", "link_in_name"),
        ("Administrator", "reserved_name"),
        (PILES[0], "bad_name"),
    ):
        assert await refusal_code(ada.request("PATCH", "/me", {"name": name})) == code
        assert (
            await refusal_code(ada.request("POST", "/account", {"name": name, "password": PASSWORD})) == code
        )
    assert (await ada.request("GET", "/me"))["name"] == "Ada Refused"


async def test_guests_cannot_take_names_confusable_with_accounts(new_person: NewPerson) -> None:
    ada, eve = await new_person(), await new_person()
    await create_account(ada, "Irina Looks")
    body = {"name": "lrina Lооks"}  # a small L, and two letters of Cyrillic
    assert await refusal_code(eve.request("PATCH", "/me", body)) == "name_taken"
    assert await refusal_code(eve.request("POST", "/account", {**body, "password": PASSWORD})) == "name_taken"
    await create_account(eve, "Eve Looks")
    assert await refusal_code(eve.request("PATCH", "/me", body)) == "name_taken"


@pytest.mark.backend("each")
async def test_concurrent_claims_of_confusable_names_have_one_winner(new_person: NewPerson) -> None:
    people = [await new_person() for _ in range(4)]
    names = ["Olga Race", "Оlga Race", "Olga Rаce", "Оlga Rаce"]
    answers = await asyncio.gather(
        *(
            one.http.post("/api/account", json={"name": name, "password": PASSWORD})
            for one, name in zip(people, names, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


async def test_guest_is_renamed_when_an_account_takes_the_name(new_person: NewPerson) -> None:
    guest, other, ada = await new_person("Anna Way"), await new_person("ANNA WAY"), await new_person()
    code = (await guest.create_table(2))["code"]
    page = await other.open_page(code)
    await create_account(ada, "Anna Way")
    assert (await guest.request("GET", "/me"))["name"] == "Anna Way 2"
    assert (await other.request("GET", "/me"))["name"] == "ANNA WAY 2"
    while page.table["seats"][0]["name"] != "Anna Way 2":
        await page.next("table")
    assert not page.table["seats"][0]["account"]
    await ada.sit(code, 1)
    await page.next("table")
    assert [seat["account"] for seat in page.table["seats"]] == [False, True]
    assert (await ada.request("GET", "/me"))["name"] == "Anna Way"


@pytest.mark.backend("each")
async def test_renamed_guest_gets_a_free_number(new_person: NewPerson) -> None:
    guest, ada, bo = await new_person("Second Anna"), await new_person(), await new_person()
    await create_account(bo, "Second Anna 2")
    await create_account(ada, "Second Anna")
    assert (await guest.request("GET", "/me"))["name"] == "Second Anna 3"


async def test_freed_name_stays_reserved_for_a_while(running: Running, new_person: NewPerson) -> None:
    ada, eve = await new_person(), await new_person()
    await create_account(ada, "Ada Rests")
    await rename(ada, "Ada Elsewhere")
    for name in ("Ada Rests", "adа rests"):  # in Cyrillic
        assert await refusal_code(eve.request("PATCH", "/me", {"name": name})) == "name_taken"
        assert (
            await refusal_code(eve.request("POST", "/account", {"name": name, "password": PASSWORD}))
            == "name_taken"
        )
    assert await rename(ada, "Ada Rests") == "Ada Rests", "the former owner may take it back"
    await rename(ada, "Ada Elsewhere")
    later = NameReservations(lambda: now() + REST_PERIOD + timedelta(hours=1))
    async with running.infra.database.write() as cursor:
        await later.reserve_for_guest(cursor, session_of(running, eve).player, "Ada Rests")


async def test_name_of_a_deleted_account_is_reserved_as_a_hash(
    running: Running, new_person: NewPerson
) -> None:
    ada, eve = await new_person(), await new_person()
    await create_account(ada, "Ada Deleted")
    await ada.request("POST", "/account/deletion", {"password": PASSWORD})
    assert await refusal_code(eve.request("PATCH", "/me", {"name": "Ada Deleted"})) == "name_taken"
    async with running.infra.database.engine.connect() as connection:
        rows = await connection.exec_driver_sql("SELECT * FROM held_names")
        assert "Deleted" not in "".join(map(repr, rows))


async def test_reserved_names_of_an_account_are_limited(running: Running, new_person: NewPerson) -> None:
    """However often an account is renamed."""
    ada = await new_person()
    await create_account(ada, "Ada Collects")
    player = session_of(running, ada).player
    for number in range(MAX_RESTING // 2):
        await rename_account(running, player, f"Collected {number}")
    with pytest.raises(RenamedOften):
        await rename_account(running, player, "Collected too many")
    await rename_account(running, player, "Collected 0")


async def rename_account(server: Running, player: UUID, name: str) -> None:
    async with server.infra.database.write() as cursor:
        await NameReservations().reserve_for_account(cursor, player, name)


async def test_second_rename_makes_no_refused_name_of_an_allowed_one(new_person: NewPerson) -> None:
    for allowed, refused, code in (
        ("the ad min", "the admin", "reserved_name"),
        ("x. com", "x.com", "link_in_name"),
    ):
        eve = await new_person(allowed)
        assert await refusal_code(eve.request("PATCH", "/me", {"name": refused})) == code


async def test_renames_per_day_are_limited(new_person: NewPerson) -> None:
    eve = await new_person()
    names = [f"{word} Eve" for word in ("come", "to", "my", "table", "it", "is", "fine")]
    codes = [(await eve.http.patch("/api/me", json={"name": name})).json().get("code") for name in names]
    assert codes == [None] * 5 + ["renamed_often"] * 2
    free = await new_person()
    for _ in range(8):
        assert await refusal_code(free.request("PATCH", "/me", {"name": "Admin"})) == "reserved_name"
    assert await rename(free, "Eve Counted") == "Eve Counted", "refused names do not count"


@pytest.mark.backend("each")
async def test_muted_player_cannot_change_the_name(running: Running, new_person: NewPerson) -> None:
    eve = await new_person("Eve Muted")
    bans = running.players.bans
    async with running.infra.database.write() as cursor:
        player = session_of(running, eve).player
        await bans_repository.ban_player(cursor, player, "Eve Muted", None, muted=True, why="rude")
    await bans.reload()
    assert await refusal_code(eve.request("PATCH", "/me", {"name": "Rude Words"})) == "muted"
    body = {"name": "Rude Words", "password": PASSWORD}
    assert await refusal_code(eve.request("POST", "/account", body)) == "muted"
    assert (await eve.request("GET", "/me"))["name"] == "Eve Muted"
    await create_account(eve, "Eve Muted")


@pytest.mark.backend("each")
async def test_rows_of_the_previous_version_are_backfilled(running: Running, new_person: NewPerson) -> None:
    """Accounts without reserved names and guests without rows: both are found, and guests are renamed."""
    ada, guest, eve = await new_person(), await new_person("Ada Olden"), await new_person()
    players = [session_of(running, one).player for one in (ada, guest)]
    async with running.infra.database.write() as cursor:
        await cursor.execute(_without(GuestNameRow), player=players[1])
    await create_account(ada, "Ada Olden")
    async with running.infra.database.write() as cursor:
        await cursor.execute(_without(HeldNameRow), player=players[0])
    assert (await guest.request("GET", "/me"))["name"] == "Ada Olden"
    upkeep = NameBackfill(running.infra.database, running.infra.pubsub, NameReservations())
    await upkeep.run()
    await upkeep.close()
    assert (await guest.request("GET", "/me"))["name"] == "Ada Olden 2"
    assert await refusal_code(eve.request("PATCH", "/me", {"name": "Аda Olden"})) == "name_taken"


def _without(model: Any) -> Command:
    return Command(delete(model.__table__).where(model.__table__.c.player_id == bindparam("player")))


def test_keys_do_not_reveal_names() -> None:
    assert all(len(key) == 32 for key in name_digests("Ada"))
    assert name_digests("Ada").name_key != name_digests("Ada").skeleton
