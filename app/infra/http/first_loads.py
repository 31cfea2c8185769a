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
        listed = json.loads(file.read_text("utf-8")) if file.exists() else {"pages": {}, "parts": {}}
        self._pages = {_pattern(route): files for route, files in listed["pages"].items()}
        self._parts: dict[str, list[str]] = listed["parts"]

    def add_to(self, page: str, path: str, part: str) -> str:
        """Returns the page's HTML with the files of this path and of a part ("table-<game>") in its head."""
        found = (files for pattern, files in self._pages.items() if pattern.fullmatch(path))
        files = dict.fromkeys([*next(found, []), *self._parts.get(part, [])])
        if not files:
            return page
        scripts = " ".join(file for file in files if not file.endswith(".css"))
        styles = "".join(f'<link rel="stylesheet" href="{file}">' for file in files if file.endswith(".css"))
        # app.html loads the scripts: browsers would request links to them before anything more urgent
        page = page.replace("<head>", f'<head><meta name="scripts" content="{scripts}">', 1)
        return page.replace("</head>", f"{styles}</head>", 1)


def _pattern(route: str) -> re.Pattern[str]:
    return re.compile(PARAMETER.sub("[^/]+", re.escape(route)))
