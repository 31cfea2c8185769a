"""Braincat's modes through pages: families, individual play, moods, and a cat that leaves."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from app.settings import Settings
from app.tables.timekeeping import steps
from app.tables.timekeeping.absence import Absence
from tests.app.local_server import Running
from tests.e2e.braincat import BraincatGame, Control, Reached, braincat_game, in_phase, keep_still
from tests.e2e.browsing import Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import accessibility_violations
from tests.e2e.tables import ENGLISH
from tests.services import MakeDatabase

FAMILIES = ("red", "blue")
SMALL_LANDSCAPE = {"width": 568, "height": 320}


class FamilyPages:
    """Six players in six browsers, in two families."""

    def __init__(self, game: BraincatGame, controls: list[Control]) -> None:
        self.game, self.controls = game, controls

    def voters(self, family: str) -> list[int]:
        families = self.game.view["families"]
        return [seat for seat in range(6) if families[seat] == family and seat != self.game.cat]

    async def act(self, family: str, place: int, act: str) -> None:
        """All voters of a family vote for a master, and its ambassador carries it out."""
        voters = self.voters(family)
        for seat in voters:
            await self.controls[seat].vote_for(place)
        seat = self.game.view["acting"]["ambassadors"][family]
        ambassador = self.controls[seat]
        await expect(ambassador.button(act, number=place + 1)).to_be_visible()
        await expect(ambassador.votes).to_have_count(0)  # its vote cannot be changed anymore
        settled = ENGLISH("brain_note_settled", name=self.game.name(seat))
        for other in voters:
            if other != seat:
                await expect(self.controls[other].page.get_by_text(settled)).to_be_visible()
        await ambassador.button(act, number=place + 1).click()

    def mystery(self) -> int:
        """Returns the card that only the cat knows."""
        card: int = self.game.connections[self.game.cat].view["mystery"]
        return card


@pytest.fixture
async def six(visits: Visits) -> AsyncIterator[FamilyPages]:
    async with braincat_game(visits, 6, mode="teams") as game:
        pages = await asyncio.gather(*(game.open_page(seat) for seat in range(6)))
        yield FamilyPages(game, [Control(page) for page in pages])


@pytest.mark.slow
async def test_two_families_of_three_play_a_turn_and_the_final(six: FamilyPages) -> None:
    game, pages = six.game, six.controls
    await play_first_turn(six)
    await game.play_until(lambda view: view["phase"] == "lay_out" and view["round"] == 3, keep_still)
    for control in pages:
        await control.button("brain_go_on").click()
    await play_final(six)
    for control in pages:
        await expect(control.dialog).to_contain_text(ENGLISH("brain_is_mystery"))
        await control.dialog.get_by_role("button", name=ENGLISH("cat_see_result")).last.click()
        await expect(control.dialog.get_by_role("table")).to_contain_text(ENGLISH("brain_family_red"))
    families = ", ".join(f"{ENGLISH(f'brain_family_{family}').pattern} \\d+" for family in FAMILIES)
    log = pages[0].page.get_by_role("list", name=ENGLISH("cat_log"))
    await expect(log).to_contain_text(re.compile(families))
    await save_screenshot(pages[0].page, "braincat-teams-result")
    assert await accessibility_violations(pages[0].page) == []


async def play_first_turn(six: FamilyPages) -> None:
    """The cat points, both families put their totems on the same false lead."""
    game, pages = six.game, six.controls
    cat = pages[game.cat]
    await cat.choose_pack(0)
    await cat.button("brain_do_seen").click()
    await cat.point(1)
    await game.wait_until(in_phase("keep"))
    place = game.view["board"]["masters"].index(
        next(card for card in game.view["board"]["masters"] if card != six.mystery())
    )
    first, second = six.voters("red"), six.voters("blue")
    await pages[first[0]].vote_for(place)
    await expect(pages[first[1]].master(place)).to_contain_text(game.name(first[0]))
    for seat in (*second, game.cat):  # the other family and the cat see no votes
        await expect(pages[seat].master(place)).not_to_contain_text(ENGLISH("brain_tokens"))
    await pages[first[0]].vote_for(1 - place)
    await six.act("red", place, "brain_do_totem")
    await six.act("blue", place, "brain_do_totem")
    await game.wait_until(lambda view: len(view["board"]["masters"]) == 3)
    for control in pages:
        for family in FAMILIES:
            totem = control.master(place).get_by_role("img", name=ENGLISH(f"brain_family_{family}"))
            await expect(totem).to_be_visible()
    points = [game.view["board"]["points"][seat] for seat in (first[0], second[0])]
    assert points == [1, 0]  # the second totem on a card scores for the other family (B23)


def has_acted(family: str) -> Reached:
    return lambda view: bool(view.get("acting", {}).get("to_act") != [family])


async def play_final(six: FamilyPages) -> None:
    """The cat lays out three masters, and both families pick the mystery card."""
    game = six.game
    board = game.view["board"]
    place = board["masters"].index(six.mystery())
    out = sorted([place, *[one for one in range(6) if one != place][:2]])
    cat = six.controls[game.cat]
    for one in out:
        await cat.vote_for(one)
    await cat.button("brain_do_lay_out").click()
    await game.wait_until(in_phase("pick"))
    for _ in FAMILIES:
        [family] = game.view["acting"]["to_act"]
        await six.act(family, place, "brain_do_pick")
        await game.wait_until(has_acted(family))


@pytest.mark.slow
async def test_three_play_for_themselves(visits: Visits) -> None:
    async with braincat_game(visits, 3, mode="individual") as game:
        pages = [Control(page) for page in await asyncio.gather(*(game.open_page(seat) for seat in range(3)))]
        cat, (one, other) = pages[game.cat], game.family
        await cat.choose_pack(1)
        await expect(cat.page.get_by_role("region", name=ENGLISH("brain_your_mystery"))).to_be_visible()
        await cat.point(0)
        await pages[one].master(2).get_by_role("button").first.click()
        await pages[one].button("brain_do_token", number=3).click()
        await expect(pages[other].master(2)).to_contain_text(game.name(one))
        await pages[other].vote_for(2)
        await pages[other].button("brain_do_token", number=3).click()
        await game.wait_until(lambda view: len(view["board"]["paws"]) == 1 and view["phase"] == "paw")
        await expect(cat.master(2)).to_contain_text(game.name(other))
        await game.play_until(lambda view: "result" in view)
        for control in pages:
            await control.dialog.get_by_role("button", name=ENGLISH("cat_see_result")).last.click()
            await expect(control.dialog.get_by_role("row")).to_have_count(4)
        assert await accessibility_violations(cat.page) == []


@pytest.fixture
async def impatient(new_sqlite: MakeDatabase, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server that soon sees which disconnected players have left."""
    monkeypatch.setattr(steps, "RECHECK_S", 0.2)
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, bot_pause=0)
    async with Running(settings) as server:
        yield server


async def test_round_is_void_when_its_cat_leaves(
    contexts: ContextPool, impatient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Visits(contexts, impatient.url) as visits, braincat_game(visits, 3, mode="moods") as game:
        await game.play_until(in_phase("debate"))
        monkeypatch.setattr(steps, "LEAVE_AFTER_S", 0.5)  # only now are all players connected
        left, (one, other) = game.cat, game.family
        page = Control(await game.open_page(one))
        await page.vote_for_side("red")
        await game.connections.pop(left).close()
        void = ENGLISH("brain_outcome outcome=cat_left, who=*", name=game.name(left))
        await expect(page.dialog).to_contain_text(void)
        await save_screenshot(page.page, "braincat-void")
        await page.button("brain_go_on").click()
        seat = page.page.get_by_role("list", name=ENGLISH("cat_players")).get_by_role("listitem").nth(left)
        await expect(seat).to_contain_text(ENGLISH("brain_has_left"))
        await game.wait_until(lambda view: left not in view["in_play"])
        assert game.view["round"] == 0
        assert game.cat in (one, other)


async def test_nobody_votes_about_a_seat_that_has_left_while_another_is_away(
    contexts: ContextPool, impatient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on without the one that has left, and may wait for the other."""
    async with Visits(contexts, impatient.url) as visits, braincat_game(visits, 4) as game:
        await game.play_until(in_phase("debate"))
        monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.3)  # only now are all players connected
        monkeypatch.setattr(steps, "LEAVE_AFTER_S", 0.5)
        reader, left, away = game.family
        page = await game.open_page(reader)
        notice = page.locator(".notices .folded")
        await game.connections.pop(left).close()
        await expect(notice).to_contain_text(ENGLISH("time_is_away", name=game.name(left)))
        await game.wait_until(lambda view: left not in view["in_play"])
        await expect(notice).to_contain_text(ENGLISH("time_is_away", name=game.name(left)))
        monkeypatch.setattr(steps, "LEAVE_AFTER_S", 3600.0)
        await game.connections.pop(away).close()
        await expect(notice.locator("p")).to_have_text(ENGLISH("time_is_away", name=game.name(away)))
        await notice.get_by_role("button").click()
        await expect(page.get_by_role("dialog").get_by_role("region")).to_have_count(1)


async def test_notice_of_an_absent_player_covers_no_button_in_landscape(
    contexts: ContextPool, impatient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Visits(contexts, impatient.url) as visits, braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=SMALL_LANDSCAPE)
        await visits.open(f"/t/{game.code}")  # a spectator has a button, too
        spectators = page.get_by_role("button", name=ENGLISH("spectator_list_count", count=1))
        await spectators.focus()
        monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.3)
        away = game.family[1]
        await game.connections[away].close()
        notice = page.locator(".notices .folded")
        await expect(notice).to_contain_text(ENGLISH("time_is_away", name=game.name(away)))
        await expect(spectators).to_be_focused()
        await page.keyboard.press("Tab")
        await expect(spectators).to_be_hidden()
        for key in ("cat_menu", "chat_title", "time_decide_again"):
            await page.get_by_role("button", name=ENGLISH(key), exact=True).click(trial=True)
        await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
        entry = page.get_by_role("dialog").get_by_role("button", name=ENGLISH("spectator_list"))
        await expect(entry).to_be_visible()
        await save_screenshot(page, "braincat-away-landscape")


async def test_player_who_leaves_reads_that_the_others_can_go_on(visits: Visits) -> None:
    async with braincat_game(visits, 2) as game:
        page = Control(await game.open_page(0))
        await page.button("cat_menu").click()
        await page.dialog.get_by_role("button", name=ENGLISH("time_leave")).click()
        await expect(page.dialog).to_contain_text(ENGLISH("leave_goes_on"))
