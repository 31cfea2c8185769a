"""Braincat on the server: moves of everybody at once, moves of no seat and its packs."""

import pytest

from app.tables.timekeeping import steps
from engine.record import read_record, replay
from tests.app.braincat import BRAINCAT, begin, reach_debate, reach_vote
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, play_out
from tests.app.timekeeping import AdvanceClock

pytestmark = pytest.mark.backend("any")


@pytest.mark.parametrize(("mode", "seats"), [("discovery", 3), ("moods", 2), ("individual", 3), ("teams", 6)])
async def test_a_whole_game_of_each_mode(new_person: NewPerson, mode: str, seats: int) -> None:
    code, people, pages = await begin(new_person, seats, mode=mode)
    await play_out(*pages)
    record = await people[0].record(code)
    assert record["options"]["mode"] == mode
    assert list(record["options"]["packs"]) == ["ads", "bar", "jobs"]
    list(replay(read_record(record)))
    document = await people[-1].request("GET", f"/replays/{code}")
    assert len(document["steps"]) == len(record["moves"])


@pytest.mark.backend("each")
async def test_votes_of_all_at_once(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 4)
    cat = await reach_debate(pages)
    family = [page for page in pages if page is not cat]
    turns = [page.turn for page in family]
    for page, turn in zip(family, turns, strict=True):
        await page.play({"kind": "vote", "choice": "red"}, turn)
    while len(family[0].view["debate"]["votes"]) < 3:
        await family[0].next("update")
    assert (await cat.play({"kind": "vote", "choice": "red"}, 1))["code"] == "not_to_act"


async def test_time_limit_is_a_move_of_no_seat(
    running: Running, new_person: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, pages = await begin(new_person, 3, debate=60)
    await reach_debate(pages)
    assert 50_000 < pages[0].step_left <= 60_000
    version = pages[0].version
    advance_clock(62.0)
    while pages[0].version == version:
        await pages[0].next("update")
    moves = (await running.tables.game.position(code)).choices
    assert moves[-1].seat is None


async def test_disconnected_player_leaves_and_returns(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "LEAVE_AFTER_S", 0.5)
    monkeypatch.setattr(steps, "RECHECK_S", 0.2)
    code, people, pages = await begin(new_person, 3)
    cat = await reach_debate(pages)
    family = [page for page in pages if page is not cat]
    seat = pages.index(family[1])
    await family[1].close()
    while seat in family[0].view["in_play"]:
        await family[0].next("update")
    back = await people[seat].open_page(code)
    while seat not in family[0].view["in_play"]:
        await family[0].next("update")
    await back.next("update")


async def test_vote_for_a_debate_that_is_over_is_stale(new_person: NewPerson) -> None:
    """The next debate may have the same choices."""
    _, _, pages = await begin(new_person, 2)
    cat = await reach_debate(pages)
    [family] = [page for page in pages if page is not cat]
    turn = family.turn
    await family.play({"kind": "ready"}, turn)
    while family.view["phase"] == "debate" and family.version == turn:
        await family.next("update")
    answer = await family.play({"kind": "ready"}, turn)
    assert answer["type"] in ("stale", "refused")


async def test_vote_of_another_family_sends_nothing(new_person: NewPerson) -> None:
    """Not even the numbers of versions, turns, log entries and notes show that a family has voted."""
    code, people, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    for page in pages:
        while page.view["phase"] != "keep":
            await page.next("update")
    eve = await new_person("Eve")
    people, pages = [*people, eve], [*pages, await eve.open_page(code)]
    await pages[-1].next("update")
    families = cat.view["families"]
    voter = next(page for page in pages if page is not cat)
    own = families[pages.index(voter)]
    others = [seat for seat, page in enumerate(pages) if page is cat or [*families, ""][seat] != own]
    began = voter.version

    async def what_is_seen(seat: int) -> object:
        fresh = await people[seat].open_page(code)
        await fresh.next("update")
        await pages[seat].send({"type": "ping"})
        await pages[seat].next("pong")
        updates = [text for text in pages[seat].received if '"update"' in text]
        return updates, fresh.view, fresh.version, fresh.turn, fresh.log, fresh.marks

    before = [await what_is_seen(seat) for seat in others]
    for choice in ("stay", "0", "stay"):
        await voter.play({"kind": "vote", "choice": choice})
        await voter.wait_for_turn()
    assert voter.version == began + 3
    assert [await what_is_seen(seat) for seat in others] == before
    seat, page = next((seat, pages[seat]) for seat in others if pages[seat] not in (cat, pages[-1]))
    note = {"text": "They think.", "shared": False}
    with pytest.raises(Refusal, match="malformed"):
        await people[seat].request("PUT", f"/tables/{code}/notes/{began + 1}", note)
    answer = await page.play({"kind": "vote", "choice": "stay"})
    assert (answer["type"], answer["version"]) == ("accepted", began + 1)
    back = await people[seat].open_page(code, log_from=began)
    await back.next("update")
    assert (list(back.log), back.version) == ([began + 1], began + 1)


async def test_replay_does_not_show_that_another_family_voted(new_person: NewPerson) -> None:
    code, people, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    families = cat.view["families"]
    voter = next(page for page in pages if page is not cat)
    own = families[pages.index(voter)]

    async def replays() -> list[object]:
        return [await person.request("GET", f"/replays/{code}") for person in people]

    before = await replays()
    await voter.wait_for_turn()
    assert (await voter.play({"kind": "vote", "choice": "stay"}))["type"] == "accepted"
    after = await replays()
    for seat, page in enumerate(pages):
        sees = families[seat] == own and page is not cat
        assert (after[seat] != before[seat]) == sees, seat


async def test_game_is_played_on_from_a_replay(new_person: NewPerson) -> None:
    code, people, pages = await begin(new_person, 3, mode="individual")
    await play_out(*pages)
    record = await people[0].record(code)
    half = len(record["moves"]) // 2
    assert not (await people[0].request("GET", f"/replays/{code}"))["table"]["repeatable"]
    for request in ({"seat": 0}, {"seat": 0, "ply": 0}):
        with pytest.raises(Refusal, match="not_at_this_table"):
            await people[0].request("POST", f"/replays/{code}/branches", {**request, "bots": ""})
    branch = {"seat": 0, "bots": "", "ply": half}
    table = await people[0].request("POST", f"/replays/{code}/branches", branch)
    assert table["terms"]["clock"] == "steps"
    for seat in (1, 2):
        await people[seat].sit(table["code"], seat)
        await people[seat].ready(table["code"])
    await people[0].add_salt(table["code"])
    await people[0].start(table["code"])
    again = [await person.open_page(table["code"]) for person in people]
    for page in again:
        await page.next("update")
        assert page.version == half
    await play_out(*again)
    played_on = await people[0].record(table["code"])
    assert played_on["moves"][:half] == record["moves"][:half]
    list(replay(read_record(played_on)))
    await people[0].request("POST", "/imports", played_on)


async def test_table_has_the_clock_of_the_rules_and_no_bots(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    table = await ada.create_table(3, game=BRAINCAT, terms={"clock": "relaxed"})
    assert (table["terms"]["clock"], table["terms"]["caretaker"]) == ("steps", False)
    with pytest.raises(Refusal, match="malformed"):
        await ada.create_table(3, game=BRAINCAT, bots="random")
    with pytest.raises(Refusal, match="malformed"):
        await ada.create_table(3, terms={"clock": "steps"})
    with pytest.raises(Refusal, match="malformed"):
        await ada.create_table(3, game=BRAINCAT, options={"mode": "teams"})


async def test_packs_are_served_with_their_texts(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    games = {game["key"]: game for game in await ada.request("GET", "/games")}
    assert games[BRAINCAT]["packs"] == ["jobs", "bar", "ads"]
    pack = await ada.request("GET", "/games/braincat/packs/jobs")
    assert (len(pack["cards"]), pack["languages"]) == (60, ["en", "fr", "ja"])
    for path in ("/games/braincat/packs/nothing", "/games/chess/packs/jobs"):
        with pytest.raises(Refusal, match="not_found"):
            await ada.request("GET", path)
