"""A player's nights and vacations, over HTTP and on the clocks of their tables."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from app.infra.database.query import Cursor
from app.tables.time_control.presets import TIME_CONTROLS
from app.tables.timekeeping import availability_service, endpoints, repository
from app.tables.timekeeping.absence import idle_seats
from engine.types import Json, Seat
from tests.app.braincat import begin, cat_of, reach_debate
from tests.app.games import start_table
from tests.app.limits import stop_refill
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, refusal_code, start_game

pytestmark = pytest.mark.backend("any")

DAY_S = 24 * 3600.0
NOBODYS = {"zone": "UTC", "since": 0, "until": 0}


def day(ahead: int) -> date:
    return datetime.now(UTC).date() + timedelta(days=ahead)


async def book_vacation(person: Person, first: date, last: date) -> Json:
    body = {"first": first.isoformat(), "last": last.isoformat()}
    days: Json = await person.request("POST", "/me/vacations", body)
    return days


async def test_quiet_hours_are_stored_and_validated(new_person: NewPerson) -> None:
    ada = await new_person()
    assert await ada.request("GET", "/me/days") == {"quiet": NOBODYS, "vacations": [], "left": 14}
    quiet = {"zone": "Asia/Tokyo", "since": 23, "until": 7}
    assert (await ada.request("PUT", "/me/days", quiet))["quiet"] == quiet
    assert (await ada.request("GET", "/me/days"))["quiet"] == quiet
    assert (await ada.request("GET", "/account/data"))["days"][0]["quiet"] == quiet
    too_long = {"since": 7, "until": 20}
    for wrong in ({"zone": "Mars/Olympus"}, {"since": 24}, {"until": -1}, {"until": "7"}, too_long):
        assert await refusal_code(ada.request("PUT", "/me/days", {**quiet, **wrong})) == "malformed"


async def test_change_touches_turn_based_tables_only(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player with many tables must not keep the database busy by changing the quiet hours."""
    ada, bo = await new_person(), await new_person()
    await start_game(ada, bo)
    code = await start_game(ada, bo, terms={"clock": "day"})
    table = await running.tables.game.table(code)
    touched, make_due = list[int](), repository.make_due

    async def record(cursor: Cursor, one: int, moment: float) -> None:
        touched.append(one)
        await make_due(cursor, one, moment)

    monkeypatch.setattr(repository, "make_due", record)
    for _ in range(2):
        await ada.request("PUT", "/me/days", {"zone": "UTC", "since": 22, "until": 8})
    assert touched == [table.id]


async def test_players_of_many_tables_have_fewer_changes(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each makes all turn-based tables be checked: of a thousand games against bots that takes seconds."""
    monkeypatch.setattr(endpoints, "TABLES_PER_TOKEN", 1)
    ada = await new_person()
    for _ in range(2):
        code = (await ada.create_table(2, bots="random", terms={"clock": "day"}))["code"]
        await ada.start(code)
    stop_refill(monkeypatch, running, "availability", burst=7)
    for hour in (5, 5, 6):  # the second one changes nothing
        await ada.request("PUT", "/me/days", {**NOBODYS, "until": hour})
    assert await refusal_code(ada.request("PUT", "/me/days", {**NOBODYS, "until": 7})) == "too_fast"


async def test_vacations_are_stored_and_limited(new_person: NewPerson) -> None:
    ada = await new_person()
    # within one calendar year
    start = date(day(0).year + 1, 1, 1) if day(40).year > day(0).year else day(1)
    long, short = timedelta(days=13), timedelta(days=1)
    taken = await book_vacation(ada, start, start + short)
    assert taken["vacations"] == [{"first": start.isoformat(), "last": (start + short).isoformat()}]
    again = start + timedelta(days=20)
    assert await refusal_code(book_vacation(ada, again, again + long)) == "too_many_days_off"
    assert await refusal_code(book_vacation(ada, start + short, again)) == "malformed", "more than 14 days"
    assert await refusal_code(book_vacation(ada, start + short, start + 2 * short)) == "too_many_days_off", (
        "overlapping"
    )
    assert await refusal_code(book_vacation(ada, day(-1), day(0))) == "too_many_days_off", "in the past"
    assert await refusal_code(book_vacation(ada, day(500), day(501))) == "too_many_days_off"
    assert await refusal_code(ada.request("POST", "/me/vacations", {"first": 0, "last": 1})) == "malformed"
    assert (await ada.request("DELETE", f"/me/vacations/{start}"))["vacations"] == []


async def test_days_of_a_vacation_count_in_their_own_years(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the year after the one in which it begins."""
    monkeypatch.setattr(availability_service, "MAX_DAYS_AHEAD", timedelta(days=3 * 366))
    ada, new_year, one = await new_person(), date(day(0).year + 2, 1, 1), timedelta(days=1)
    await book_vacation(ada, new_year + 9 * one, new_year + 21 * one)  # all but one of the year's days
    two_more = book_vacation(ada, new_year - one, new_year + one)
    assert await refusal_code(two_more) == "too_many_days_off"
    await book_vacation(ada, new_year - 2 * one, new_year)


@pytest.mark.backend("each")
async def test_concurrent_changes_are_both_kept(new_person: NewPerson) -> None:
    ada = await new_person()
    await asyncio.gather(*(book_vacation(ada, day(ahead), day(ahead)) for ahead in (2, 4, 6)))
    assert len((await ada.request("GET", "/me/days"))["vacations"]) == 3


async def test_current_vacation_can_be_canceled(new_person: NewPerson) -> None:
    ada = await new_person()
    days = await book_vacation(ada, day(0), day(0))
    assert len(days["vacations"]) == 1
    assert days["left"] == 13
    await ada.request("DELETE", f"/me/vacations/{day(0)}")
    assert (await ada.request("GET", "/me/days"))["left"] == 14, "canceled on its first day"


async def test_step_of_a_day_waits_for_a_vacation(running: Running, new_person: NewPerson) -> None:
    """And so does the table for a cat that lets it wait in a step without a limit."""
    code, people, pages = await begin(new_person, 3, terms={"clock": "steps_day"})
    cat = pages.index(cat_of(pages))
    await book_vacation(people[cat], day(0), day(3))
    position = await running.tables.game.position(code)
    assert idle_seats(position, position.step_began_at + 4 * DAY_S) == set()
    assert idle_seats(position, position.step_began_at + 8 * DAY_S) == {cat}
    await reach_debate(pages)
    assert pages[cat].step_left <= DAY_S * 1000, "the cat does not debate"
    await book_vacation(people[cat - 1], day(0), day(3))
    page = await people[cat - 2].open_page(code)
    await page.next("update")
    assert page.step_left > 3 * DAY_S * 1000
    while pages[cat - 2].step_left <= 3 * DAY_S * 1000:
        await pages[cat - 2].next("update")


@pytest.mark.backend("each")
async def test_changes_apply_at_once(running: Running, new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, terms={"clock": "day"})
    assert pages[0].clocks["0"]["left"] == pytest.approx(TIME_CONTROLS["day"].move_s * 1000, abs=5000)
    await book_vacation(people[0], day(0), day(3))
    position = await running.tables.game.position(code)
    assert position.table.seats[Seat(0)].availability.vacations
    for page in (pages[1], await people[1].open_page(code)):  # also one that was open before
        await page.next("update")
        assert page.clocks["0"]["left"] > 3 * TIME_CONTROLS["day"].move_s * 1000
        assert page.clocks["1"]["left"] <= TIME_CONTROLS["day"].move_s * 1000
