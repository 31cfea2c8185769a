"""Links in a page's head to the files that its first load needs, so that browsers request them at once."""

import json
import re
from pathlib import Path

LIST = "_app/first-loads.json"  # written by web/tools/first-loads.ts
PARAMETER = re.compile(r"\\\[[^/]+?\\\]")  # "[code]", escaped


class FirstLoads:
    """The links of each page of a build; none for a build without the list."""

    def __init__(self, build: Path) -> None:
        file = build / LIST
        listed = json.loads(file.read_text("utf-8")) if file.exists() else {"pages": {}, "parts": {}}
        self._pages = {_pattern(route): _links(files) for route, files in listed["pages"].items()}
        self._parts = {part: _links(files) for part, files in listed["parts"].items()}

    def links(self, path: str, part: str) -> str:
        """Returns the links of the page with this path as HTML, and those of a part ("table-<game>")."""
        found = (links for pattern, links in self._pages.items() if pattern.fullmatch(path))
        return next(found, "") + self._parts.get(part, "")


def _pattern(route: str) -> re.Pattern[str]:
    return re.compile(PARAMETER.sub("[^/]+", re.escape(route)))


def _links(files: list[str]) -> str:
    return "".join(
        f'<link rel="{"stylesheet" if file.endswith(".css") else "modulepreload"}" href="{file}">'
        for file in files
    )
