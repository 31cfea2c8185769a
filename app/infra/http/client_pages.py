"""The HTML of the client's pages: some are rendered by its build in each language, others are empty."""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from app.infra.http.content_policy import content_policy
from app.infra.http.first_loads import FirstLoads

SHELL = "index.html"
VERSION = "_app/version.json"  # of the build; an open page compares it with its own
RENDERED = "_app/first-pages.json"  # HTML by language and address; written by web/tools/first-pages.mjs
LANGUAGE = re.compile(r'<html lang="\w*">')
# where the head names scripts: the build has each once for every language (web/tools/one-language.mjs)
SCRIPTS = re.compile(r"(?<=/_app/immutable/)(?=(?:entry|chunks|nodes)/)")
MAX_CACHED = 1000  # more than there are languages, routes and parts


class Page(NamedTuple):
    """A page's HTML and its Content-Security-Policy."""

    html: str
    policy: str


class ClientPages:
    """The pages of a build; each is completed once and kept."""

    def __init__(self, build: Path) -> None:
        shell, rendered = build / SHELL, build / RENDERED
        self._shell = shell.read_text("utf-8") if shell.exists() else ""
        self._rendered: dict[str, dict[str, str]] = (
            json.loads(rendered.read_text("utf-8")) if rendered.exists() else {}
        )
        version = build / VERSION
        self.version = version.read_bytes() if version.exists() else None
        self._first_loads = FirstLoads(build)
        self.languages = tuple(self._rendered)
        self._completed = lru_cache(MAX_CACHED)(self._complete)

    def get(self, language: str, path: str, query: str, part: str) -> Page | None:
        """Returns the page at this path in this language, None if nothing is built.

        `part` is what the page will show ("table-<game>"); its files are named in the head as well.
        """
        if not self._shell:
            return None
        rendered = self._rendered.get(language, {})
        address = f"{path}?{query}"
        route = self._first_loads.route_of(path)
        key = next((one for one in (address, path, route) if one in rendered), "")
        return self._completed(language, key, route, self._first_loads.known_part(part))

    def _complete(self, language: str, key: str, route: str, part: str) -> Page:
        html = self._rendered.get(language, {}).get(key, self._shell)
        html = LANGUAGE.sub(f'<html lang="{language}">', html, count=1)
        html = SCRIPTS.sub(f"{language}/", self._first_loads.add_to(html, route, part))
        return Page(html, content_policy(html))
