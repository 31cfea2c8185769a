"""Card packs of players."""

import secrets
from typing import Any

from engine.types import Json
from tests.app.accounts import create_account
from tests.app.people import NewPerson, Person

GAME = "braincat"
LINES = "\n".join(f"Card number {number}" for number in range(30))


async def new_author(new_person: NewPerson) -> Person:
    """Creates a person with an account."""
    person: Person = await new_person()
    await create_account(person, f"Author {secrets.token_hex(4)}")
    return person


def pack_body(**fields: Any) -> Json:
    return {"game": GAME, "title": "My pack", "language": "en", "format": "lines", "written": LINES, **fields}


async def add_pack(person: Person, **fields: Any) -> Json:
    """Stores a pack with a title of its own, so that no other test has the same content."""
    title = f"Pack {secrets.token_hex(8)}"
    pack: Json = await person.request("POST", "/packs", pack_body(**{"title": title, **fields}))
    return pack


async def pack_options(person: Person, name: str) -> Json:
    """Returns the option `packs` of a table that has this pack alone."""
    texts = await person.request("GET", f"/games/{GAME}/packs/{name}")
    return {name: {"letters": [card["letters"] for card in texts["cards"]], "memo": texts["memo"]}}
