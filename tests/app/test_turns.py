"""My tables say where it is my turn, and since when."""

from datetime import UTC, datetime, timedelta

from app.main import put_together
from tests.app.conftest import NewPerson
from tests.app.people import Person
from tests.app.running import Running
from tests.app.test_play import begin
from tests.app.test_poll import move_on

JUST_NOW = timedelta(seconds=20)


async def turns_of(person: Person) -> dict[str, datetime]:
    """By table, since when."""
    turns = await person.ask("GET", "/turns")
    return {turn["code"]: datetime.fromisoformat(turn["since"]) for turn in turns}


async def test_where_something_waits_for_me(new_person: NewPerson) -> None:
    code, [ada, bo], [page, _] = await begin(new_person, seats=2)
    other = (await ada.open_table(2, bots="random"))["code"]
    before = await turns_of(ada)
    assert list(before) == [code], "the other table has not begun"
    assert datetime.now(UTC) - before[code] < JUST_NOW
    await page.play_on()
    assert await turns_of(ada) == {}
    assert list(await turns_of(bo)) == [code]
    await ada.start(other)
    assert other in await turns_of(ada)


async def test_until_when(new_person: NewPerson) -> None:
    _, [ada, _], _ = await begin(new_person, seats=2, terms={"clock": "day"})
    [turn] = await ada.ask("GET", "/turns")
    since, until = (datetime.fromisoformat(turn[name]) for name in ("since", "until"))
    assert until - since == timedelta(days=1)


async def test_what_another_process_did_counts(running: Running, new_person: NewPerson) -> None:
    """This one has an older position in memory."""
    code, [ada, bo], _ = await begin(new_person, seats=2)
    await running.parts.play.position(code)
    async with put_together(running.parts.settings) as other:
        before = await turns_of(bo)
        await move_on(other, code)
        await move_on(other, code)
    both = [await turns_of(person) for person in (ada, bo)]
    assert sorted(map(len, both)) == [0, 1], "one of them bids first"
    since = next(turns[code] for turns in both if turns)
    assert since >= before[code]


async def test_of_a_stranger_nobody_knows_anything(running: Running) -> None:
    async with Person(running.url) as nobody:
        response = await nobody.http.get("/api/turns")
    assert response.status_code == 401
    assert response.json() == {"code": "no_session"}
