"""Link previews: a picture and text that contain only public information."""

import asyncio
import json
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from struct import unpack
from time import monotonic
from xml.etree.ElementTree import fromstring

import httpx
import pytest

from app.archive.link_previews.frame import background, heading
from app.archive.link_previews.render_worker import render_png
from app.archive.link_previews.renderer import MAX_PENDING, Renderer
from app.archive.link_previews.service import draw
from app.core.errors import Busy, ServiceUnavailable
from app.core.i18n import Language, catalogue, format_list, game_name
from app.settings import Settings
from app.tables.game.move_repository import moves_after
from engine.artwork import seat_cats
from engine.artwork_shapes import SHAPES
from engine.cat_box_lite.preview import draw as draw_lite
from engine.cat_in_the_box.preview import draw as draw_cat
from engine.svg import HEIGHT, WIDTH, text, to_document, truncate
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import WITHOUT_TLS, NewPerson, each_game, play_out
from tests.engine.builders import GAME, NAMES
from tests.engine.cat_box_lite import redeals as lite_redeals
from tests.engine.cat_box_lite import walks as lite_walks
from tests.engine.cat_box_lite.builders import GAME as LITE
from tests.engine.redeals import redeal
from tests.engine.walks import Walk, walk
from tests.services import MakeDatabase

PAGE = "<!doctype html><html><head><title>Boxcats</title></head><body></body></html>"
RENDER_TIMEOUT_S = 120.0
NASTY = "<script>x'\"&"


class HeadParser(HTMLParser):
    """Collects the title and meta elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        fields = dict(attrs)
        if tag == "meta":
            self.meta[fields.get("property") or fields.get("name") or ""] = fields.get("content") or ""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build")
    (folder / "index.html").write_text(PAGE)
    return folder


@pytest.fixture(scope="module")
async def server(new_sqlite: MakeDatabase, build: Path) -> AsyncIterator[Running]:
    """A server with a client page."""
    settings = Settings(
        database_url=await new_sqlite(), secret_key="k" * 32, web_build=build, bot_pause=0, socket_burst=9999
    )
    async with Running(settings) as running:
        yield running


async def get(server: Running, path: str, **headers: str) -> httpx.Response:
    """Requests a path without a session, as link previews do."""
    async with httpx.AsyncClient(
        base_url=server.url, headers=headers, timeout=RENDER_TIMEOUT_S, verify=WITHOUT_TLS
    ) as stranger:
        return await stranger.get(path)


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = unpack(">II", png[16:24])
    return width, height


@each_game
async def test_preview_shows_any_ply_of_a_finished_game(
    server: Running, new_player: NewPerson, game: str
) -> None:
    code, people, pages = await start_table(new_player, seats=2, game=game)
    await play_out(*pages)
    moves = len((await people[0].record(code))["moves"])
    pictures = [await get(server, f"/r/{code}.png{ply}") for ply in ("", f"?ply={moves}", "?ply=9", "?ply=0")]
    assert [picture.status_code for picture in pictures] == [200] * 4, pictures[0].text[:80]
    assert {size(picture.content) for picture in pictures} == {(WIDTH, HEIGHT)}
    last, same, *others = [picture.content for picture in pictures]
    assert last == same
    assert len({last, *others}) == 3
    assert pictures[0].headers["content-type"] == "image/png"
    assert pictures[0].headers["cache-control"] == "public, max-age=3600"
    meta = HeadParser((await get(server, f"/r/{code}?ply=9")).text).meta
    assert meta["og:image"] == f"{server.url}/r/{code}.png?ply=9"
    assert meta["twitter:card"] == "summary_large_image"
    assert meta["og:title"] == f"{game_name(catalogue('en', 'shell'), game)}: Cat 0 and Cat 1"


async def test_preview_shows_the_chosen_cat(server: Running, new_player: NewPerson) -> None:
    ada, outlines = (
        await new_player("Ada"),
        {name: cat["outline"] for name, cat in json.loads(SHAPES)["cats"].items()},
    )
    code = (await ada.create_table(2))["code"]
    for cat in ("lion", "sailor"):
        await ada.request("PUT", "/me/cat", {"cat": cat})
        table = await server.tables.game.table(code)
        assert outlines[cat] in draw(table, [])
        first = fromstring(draw(table, [])).find(".//*[@id='cat0']/*")
        assert first is not None
        assert first.get("d") == outlines[cat]


async def test_running_game_is_shown_from_the_current_spectator_view(
    server: Running, new_player: NewPerson
) -> None:
    """No other ply than the current one can be requested."""
    code, _, pages = await start_table(new_player, seats=2)
    for version in range(1, 4):
        await next(page for page in pages if page.turn is not None).play_legal_move()
        for page in pages:
            while page.version < version:
                await page.next("update")
    table = await server.tables.game.table(code)
    async with server.infra.database.read() as cursor:
        moves = await moves_after(cursor, table.id, 0)
    view = (await server.tables.game.position(code)).public_view()
    expected = draw_cat(view, table.names)
    assert draw(table, moves) == to_document(
        *background(), seat_cats(table.cats), *heading("Cat in the Box"), *expected
    )
    now, before = [await get(server, f"/t/{code}.png{ply}") for ply in ("", "?ply=0")]
    assert now.content == before.content
    assert now.headers["cache-control"] == "public, max-age=60"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_picture_contains_a_secret(seats: int) -> None:
    """C21: the picture is identical, to the byte, for all deals that a spectator cannot distinguish."""
    rng = Random(seats)
    game = walk(seats, "white", seats, plies=6 * seats)
    others = [other for other in (redeal(game, None, rng) for _ in range(12)) if other][:2]
    assert others
    for other in others:
        assert game.states[-1].players != other.states[-1].players
        assert drawings(other) == drawings(game)


def drawings(game: Walk) -> list[str]:
    """Returns the drawings of every third position and of the last."""
    views = [GAME.view(state, None) for state in (*game.states[::3], game.states[-1])]
    return [to_document(*draw_cat(view, list(NAMES[: game.seats]))) for view in views]


@pytest.mark.parametrize("seats", [2, 3])
def test_no_picture_of_cat_box_lite_contains_a_secret(seats: int) -> None:
    """L15: the same for Cat Box Lite; a spectator's view has no private parts."""

    def drawn(game: lite_walks.Walk) -> list[str]:
        views = [LITE.view(state, None) for state in game.states]
        return [to_document(*draw_lite(view, list(NAMES[:seats]))) for view in views]

    for plies in (0, 7, 17):
        game = lite_walks.walk(seats, seats, plies)
        other = lite_redeals.redeal(game, None, Random(seats))
        assert game.deal != other.deal
        assert drawn(other) == drawn(game)


@each_game
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_preview_names_the_game(game: str, language: Language) -> None:
    assert game_name(catalogue(language, "shell"), game) != game


@pytest.mark.parametrize(
    ("language", "two", "three"),
    [("en", "A and B", "A, B and C"), ("fr", "A et B", "A, B et C"), ("ja", "A、B", "A、B、C")],
)
def test_names_are_joined_as_the_language_does(language: Language, two: str, three: str) -> None:
    assert [format_list(language, list(names)) for names in ("", "A", "AB", "ABC")] == ["", "A", two, three]


def test_names_that_run_from_right_to_left_are_isolated() -> None:
    assert format_list("en", ["Ada", "\u05d1\u05d5!"]) == "Ada and \u2068\u05d1\u05d5!\u2069"


async def test_preview_of_an_open_table_names_its_players(server: Running, new_player: NewPerson) -> None:
    ada = await new_player("Ada")
    code = (await ada.create_table(3, terms={"languages": ["fr"]}))["code"]
    assert size((await get(server, f"/t/{code}.png")).content) == (WIDTH, HEIGHT)
    meta = HeadParser((await get(server, f"/t/{code}")).text).meta
    assert meta["og:title"] == "Cat in the Box\u00a0: Ada"
    assert meta["og:description"] == "Une table t’attend\u00a0: viens jouer."


async def test_names_are_escaped(server: Running, new_player: NewPerson) -> None:
    ada = await new_player(NASTY)
    code = (await ada.create_table(2))["code"]
    page = (await get(server, f"/t/{code}?ply=%22%3E%3Cscript%3E", Host='cats"><script>')).text
    head = HeadParser(page)
    assert "script" not in head.tags
    assert NASTY in head.meta["og:title"]
    assert "ply" not in head.meta["og:image"]
    assert size((await get(server, f"/t/{code}.png")).content) == (WIDTH, HEIGHT)


async def test_unknown_and_closed_tables_have_the_same_preview(
    server: Running, new_player: NewPerson
) -> None:
    code, _, _ = await start_table(new_player, terms={"watching": "nobody"})
    for path in (f"/t/{code}", f"/r/{code}", "/t/nowhere", "/r/nowhere"):
        assert (await get(server, path)).text == PAGE
        picture = await get(server, f"{path}.png")
        assert (picture.status_code, picture.json()) == (404, {"code": "table_not_found"})


@pytest.mark.parametrize("ply", ["-1", "x", "100000", "1e3"])
async def test_invalid_ply_is_refused(server: Running, ply: str) -> None:
    response = await get(server, f"/r/abcdef.png?ply={ply}")
    assert (response.status_code, response.json()) == (422, {"code": "malformed"})


async def test_pictures_are_rate_limited_by_address(new_sqlite: MakeDatabase) -> None:
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32)
    async with (
        Running(settings) as running,
        httpx.AsyncClient(base_url=running.url, verify=WITHOUT_TLS) as stranger,
    ):
        start, answers = monotonic(), list[int]()
        while 429 not in answers:
            answers.append((await stranger.get("/r/abcdef.png")).status_code)
        rate = running.infra.limits.pictures.rate
        refilled = rate.per_second * (monotonic() - start)
    assert answers == [404] * (len(answers) - 1) + [429]
    assert rate.burst <= len(answers) - 1 <= rate.burst + refilled


async def test_previews_of_unknown_tables_count_as_guesses(
    new_sqlite: MakeDatabase, build: Path, new_guest: NewPerson
) -> None:
    settings = Settings(
        database_url=await new_sqlite(), secret_key="k" * 32, web_build=build, people_per_address=1
    )
    async with Running(settings) as running:
        code = (await (await new_guest("Ada", at=running)).create_table())["code"]
        assert (await get(running, f"/t/{code}")).text != PAGE
        for number in range(running.infra.limits.guesses.rate.burst):
            await get(running, f"/t/guess{number}")
        assert (await get(running, f"/t/{code}")).text == PAGE
        assert (await get(running, f"/t/{code}.png")).status_code == 429


def test_names_in_any_script_are_drawn_and_truncated() -> None:
    names = ["ねこ猫", "Żółć", "Жора", "\x00\x1f\u202e", "x" * 40]
    lines = [text(truncate(name, 26, 150), 40, 80 * row + 80, 26) for row, name in enumerate(names)]
    document = to_document(*lines)
    assert size(render_png(document)) == (WIDTH, HEIGHT)
    shown = [line.text or "" for line in fromstring(document)]
    assert shown[:4] == ["ねこ猫", "Żółć", "Жора", ""]
    assert shown[4].endswith("…")
    assert len(shown[4]) < 12


async def test_pictures_are_cached_and_rendered_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.archive.link_previews.renderer.CACHE_SIZE", 3)
    renderer, drawn = Renderer(), []

    def empty() -> str:
        drawn.append(1)
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

    pictures = await asyncio.gather(*(renderer.render("one", empty, str(n)) for n in range(MAX_PENDING)))
    assert size(pictures[0]) == (1, 1)
    assert len(drawn) == 1, "concurrent requests share one picture"
    half = [asyncio.ensure_future(renderer.render(key, empty, "a")) for key in range(MAX_PENDING // 2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await renderer.render("another", empty, "a")
    rest = [asyncio.ensure_future(renderer.render(key, empty, str(key))) for key in range(MAX_PENDING // 2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await renderer.render("another", empty, "c")
    await asyncio.gather(*half, *rest)
    drawn.clear()
    await renderer.render("one", empty)
    assert drawn, "it was evicted from the cache"


async def test_rendering_does_not_block_the_process() -> None:
    lines = [text("cats " * 20, 10, y, 20) for y in range(20, HEIGHT, 4)]
    painted = asyncio.ensure_future(
        Renderer().render("many words", lambda: to_document(*background(), *lines))
    )
    turns = 0
    while not painted.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert size(await painted) == (WIDTH, HEIGHT)
    assert turns > 20, "rendering in this process would leave few"


async def test_invalid_drawing_is_refused() -> None:
    """An empty picture would be cached and served."""
    with pytest.raises(ServiceUnavailable):
        await Renderer().render("none", lambda: "<svg")
