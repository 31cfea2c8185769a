"""How many files the server names in the head of a page for its first load."""

import re

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.server import Boxcats

MOST_FILES = {"home": 16, "lobby": 22, "invite": 29, "table": 22}  # scripts and styles
LISTED = re.compile(r"/_app/[\w./-]+\.(?:js|css)")
FONTS = re.compile(r"assets/(\w[\w-]*)\.[\w-]+\.woff2$")
REQUESTED = "performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)"


async def test_first_loads_need_few_files(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        table = await start_game(ada, bo)
        invite = (await ada.create_table(3))["code"]
        paths = {"home": "/", "lobby": "/lobby", "invite": f"/t/{invite}", "table": f"/t/{table}"}
        for name, path in paths.items():
            page = await visits.open_as(ada, path, size=PHONE, fresh=True)
            await page.locator("main button:visible").first.wait_for()
            html = await (await page.request.get(path)).text()
            listed, requested = set(LISTED.findall(html)), await page.evaluate(REQUESTED)
            assert listed <= set(requested), name
            files = [file for file in requested if file in listed]
            assert len(files) == len(listed), f"{name}: a file is requested twice"
            fonts = [found[1] for found in map(FONTS.search, requested) if found]
            assert set(fonts) <= {"nunito", "grandstander"}, f"{name}: a whole font is loaded"
            assert len(files) <= MOST_FILES[name], f"{name}: {len(files)} files"
