"""How many files pages need, and that these are the ones which the server names in a page's head."""

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.server import Boxcats
from tests.e2e.waiting import wait_until_idle

MOST_FILES = {"home": 31, "lobby": 27, "invite": 33, "table": 58}  # scripts and styles
SCRIPTS = "document.querySelector('meta[name=scripts]').content.split(' ')"
REQUESTED = "performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)"


async def test_pages_need_few_files(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        table = await start_game(ada, bo)
        invite = (await ada.create_table(3))["code"]
        paths = {"home": "/", "lobby": "/lobby", "invite": f"/t/{invite}", "table": f"/t/{table}"}
        for name, path in paths.items():
            page = await visits.open_as(ada, path, size=PHONE)
            await page.locator("main button:visible").first.wait_for()
            await wait_until_idle(page)
            requested: list[str] = await page.evaluate(REQUESTED)
            files = [one for one in requested if one.startswith("/_app/") and not one.endswith(".woff2")]
            assert len(files) <= MOST_FILES[name], f"{name}: {len(files)} files"
            assert len(files) == len(set(files)), f"{name}: a file is requested twice"
            assert set(await page.evaluate(SCRIPTS)) <= set(files)
