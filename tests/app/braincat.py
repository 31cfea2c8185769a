"""Games of Braincat on the server, played to the place that a test needs."""

from engine.types import Json
from tests.app.people import NewPerson, Page, Person

BRAINCAT = "braincat"


async def begin(
    new_person: NewPerson, seats: int, terms: Json | None = None, **options: object
) -> tuple[str, list[Person], list[Page]]:
    """Starts a game at which everybody has a page open, so that nobody is absent for a moment.

    Returns its code, players and their pages.
    """
    people = [await new_person(f"Cat {seat}") for seat in range(seats)]
    host, *guests = people
    code = str((await host.create_table(seats, game=BRAINCAT, options=options, terms=terms or {}))["code"])
    for seat, guest in enumerate(guests, start=1):
        await guest.sit(code, seat)
        await guest.ready(code)
    pages = [await person.open_page(code) for person in people]
    await host.start(code)
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


PRIVATE = ("mystery", "mystery_as_number", "master_cards", "legal")  # fields of one seat


async def act(pages: list[Page], mover: Page, move: Json) -> None:
    """Plays a move, which must be accepted, and waits until all pages that may see it show it."""
    answer = await mover.play(move)
    assert answer["type"] == "accepted", answer
    while mover.version < answer["version"]:
        await mover.next("update")
    for page in pages:
        while _shared(page, mover) != _shared(mover, page):
            await page.next("update")


def _shared(page: Page, other: Page) -> Json:
    """Returns what two pages have in common of the first one's view; families vote in secret."""
    hidden = PRIVATE if _family(page) == _family(other) else (*PRIVATE, "family_votes")
    return {name: value for name, value in page.view.items() if name not in hidden}


def _family(page: Page) -> str:
    """Returns the family whose votes a page shows."""
    if "family_votes" not in page.view:
        return ""
    family: str = page.view["families"][int(page.seat_key)]
    return family
