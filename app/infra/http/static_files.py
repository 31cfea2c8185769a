"""Serves the built client: its files, and its page for every path that the client routes itself."""

import hashlib
from collections.abc import Awaitable, Callable
from os import stat_result
from pathlib import Path
from typing import NamedTuple

from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from app.core.errors import NotFound, WrongMethod
from app.infra.http.client_pages import SHELL, VERSION, ClientPages
from app.infra.http.error_responses import error_response
from app.infra.http.languages import language_of

DEFAULT_LANGUAGE = "en"
ETAG_DIGITS = 24
API_PATHS = ("api", "ws", "healthz", "readyz", "_app")  # without a file these are 404, not the page

# the start of addresses that have a page only with a code, a handle or a game, and the page that lists those
LISTS = {"t": "/lobby", "r": "/history", "people": "/friends", "games": "/"}


class PageHead(NamedTuple):
    """What a page's head has besides that of the build: HTML, and the part that the page will show."""

    tags: str = ""
    part: str = ""


class ClientFiles(StaticFiles):
    """Serves a folder of static files, and the page for paths without a file."""

    def __init__(self, folder: Path, head_of: Callable[[Request], Awaitable[PageHead]]) -> None:
        """`head_of` returns what the page's head has by request."""
        super().__init__(directory=folder, check_dir=False)
        self.head_of = head_of
        self.pages = ClientPages(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})  # before the upgrade, so the browser gets HTTP 403
        else:
            await super().__call__(scope, receive, send)

    async def check_config(self) -> None:
        """Takes a missing folder for an empty one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        is_api_path = path.split("/", maxsplit=1)[0] in API_PATHS
        if scope["method"] != "GET":
            return error_response(NotFound() if is_api_path else WrongMethod("GET, HEAD"))
        if path in (".", SHELL):
            return await self._page_response(scope)
        if path in LISTS:
            return RedirectResponse(LISTS[path])
        if path == VERSION and self.pages.version is not None:
            # that of a newer build on disk would make the client reload pages of this one again and again
            headers = {"Cache-Control": "no-cache"}
            return Response(self.pages.version, headers=headers, media_type="application/json")
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
        request = Request(scope)
        head = await self.head_of(request)
        language = language_of(request, self.pages.languages) or DEFAULT_LANGUAGE
        page = self.pages.get(language, request.url.path, request.url.query, head.part)
        if page is None:
            return error_response(NotFound())
        html = page.html.replace("</head>", f"{head.tags}</head>", 1)
        # a response without body replaces the headers of the one that the browser has kept
        headers = {
            "Content-Security-Policy": page.policy,
            "Cache-Control": "no-cache",
            "Vary": "Cookie, Accept-Language",
            "ETag": f'W/"{hashlib.sha256(html.encode()).hexdigest()[:ETAG_DIGITS]}"',
        }
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return HTMLResponse(html, headers=headers)
