"""Bug reports and the administrators who read them."""

import secrets

from app.moderation.repository import account, make_admin
from app.players.accounts.lookalikes import name_key
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person
from tests.app.personal_data import BROWSER_STATE


async def administrator(new_person: NewPerson, running: Running) -> Person:
    person, name = await new_person(), f"Warden {secrets.token_hex(4)}"
    await person.request("POST", "/account", {"name": name, "password": "whiskers on kittens"})
    async with running.infra.database.write() as cursor:
        found = await account(cursor, name_key(name))
        assert found is not None
        await make_admin(cursor, found.id)
    return person


async def report(person: Person, code: str, words: str = "upside down") -> None:
    await person.request("POST", "/problems", {"table": code, "words": words, "page": BROWSER_STATE})


async def attachment_of(admin: Person, code: str) -> Json:
    """Returns the attachment of the only report about this table."""
    reports = (await admin.request("GET", "/admin"))["reports"]
    [found] = [one for one in reports if one["table"] == code]
    assert (found["problem"], found["gone"], found["lines"]) == (True, True, [])
    problem: Json = await admin.request("GET", f"/admin/reports/{found['id']}/problem")
    return problem
