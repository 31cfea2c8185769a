"""Started and finished tables with a page for each seat."""

from typing import cast
from uuid import UUID

from app.main import Services
from app.tables.game.protocol import Play
from app.tables.game.service import LATEST
from engine.moves import write_move
from tests.app.people import NewPerson, Page, Person, play_out


async def start_table(
    new_person: NewPerson, seats: int = 2, **fields: object
) -> tuple[str, list[Person], list[Page]]:
    """Starts a table of new guests and opens a page for each seat.

    Returns the table's code, the guests and their pages, which have received the first update.
    """
    people = [await new_person(f"Cat {seat}") for seat in range(seats)]
    code = cast(str, (await people[0].create_table(seats, **fields))["code"])
    for seat, person in enumerate(people[1:], start=1):
        await person.sit(code, seat)
        await person.ready(code)
    await people[0].start(code)
    pages = [await person.open_page(code) for person in people]
    for page in pages:
        await page.next("update")
    return code, people, pages


async def finished_table(
    new_person: NewPerson, seats: int = 2, **fields: object
) -> tuple[str, list[Person], list[Page]]:
    """Finishes a game of guests; returns the table's code, the guests and a page for each seat."""
    code, people, pages = await start_table(new_person, seats, **fields)
    await play_out(*pages)
    return code, people, pages


async def next_table(page: Page) -> str:
    """Waits for the code of the rematch."""
    while not page.table["next"]:
        await page.next("table")
    code: str = page.table["next"]
    return code


async def player_at(services: Services, code: str, seat: int) -> UUID:
    table = await services.tables.game.table(code)
    player = table.seats[seat].player
    assert player is not None
    return player


async def play_in_process(services: Services, code: str) -> int:
    """Plays one move of the current player without a page, and returns the version."""
    position = await services.tables.game.position(code, LATEST)
    seat, turn = next(iter(position.turns.items()))
    move = position.game.legal_moves(position.state, seat)[0]
    return await services.tables.game.play_move(
        code, seat, Play(id=f"silent-{position.version}", turn=turn, move=write_move(move))
    )
