"""Requests that are sent at the same time gain no more than one after the other."""

from collections import Counter

import pytest

from app.archive.notes import service as notes
from app.core.token_bucket import Rate
from app.events.daily_deals.service import GUEST_TRIES_OF_ADDRESS
from app.infra.rate_limits import ClientLimit
from app.tables.card_packs.service import MAX_PACKS
from tests.app.accounts import create_account
from tests.app.card_packs import add_pack, new_author
from tests.app.daily_deals import Calendar, start_daily
from tests.app.local_server import Running
from tests.app.nights import create_night, join_night, night_info, started_night
from tests.app.people import NewPerson, start_game
from tests.app.puzzles import answer, best, upcoming, worst
from tests.security.crowds import refusal_codes


async def test_puzzle_is_judged_once(new_person: NewPerson) -> None:
    """A player who sends all moves at once learns the best one, but is rated for the first alone."""
    person = await new_person()
    key = (await upcoming(person))["puzzle"]["key"]
    codes = await refusal_codes([answer(person, key, move(key)) for move in (worst, best) * 4])
    assert codes == ["puzzle_answered"] * 4, "repetitions of the first answer have its outcome"
    assert (await upcoming(person))["standing"]["answered"] == 1


async def test_person_joins_a_night_once(new_person: NewPerson) -> None:
    host = await new_person()
    code = await create_night(host)
    assert await refusal_codes([join_night(host, code) for _ in range(4)]) == ["already_joined"] * 3
    assert len((await night_info(host, code))["people"]) == 1


async def test_night_starts_once(new_person: NewPerson) -> None:
    host = await new_person()
    code = await create_night(host)
    await join_night(host, code)
    starts = [host.request("POST", f"/nights/{code}/start") for _ in range(4)]
    assert await refusal_codes(starts) == ["night_started"] * 3


async def test_last_seat_of_a_night_is_taken_once(new_person: NewPerson) -> None:
    """By latecomers, while its only table plays."""
    host = await new_person()
    code = await started_night(host, deals=4)
    late = [await new_person() for _ in range(4)]
    assert await refusal_codes([join_night(one, code) for one in late]) == ["night_full"] * 3
    assert len((await night_info(host, code))["people"]) == 2


async def test_daily_deal_is_begun_once(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    person = await new_person()
    await calendar.set(calendar.today)
    tables = {await one for one in [start_daily(person, calendar) for _ in range(2)]}
    assert await refusal_codes([start_daily(person, calendar) for _ in range(4)]) == []
    assert tables == {await start_daily(person, calendar)}


async def test_guests_of_an_address_begin_no_more_tries_at_once(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    guests = [await new_person() for _ in range(GUEST_TRIES_OF_ADDRESS + 4)]
    codes = await refusal_codes([start_daily(guest, calendar) for guest in guests])
    assert Counter(codes) == {"too_many_guest_tries": 4}


async def test_author_copies_no_more_packs_at_once(new_person: NewPerson) -> None:
    author, fan = await new_author(new_person), await new_author(new_person)
    code = (await add_pack(author))["code"]
    await author.request("PUT", f"/packs/{code}/sharing", {"shared": True})
    copies = [fan.request("POST", f"/packs/{code}/copies") for _ in range(MAX_PACKS + 4)]
    assert await refusal_codes(copies) == ["too_many_packs"] * 4
    assert len((await fan.request("GET", "/packs"))["packs"]) == MAX_PACKS


async def test_player_writes_no_more_notes_at_once(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "MAX_NOTES", 2)
    person = await new_person()
    code = await start_game(person, seats=2, bots="random")
    page = await person.open_page(code)
    for _ in range(3):
        await page.play_legal_move()
    writing = [person.request("PUT", f"/tables/{code}/notes/{ply}", {"text": "x"}) for ply in range(4)]
    assert await refusal_codes(writing) == ["too_many_notes"] * 2


async def test_renames_of_an_account_take_turns(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds its new name and releases the one before; two at once locked each other's rows."""
    monkeypatch.setattr(running.infra.limits, "names", ClientLimit(Rate(99, 1), 99))
    for account in range(4):
        person = await new_person()
        await create_account(person, f"Renamed {account}")
        renames = [person.request("PATCH", "/me", {"name": f"Turn {account} {turn}"}) for turn in range(6)]
        assert await refusal_codes(renames) == []
