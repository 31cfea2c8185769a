"""Open Graph and Twitter tags in the HTML head of a table's page."""

import asyncio
import re
from contextlib import suppress
from html import escape

from starlette.requests import Request

from app.archive.services import archive_services
from app.core.errors import AppError
from app.core.i18n import catalogue, format_list, game_name
from app.infra.database.errors import database_errors
from app.infra.http.static_files import PageHead
from app.infra.rate_limits import Caller, address_of
from app.infra.services import infra_services
from app.players.services import reader_of, refuse_banned
from app.tables.errors import NotFinished, NotStarted, TableNotFound, ViewNotAllowed
from app.tables.game.tables import Table
from engine.svg import HEIGHT, WIDTH

TABLE_PATH = re.compile(r"/([rt])/([0-9a-zA-Z]+)")
PLY_PATTERN = re.compile(r"[0-9]{1,5}")
PAGES = {"t": "table", "r": "replay"}  # as the client's build names their parts
TIMEOUT_S = 1.0  # after which the page is served without tags


async def preview_head(request: Request) -> PageHead:
    """Returns the tags of public tables, and the part of the game of those that the reader may see.

    Both are empty for other pages and on errors.
    """
    found = TABLE_PATH.fullmatch(request.url.path)
    if found is None:
        return PageHead()
    infra, caller = infra_services(request), Caller(address_of(request))
    try:
        infra.limits.guesses.check(caller)
        async with asyncio.timeout(TIMEOUT_S):
            return await _find_head(request, PAGES[found[1]], found[2].lower())
    except TableNotFound:
        infra.limits.guesses.owe(caller, 1)
        return PageHead()
    except (AppError, TimeoutError):
        return PageHead()


async def _find_head(request: Request, kind: str, code: str) -> PageHead:
    """Raises TableNotFound for tables that do not exist or that the reader may not see; Banned."""
    archive = archive_services(request)
    async with database_errors():
        player = await reader_of(request)
    refuse_banned(request, Caller(address_of(request), player))
    try:
        table = await archive.link_previews.table(code, player)
    except TableNotFound:
        if player is None:
            raise
        with suppress(NotStarted, NotFinished, ViewNotAllowed):
            return PageHead(part=f"{kind}-{await archive.replays.game_key(code, player)}")
        raise
    site = infra_services(request).settings.public_url or str(request.base_url).rstrip("/")
    html = tags(table, f"{site}{request.url.path.lower()}", request.query_params.get("ply", ""))
    return PageHead(html, f"{kind}-{table.game}" if table.started else "open-table")


def tags(table: Table, page: str, ply: str) -> str:
    """Returns the tags as HTML, with all user-supplied text escaped."""
    language = table.settings.languages[0] if table.settings.languages else "en"
    texts = catalogue(language, "shell", "preview")
    names = [name for name in table.names if name]
    game = game_name(texts, table.game)
    title = texts["preview_title"].format(game=game, names=format_list(language, names))
    text = texts[f"preview_{table.status}"]
    picture = f"{page}.png?ply={ply}" if PLY_PATTERN.fullmatch(ply) else f"{page}.png"
    named = {"description": text, "twitter:card": "summary_large_image"}
    graph = {
        "og:type": "website",
        "og:site_name": texts["name"],
        "og:title": title,
        "og:description": text,
        "og:url": page,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": title,
    }
    return _meta_tags("name", named) + _meta_tags("property", graph)


def _meta_tags(kind: str, values: dict[str, str]) -> str:
    return "".join(f'<meta {kind}="{key}" content="{escape(value)}">' for key, value in values.items())
