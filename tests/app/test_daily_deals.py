"""Daily deals: the same for everybody, one try each, results once played, proof after the day."""

from datetime import date, timedelta
from secrets import randbelow
from typing import Any

import pytest
from sqlalchemy import select

from app.core.errors import Busy
from app.events.daily_deals import repository, service, standings
from app.events.daily_deals.deals import daily_games, deal_of, listed_games, reveal_time
from app.events.daily_deals.repository import EndedTry
from app.events.daily_deals.settlement import final_columns
from app.infra.database.query import ValueQuery
from app.infra.database.schema import DAILY_TRIES
from app.infra.rate_limits import Caller
from app.infra.worker_pool import WorkerPool
from app.players.ratings.repository import count_results
from app.tables.game import bot_choice
from engine.shuffle import commitment, seed_from
from tests.app.accounts import PASSWORD, copy_session, create_account, session_of
from tests.app.daily_deals import CAT, LITE, Calendar, deal, finish_daily, play_daily, start_daily
from tests.app.friends import follow
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, play_out
from tests.security.same_deals import code_of, listed


async def account(new_person: NewPerson, name: str) -> Person:
    person = await new_person()
    await create_account(person, f"{name} {randbelow(10**15)}")
    return person


async def test_deal_and_bots_are_the_same_for_everybody(new_person: NewPerson, calendar: Calendar) -> None:
    """Also if one player waits before the first move: the bots wait, too."""
    ada, bo = [await account(new_person, name) for name in ("Ada", "Bo")]
    codes = [await start_daily(person, calendar, CAT) for person in (ada, bo)]
    pages = [await person.open_page(code) for person, code in zip((ada, bo), codes, strict=True)]
    await play_out(pages[1])
    await play_out(pages[0])
    records = [await person.record(code) for person, code in zip((ada, bo), codes, strict=True)]
    assert records[0]["moves"] == records[1]["moves"]
    assert records[0]["seed"] == records[1]["seed"]
    assert codes[0] != codes[1]


async def test_try_is_resumed_and_cannot_be_repeated(new_person: NewPerson, calendar: Calendar) -> None:
    """From another device, too; the result has a place among accounts, and friends are listed."""
    ada, bo, guest = await account(new_person, "Ada"), await account(new_person, "Bo"), await new_person()
    await follow(ada, bo)
    await follow(bo, ada)
    code = await start_daily(ada, calendar)
    async with copy_session(ada) as elsewhere:
        assert await start_daily(elsewhere, calendar) == code
    assert (await deal(ada, calendar.today))["mine"]["status"] == "running"
    await play_daily(ada, calendar)
    with pytest.raises(Refusal) as refused:
        await start_daily(ada, calendar)
    assert refused.value.code == "daily_deal_played"
    for other in (bo, guest):
        await play_daily(other, calendar)
    seen = await deal(ada, calendar.today)
    score = seen["mine"]["score"]
    assert (seen["mine"]["place"], seen["players"]) == (1, 3)
    assert seen["results"]["scores"] == [{"score": score, "players": 2}]
    assert seen["results"]["guest_scores"] == [{"score": score, "players": 1}]
    assert [one["place"] for one in seen["results"]["friends"]] == [1, 1]
    assert code in {one["code"] for one in seen["results"]["best"]}
    assert "place" not in (await deal(guest, calendar.today))["mine"]


async def test_daily_games_are_unrated_and_unlisted(new_person: NewPerson, calendar: Calendar) -> None:
    ada = await account(new_person, "Ada")
    code = await play_daily(ada, calendar)
    table = await ada.request("GET", f"/tables/{code}")
    assert (table["rated"], table["terms"]["visibility"]) == (False, "link")
    assert code not in await listed(ada)
    assert code in await listed(ada, "?mine=true")
    handle = next(seat["handle"] for seat in table["seats"] if seat["you"])
    assert code not in (await ada.http.get(f"/api/people/{handle}")).text


async def test_players_who_do_not_follow_back_are_no_friends(
    new_person: NewPerson, calendar: Calendar
) -> None:
    ada, bo = await account(new_person, "Ada"), await account(new_person, "Bo")
    await follow(ada, bo)
    for person in (ada, bo):
        await play_daily(person, calendar)
    assert len((await deal(ada, calendar.today))["results"]["friends"]) == 1, "her own result"


async def test_daily_games_count_in_no_statistics(
    running: Running, new_person: NewPerson, calendar: Calendar
) -> None:
    ada = await account(new_person, "Ada")
    await play_daily(ada, calendar)
    await running.tables.result_recorder.catch_up()
    async with running.infra.database.read() as cursor:
        assert await count_results(cursor, session_of(running, ada).player) == 0


async def test_commitment_is_public_before_the_day_and_proves_the_deal(
    running: Running,
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    ada = await account(new_person, "Ada")
    promised = (await ada.request("GET", "/daily"))["next"]
    await calendar.next_day()
    found = await deal(ada, calendar.today)
    assert {one["game"]: one["commitment"] for one in promised}[LITE] == found["commitment"]
    await running.tables.commitments.publish()
    assert (await deal(ada, calendar.today))["published"]
    code = await play_daily(ada, calendar)
    fairness, seed = (record := await ada.record(code))["fairness"], record["seed"]
    assert found["secret"] == ""
    await calendar.next_day()
    revealed = await deal(ada, calendar.today - timedelta(days=1))
    secret = bytes.fromhex(revealed["secret"])
    assert commitment(secret).hex() == revealed["commitment"] == fairness["commitment"]
    assert seed_from(secret, revealed["name"], [b""] * revealed["seats"]).hex() == seed
    assert fairness["table"] == revealed["name"]


async def test_past_days_are_played_unranked_and_others_not_at_all(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    ada = await account(new_person, "Ada")
    day = calendar.today

    async def refusal(at: object, game: str = LITE) -> str:
        return await code_of(ada, "POST", f"/daily/{game}", {"day": str(at)})

    assert await refusal(day + timedelta(days=1)) == "daily_deal_closed"
    assert await refusal(day, "braincat") == "daily_deal_not_found"
    assert await refusal("2010-01-01") == "daily_deal_not_found"
    assert await refusal("1999-01-01") == "malformed"
    assert await code_of(ada, "GET", f"/daily?day={day + timedelta(days=1)}") == "daily_deal_not_found"
    await calendar.next_day(hour=0)  # the day is over, and games that began on it may still end
    assert await refusal(day) == "daily_deal_closed"
    await calendar.set(calendar.today, hour=2)
    assert await refusal(day) == await refusal(day) == ""
    past = await ada.request("GET", f"/daily/days?before={calendar.today}")
    assert past["days"][0] == {
        "day": day.isoformat(),
        "deals": [{"game": game, "played": False} for game in (CAT, LITE)],
    }
    assert "mine" not in await deal(ada, day)


async def test_past_days_are_listed_page_by_page(
    new_person: NewPerson, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that holds all days says that there are no more."""
    ada = await new_person()
    for _ in range(2):
        await calendar.next_day()

    async def page(size: int) -> tuple[int, bool]:
        monkeypatch.setattr(standings, "PAGE_DAYS", size)
        found = await ada.request("GET", f"/daily/days?before={calendar.today}")
        return len(found["days"]), found["more"]

    every, more = await page(1000)
    assert not more
    assert await page(every) == (every, False)
    assert await page(every - 1) == (every - 1, True)


async def test_games_are_in_the_order_of_every_list(new_person: NewPerson, calendar: Calendar) -> None:
    ada, day = await new_person(), calendar.today
    await calendar.next_day()
    games = [game["key"] for game in await ada.request("GET", "/games") if game["key"] in daily_games()]
    today, past = await ada.request("GET", "/daily"), await ada.request("GET", "/daily/days")
    assert past["days"][0]["day"] == day.isoformat()
    for deals in (today["deals"], today["next"], past["days"][0]["deals"]):
        assert [one["game"] for one in deals] == games
    assert listed_games(["a game of the past", *reversed(games)]) == [*games, "a game of the past"]


async def test_past_day_does_not_announce_the_next_deals(new_person: NewPerson, calendar: Calendar) -> None:
    ada, day = await new_person(), calendar.today
    await calendar.next_day()
    assert (await ada.request("GET", f"/daily?day={day}"))["next"] == []
    assert (await ada.request("GET", "/daily"))["next"] != []


async def test_game_counts_for_the_day_on_which_it_began(new_person: NewPerson, calendar: Calendar) -> None:
    ada = await account(new_person, "Ada")
    code, day = await start_daily(ada, calendar), calendar.today
    await calendar.next_day(hour=0)
    assert (await finish_daily(ada, code, day))["mine"]["place"] == 1
    assert "mine" not in await deal(ada, calendar.today)


@pytest.mark.parametrize(("after_reveal", "ranked"), [(timedelta(seconds=-1), True), (timedelta(), False)])
def test_game_that_ends_after_the_reveal_is_not_ranked(after_reveal: timedelta, ranked: bool) -> None:
    day = date(2026, 1, 31)
    ended = EndedTry(1, day, [[7, 1]], [], False, True, reveal_time(day) + after_reveal)
    assert final_columns(ended) == {"of_try": 1, "score": 7, "ranked": ranked, "substituted": False}


async def test_guests_of_an_address_have_few_tries(
    new_person: NewPerson,
    calendar: Calendar,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Deleting a guest does not give another one; accounts have no such bound."""
    monkeypatch.setattr(service, "GUEST_TRIES_OF_ADDRESS", 1)
    first = await new_person()
    await start_daily(first, calendar)
    late = await new_person()
    with pytest.raises(Refusal) as refused:
        await start_daily(late, calendar)
    assert (refused.value.code, refused.value.status) == ("too_many_guest_tries", 403)
    await first.request("POST", "/account/deletion", {"password": ""})
    with pytest.raises(Refusal, match="too_many_guest_tries"):
        await start_daily(late, calendar)
    await start_daily(await account(new_person, "Ada"), calendar)
    await start_daily(late, calendar, CAT)


async def test_final_result_is_stored_once(
    running: Running, new_person: NewPerson, calendar: Calendar
) -> None:
    """A process that read the player's state before another one settled the try changes nothing."""
    ada = await account(new_person, "Ada")
    await play_daily(ada, calendar)
    settled = (await deal(ada, calendar.today))["mine"]
    own = select(DAILY_TRIES.c.id).where(DAILY_TRIES.c.day == calendar.today)
    async with running.infra.database.write() as cursor:
        for number in await cursor.fetch_all(ValueQuery[int](own)):
            late = {"of_try": number, "score": 99, "ranked": False, "substituted": True}
            await repository.settle(cursor, [late])
    assert (await deal(ada, calendar.today))["mine"] == settled


async def test_moves_of_the_substitute_mark_a_try(
    running: Running,
    new_person: NewPerson,
    calendar: Calendar,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bots' places in the workers are asked for several times before."""
    calls = 0

    async def busy(*_: Any, caller: Caller, **__: Any) -> None:
        nonlocal calls
        calls += caller.player == player  # not those of other tests, whose bots may still play
        raise Busy

    monkeypatch.setattr(WorkerPool, "call", busy)
    monkeypatch.setattr(bot_choice, "RETRY_S", 0)
    ada = await account(new_person, "Ada")
    player = session_of(running, ada).player
    await play_daily(ada, calendar)
    assert calls % bot_choice.SHARED_DEAL_ATTEMPTS == 0
    assert (await deal(ada, calendar.today))["mine"]["substituted"]


async def test_deal_of_another_key_is_replaced_until_it_is_played(
    running: Running,
    new_person: NewPerson,
    calendar: Calendar,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once played, it is the same for everybody and is revealed with the key it was made of."""
    ada, bo = await account(new_person, "Ada"), await account(new_person, "Bo")
    await play_daily(ada, calendar)
    before = [(await deal(ada, calendar.today, game))["commitment"] for game in (LITE, CAT)]
    for one in (running.events.deal_publisher, running.events.daily_deals):
        monkeypatch.setattr(one, "_key", "another key")
    await calendar.set(calendar.today)
    after = [(await deal(ada, calendar.today, game))["commitment"] for game in (LITE, CAT)]
    assert after[0] == before[0]
    assert after[1] == deal_of("another key", calendar.today, CAT).commitment.hex() != before[1]
    await play_daily(bo, calendar)
    assert (await deal(bo, calendar.today))["results"]["scores"][0]["players"] == 2
    await calendar.next_day()
    revealed = await deal(ada, calendar.today - timedelta(days=1))
    assert commitment(bytes.fromhex(revealed["secret"])).hex() == before[0]


async def test_deleted_player_leaves_a_score_without_a_name(
    new_person: NewPerson,
    calendar: Calendar,
) -> None:
    ada, bo = await account(new_person, "Ada"), await account(new_person, "Bo")
    code = await play_daily(ada, calendar)
    data = (await ada.http.get("/api/account/data")).json()["daily_deals"]
    assert [(one["day"], one["game"], one["ranked"]) for one in data] == [
        (calendar.today.isoformat(), LITE, True)
    ]
    await ada.request("POST", "/account/deletion", {"password": PASSWORD})
    await play_daily(bo, calendar)
    results = (await deal(bo, calendar.today))["results"]
    assert results["scores"][0]["players"] == 2
    assert code not in {one["code"] for one in results["best"]}
