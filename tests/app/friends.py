"""Requests that follow and block players."""

from typing import Any

from engine.types import Json
from tests.app.people import Person


async def get_handle(person: Person) -> str:
    handle: str = (await person.request("GET", "/friends"))["handle"]
    return handle


async def follow(person: Person, other: Person) -> Json:
    ties: Json = await person.request("PUT", f"/people/{await get_handle(other)}/follow")
    return ties


async def block(person: Person, other: Person) -> Json:
    ties: Json = await person.request("PUT", f"/people/{await get_handle(other)}/block")
    return ties


async def find_by_name(person: Person, name: str) -> list[str]:
    """Returns the names of the players that a search finds."""
    found = await person.http.get("/api/people", params={"name": name})
    return [one["name"] for one in found.json()]


async def invite(host: Person, other: Person, **fields: Any) -> str:
    """Creates a table to which the other player is invited, and returns its code."""
    table = await host.create_table(invite=await get_handle(other), **fields)
    code: str = table["code"]
    return code


async def invitations_of(person: Person) -> list[str]:
    """Returns the codes of the tables to which this person is invited, newest first."""
    return [one["code"] for one in await person.request("GET", "/invitations")]


async def invited_to(person: Person, code: str) -> list[Json]:
    """Returns the players invited to a table, as this person sees them."""
    invited: list[Json] = (await person.request("GET", f"/tables/{code}"))["invited"]
    return invited
