"""Games of Braincat on the server, played to the place that a test needs."""

from engine.types import Json
from tests.app.conftest import NewPerson
from tests.app.people import Page, Person, start_game

BRAINCAT = "braincat"


async def begin(
    new_person: NewPerson, seats: int, terms: Json | None = None, **options: object
) -> tuple[str, list[Person], list[Page]]:
    """Starts a game, and returns its code, players and their pages."""
    people = [await new_person(f"Cat {seat}") for seat in range(seats)]
    code = await start_game(*people, game=BRAINCAT, options=options, terms=terms or {})
    pages = [await person.open_page(code) for person in people]
    for page in pages:
        await page.next("update")
    return code, people, pages


def cat_of(pages: list[Page]) -> Page:
    """Returns the page of the one player who has the cat's moves now."""
    [cat] = [page for page in pages if page.turn is not None]
    return cat


async def reach_debate(pages: list[Page]) -> Page:
    """Plays the cat's first moves; returns its page."""
    cat = cat_of(pages)
    while cat.view["phase"] in ("pack", "look", "paw"):
        await cat.play_legal_move()
    for page in pages:
        while page.view["phase"] != "debate":
            await page.next("update")
    return cat


async def reach_vote(pages: list[Page]) -> Page:
    """Plays the cat's first moves of a game in two families; returns its page."""
    cat = cat_of(pages)
    while cat.view["phase"] != "keep":
        await cat.play_legal_move()
    return cat
