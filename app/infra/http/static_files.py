"""Serves the built client: its files, and its page for every path that the client routes itself."""

import hashlib
from base64 import b64encode
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from os import stat_result
from pathlib import Path
from typing import NamedTuple

from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from app.core.errors import NotFound, WrongMethod
from app.infra.http.error_responses import error_response
from app.infra.http.first_loads import FirstLoads

PAGE = "index.html"
API_PATHS = ("api", "ws", "healthz", "readyz", "_app")  # without a file these are 404, not the page


class PageHead(NamedTuple):
    """What a page's head has besides that of the build: HTML, and the part that the page will show."""

    tags: str = ""
    part: str = ""


class ClientFiles(StaticFiles):
    """Serves a folder of static files, and the page for paths without a file."""

    def __init__(self, folder: Path, head_of: Callable[[Request], Awaitable[PageHead]]) -> None:
        """`head_of` returns what the page's head has by request."""
        super().__init__(directory=folder, check_dir=False)
        self.page = folder / PAGE
        self.text = self.page.read_text("utf-8") if self.page.exists() else ""
        self.policy = content_policy(self.text)
        self.head_of = head_of
        self.first_loads = FirstLoads(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})  # before the upgrade, so the browser gets HTTP 403
        else:
            await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        is_api_path = path.split("/", maxsplit=1)[0] in API_PATHS
        if scope["method"] != "GET":
            return error_response(NotFound() if is_api_path else WrongMethod("GET, HEAD"))
        if path in (".", PAGE):
            return await self._page_response(scope)
        try:
            response = await super().get_response(path, scope)
        except HTTPException:
            return error_response(NotFound()) if is_api_path else await self._page_response(scope)
        response.headers["Cache-Control"] = "no-cache"
        return response

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        """Finds no hidden files."""
        hidden = any(part.startswith(".") for part in Path(path).parts)
        return ("", None) if hidden else super().lookup_path(path)

    async def _page_response(self, scope: Scope) -> Response:
        if not self.page.exists():
            return error_response(NotFound())
        headers = {"Content-Security-Policy": self.policy, "Cache-Control": "no-cache"}
        head = await self.head_of(Request(scope))
        page = self.text.replace("</head>", f"{head.tags}</head>", 1)
        return HTMLResponse(self.first_loads.add_to(page, scope["path"], head.part), headers=headers)


def content_policy(page: str) -> str:
    """Returns the Content-Security-Policy: only this origin, and the inline scripts of the page by their
    hashes."""
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in _InlineScripts.of(page))
    rules = {
        "default-src": "'none'",
        "script-src": f"'self' {hashes}".strip(),
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "media-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _digest(script: str) -> str:
    return b64encode(hashlib.sha256(script.encode()).digest()).decode()


class _InlineScripts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._inside = False

    @classmethod
    def of(cls, page: str) -> list[str]:
        parser = cls()
        parser.feed(page)
        return parser.scripts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and "src" not in dict(attrs)
        if self._inside:
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "script"
