"""The files that the first load of a page needs, named in its head so that browsers request them at once."""

import json
import re
from pathlib import Path

LIST = "_app/first-loads.json"  # written by web/tools/first-loads.ts
PARAMETER = re.compile(r"\\\[[^/]+?\\\]")  # "[code]", escaped


class FirstLoads:
    """The files of each page of a build; none for a build without the list."""

    def __init__(self, build: Path) -> None:
        file = build / LIST
        listed = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self._pages: dict[str, list[str]] = listed.get("pages", {})
        self._patterns = {route: _pattern(route) for route in self._pages}
        self._parts: dict[str, list[str]] = listed.get("parts", {})
        self._fonts = " ".join(listed.get("fonts", []))

    def route_of(self, path: str) -> str:
        """Returns the route of this path ("/t/[code]"), empty if there is none."""
        return next((route for route, pattern in self._patterns.items() if pattern.fullmatch(path)), "")

    def known_part(self, part: str) -> str:
        """Returns the part ("table-<game>") if the build has it, else nothing."""
        return part if part in self._parts else ""

    def add_to(self, page: str, route: str, part: str) -> str:
        """Returns the page's HTML with the files of this route and of a part in its head."""
        listed = dict.fromkeys([*self._pages.get(route, []), *self._parts.get(part, [])])
        files = [file for file in listed if f'href="{file}"' not in page]
        if not files:
            return page
        scripts = " ".join(file for file in files if not file.endswith(".css"))
        styles = "".join(f'<link rel="stylesheet" href="{file}">' for file in files if file.endswith(".css"))
        # app.html loads these: browsers would request links to them before anything more urgent
        listed_files = f'<meta name="scripts" content="{scripts}"><meta name="fonts" content="{self._fonts}">'
        page = page.replace("<head>", f"<head>{listed_files}", 1)
        return page.replace("</head>", f"{styles}</head>", 1)


def _pattern(route: str) -> re.Pattern[str]:
    return re.compile(PARAMETER.sub("[^/]+", re.escape(route)))
