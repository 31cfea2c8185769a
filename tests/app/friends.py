"""Requests that follow and block players."""

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
