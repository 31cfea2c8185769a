"""Short scenes of Braincat: a mood, the totems' throw, the dumpster."""

from playwright.async_api import Page, expect

from tests.e2e.braincat import BraincatGame, Reached, braincat_game, in_phase, keep_still
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.context_pool import EMPTY
from tests.e2e.frames import Frames
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import stop_time, until

SCENE = "button.scene"


async def open_with_scenes(game: BraincatGame, seat: int, **options: object) -> Page:
    """Opens the table with animations; its timers stand still, so that scenes last until they are skipped."""
    page = await game.visits.open_as(game.people[seat], EMPTY, reduced_motion="no-preference", **options)
    await page.clock.install()
    frames = Frames(page)
    await page.goto(f"/t/{game.code}")
    await expect(page.get_by_role("region", name=ENGLISH("brain_board"))).to_be_visible()
    await until(frames.is_answered)
    await stop_time(page)
    return page


def masters_dumped(count: int) -> Reached:
    return lambda view: len((view.get("board") or {}).get("gone", ())) >= count


async def test_mood_is_skipped_by_a_key(visits: Visits) -> None:
    """Without motion there is no scene."""
    async with braincat_game(visits, 3, mode="moods") as game:
        page = await open_with_scenes(game, 0)
        still = await game.open_page(1)
        await expect(still.get_by_role("region", name=ENGLISH("brain_board"))).to_be_visible()
        await game.play_until(in_phase("look"))
        await expect(page.locator(SCENE)).to_contain_text(ENGLISH("brain_skip"))
        await save_screenshot(page, "braincat-scene-mood")
        await page.keyboard.press("Escape")
        await expect(page.locator(SCENE)).to_have_count(0)
        board = still.get_by_role("region", name=ENGLISH("brain_board"))
        await expect(board).to_contain_text(ENGLISH("brain_mood"))
        assert await still.locator(SCENE).count() == 0


async def test_throw_is_skipped_by_a_tap(visits: Visits) -> None:
    """Two voters disagree; the end of the round is shown after the scene."""
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        one, other = game.family
        page = await open_with_scenes(game, one, size=PHONE, has_touch=True)
        await game.play(one, {"kind": "vote", "choice": "red"})
        await game.play(other, {"kind": "vote", "choice": "blue"})
        await game.play(one, {"kind": "ready"})
        await game.play(other, {"kind": "ready"})
        await expect(page.locator(SCENE)).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await save_screenshot(page, "braincat-scene-throw")
        await page.locator(SCENE).tap()
        await expect(page.locator(SCENE)).to_have_count(0)
        await expect(page.get_by_role("dialog")).to_have_count(len(game.view["ended"]))


async def test_dumpster_ends_by_itself(visits: Visits) -> None:
    async with braincat_game(visits, 6, mode="teams") as game:
        await game.play_until(in_phase("keep"))
        page = await open_with_scenes(game, 0)
        await game.play_until(masters_dumped(2), keep_still)
        await expect(page.locator(SCENE)).to_be_visible()
        await save_screenshot(page, "braincat-scene-dumpster")
        await page.clock.run_for(3_000)
        await expect(page.locator(SCENE)).to_have_count(0)
