"""Seats that leave and return in games whose rules know it, what that does to ratings, and outages."""

import asyncio
from collections.abc import Callable

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from app.infra.redis.presence import Presence
from app.tables.game.position import Position
from app.tables.game.service import LATEST, GameService
from app.tables.timekeeping import absence, steps
from engine.types import Move, Seat
from tests.app.braincat import BRAINCAT, begin, cat_of, reach_debate, reach_vote
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, play_out, refusal_code
from tests.app.test_rated_games import NEW, play_until_scored, ratings_after, wait_for_end
from tests.app.timekeeping import AdvanceClock, movers, wait_for_presence

pytestmark = pytest.mark.backend("any")

RATED = {"visibility": "public"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats leave soon, and the others may vote about them as soon."""
    monkeypatch.setattr(steps, "LEAVE_AFTER_S", 0.5)
    monkeypatch.setattr(steps, "RECHECK_S", 0.2)
    monkeypatch.setattr(absence.Absence, "DISCONNECTED_AFTER_S", 0.2)
    monkeypatch.setattr(absence.Absence, "AWAY_AFTER_S", 0.3)


async def until_in_play(page: Page, seats: list[int]) -> None:
    while page.view["in_play"] != seats:
        await page.next("update")


async def test_only_games_of_each_for_itself_are_rated(new_person: NewPerson) -> None:
    for mode, is_rated in (("individual", True), ("discovery", False), ("moods", False), ("teams", False)):
        ada = await new_person("Ada")
        table = await ada.create_table(6, game=BRAINCAT, options={"mode": mode}, terms=RATED)
        assert table["rated"] is is_rated, mode
    table = await ada.create_table(6, game=BRAINCAT, options={"mode": "individual"})
    assert not table["rated"], "only public games are"


async def test_finished_game_is_rated_by_places(running: Running, new_person: NewPerson) -> None:
    code, _, pages = await begin(new_person, 3, terms=RATED, mode="individual")
    await play_out(*pages)
    position = await running.tables.game.position(code, LATEST)
    found = await ratings_after(running.services, code)
    places = position.game.places(position.state)
    assert [games for _, games in found] == [1, 1, 1]
    assert places is not None
    by_place = sorted(zip(places, found, strict=True))
    points = [rating[0] for _, rating in by_place]
    assert points == sorted(points, reverse=True)


async def test_leaving_does_not_avoid_a_loss(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of three leaves after a round: the rules end the game, and who left has the last place."""
    monkeypatch.setattr(steps, "END_AFTER_S", 0.6)
    code, _, pages = await begin(new_person, 3, terms=RATED, mode="individual")
    await play_until_scored(running.services, code, pages)
    await pages[2].close()
    await wait_for_end(pages[0])
    first, second, left = await ratings_after(running.services, code)
    assert left[1] == 1
    assert left[0] < NEW[0] <= min(first[0], second[0])


async def test_cat_that_waits_for_ever_leaves_a_rated_game(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, pages = await begin(new_person, 4, terms=RATED, mode="individual")
    cat = pages.index(cat_of(pages))
    monkeypatch.setattr(absence, "IDLE_AFTER_S", 0.5)
    while not any(event["kind"] == "seat_left" for events in pages[0].log.values() for event in events):
        await pages[0].next("update")
    monkeypatch.setattr(absence, "IDLE_AFTER_S", 3600.0)
    await until_in_play(pages[0], [0, 1, 2, 3])
    events = [event for version in sorted(pages[0].log) for event in pages[0].log[version]]
    left = next(place for place, event in enumerate(events) if event["kind"] == "seat_left")
    assert events[left]["seat"] == cat
    assert next(event["cat"] for event in events[left:] if event["kind"] == "cat_found") != cat


async def test_cat_that_acts_at_the_last_moment_stays(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, pages = await begin(new_person, 4, terms=RATED, mode="individual")
    await wait_for_presence(running, code, 4)
    cat, play, decided = cat_of(pages), GameService.play_seatless, asyncio.Event()

    async def after_a_move_of_the_cat(
        service: GameService, table: str, leave: Move, still_due: Callable[[Position], bool]
    ) -> Position:
        if table != code:  # players of other tests leave meanwhile
            return await play(service, table, leave, still_due)
        monkeypatch.setattr(absence, "IDLE_AFTER_S", 3600.0)
        await cat.play_legal_move()
        position = await play(service, table, leave, still_due)
        decided.set()
        return position

    monkeypatch.setattr(GameService, "play_seatless", after_a_move_of_the_cat)
    monkeypatch.setattr(absence, "IDLE_AFTER_S", 0.0)
    running.tables.timekeeping.table_status.on_gap()  # determines who is idle again
    await decided.wait()
    assert await movers(running.services, code) == [(pages.index(cat), False)]


async def test_idle_cat_is_late_but_stays_elsewhere(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, pages = await begin(new_person, 3)
    await wait_for_presence(running, code, 3)  # who is away has no vote
    monkeypatch.setattr(absence, "IDLE_AFTER_S", 0.5)
    cat = pages.index(cat_of(pages))
    other = (cat + 1) % 3
    while not (await pages[other].next("standing"))["seats"].get(str(cat), {}).get("late"):
        pass
    for person in people:
        if person is not people[cat]:
            await person.request("PUT", f"/tables/{code}/votes", {"about": cat, "wish": "end"})
    await wait_for_end(pages[other])
    assert pages[other].table["status"] == "abandoned"


async def test_last_but_one_is_not_put_out_of_play(new_person: NewPerson) -> None:
    """Leaving would end the game; the other player decides."""
    code, people, pages = await begin(new_person, 2)
    await pages[1].close()
    while not (await pages[0].next("standing"))["seats"].get("1", {}).get("away"):
        pass
    assert pages[0].view["in_play"] == [0, 1]
    await people[0].request("PUT", f"/tables/{code}/votes", {"about": 1, "wish": "end"})
    await wait_for_end(pages[0])
    assert pages[0].table["status"] == "abandoned"


async def test_table_decides_when_a_family_is_too_small(new_person: NewPerson) -> None:
    """B32: the game goes on without the seat, unless the others vote for its end."""
    code, people, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    gone = next(seat for seat, page in enumerate(pages) if page is not cat)
    await pages[gone].close()
    observer = next(page for page in pages if page is not cat and page is not pages[gone])
    await until_in_play(observer, [seat for seat in range(6) if seat != gone])
    assert observer.table["status"] == "playing"
    majority = [person for seat, person in enumerate(people) if seat != gone][:3]
    for person in majority:
        await person.request("PUT", f"/tables/{code}/votes", {"about": gone, "wish": "end"})
    await wait_for_end(observer)
    assert observer.table["status"] == "abandoned"


async def test_outage_of_redis_returns_nobody(
    new_person: NewPerson, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, pages = await begin(new_person, 4)
    cat = await reach_debate(pages)
    gone = next(seat for seat, page in enumerate(pages) if page is not cat)
    await pages[gone].close()
    stay = [seat for seat in range(4) if seat != gone]
    await until_in_play(cat, stay)

    async def unreachable(*_: object, **__: object) -> None:
        raise RedisConnectionError

    presence: Presence = running.tables.presence
    looked = asyncio.Queue[None]()
    connected = absence.Absence.connected_seats

    async def observed(self: absence.Absence, position: Position) -> list[Seat]:
        looked.put_nowait(None)
        return await connected(self, position)

    with monkeypatch.context() as outage:
        outage.setattr(presence, "_players_script", unreachable)
        outage.setattr(presence, "_entries_script", unreachable)
        outage.setattr(absence.Absence, "connected_seats", observed)
        version = cat.version
        for _ in range(3):
            await looked.get()
    assert (await running.tables.game.position(code, LATEST)).version == version
    await people[gone].open_page(code)
    await until_in_play(cat, [0, 1, 2, 3])


async def test_late_page_learns_how_long_the_cat_thought(new_person: NewPerson) -> None:
    code, people, pages = await begin(new_person, 3)
    cat = await reach_debate(pages)
    late = await people[(pages.index(cat) + 1) % 3].open_page(code)
    update = await late.next("update")
    assert 0 <= update["step_age"] <= 1000 * 240
    times = [entry["at"] for entry in update["log"] if entry["events"]]
    assert times == sorted(times)
    assert len(times) == len(update["log"]) > 3


async def test_secret_vote_is_not_logged(new_person: NewPerson) -> None:
    code, _, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    voter = next(page for page in pages if page is not cat)
    await voter.wait_for_turn()
    version = (await voter.play({"kind": "vote", "choice": "stay"}))["version"]
    while voter.version < version:
        await voter.next("update")
    assert (voter.log[version], voter.marks[version]) == ([], set())
    late = await (await new_person("Gus")).open_page(code)
    await late.next("update")
    assert version not in late.log


BY_DAYS = {"clock": "steps_day"}


async def test_each_step_of_a_game_by_days_lasts_a_day(
    running: Running, new_person: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, pages = await begin(new_person, 3, terms=BY_DAYS, debate=60)
    cat = await reach_debate(pages)
    assert cat.step_left > 23 * 3_600_000
    await pages[0].close()  # nobody leaves who is only away
    advance_clock(24 * 3600.0 + 2)
    observer = pages[1]
    while not any(event["kind"] == "time_passed" for events in observer.log.values() for event in events):
        await observer.next("update")
    assert observer.view["in_play"] == [0, 1, 2]
    choices = (await running.tables.game.position(code, LATEST)).choices
    assert sum(choice.seat is None for choice in choices) == 1


async def test_cat_of_a_game_by_days_leaves_after_some_days(
    new_person: NewPerson, advance_clock: AdvanceClock
) -> None:
    _, _, pages = await begin(new_person, 4, terms=BY_DAYS)
    cat = pages.index(cat_of(pages))
    observer = pages[(cat + 1) % 4]
    await pages[cat].close()
    advance_clock(72 * 3600.0 + 2)
    await until_in_play(observer, [seat for seat in range(4) if seat != cat])


async def test_deleted_account_leaves_a_game_by_days(new_person: NewPerson) -> None:
    _, people, pages = await begin(new_person, 4, terms=BY_DAYS)
    cat = pages.index(await reach_debate(pages))
    deleted, observer = (cat + 1) % 4, pages[(cat + 2) % 4]
    await people[deleted].request("POST", "/account/deletion", {"password": ""})
    await until_in_play(observer, [seat for seat in range(4) if seat != deleted])


async def test_game_by_days_without_enough_players_can_be_ended(new_person: NewPerson) -> None:
    code, people, pages = await begin(new_person, 2, terms=BY_DAYS)
    await people[1].request("POST", "/account/deletion", {"password": ""})
    while not (await pages[0].next("standing"))["seats"].get("1", {}).get("away"):
        pass
    await people[0].request("PUT", f"/tables/{code}/votes", {"about": 1, "wish": "end"})
    await wait_for_end(pages[0])
    assert pages[0].table["status"] == "abandoned"


async def test_only_some_modes_can_be_played_by_days(new_person: NewPerson) -> None:
    for mode, allowed in (("discovery", True), ("individual", True), ("moods", False), ("teams", False)):
        opening = (await new_person()).create_table(6, game=BRAINCAT, options={"mode": mode}, terms=BY_DAYS)
        if allowed:
            assert (await opening)["terms"]["clock"] == "steps_day"
        else:
            assert await refusal_code(opening) == "malformed"
    assert await refusal_code((await new_person()).create_table(terms=BY_DAYS)) == "malformed"
