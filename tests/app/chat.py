"""Clients that send and receive chat lines."""

import secrets
from typing import Any

from engine.types import Json
from tests.app.people import Page, Person


async def send_chat(page: Page, text: str = "", phrase: str = "", said_id: str = "") -> str:
    """Sends a line and returns its id."""
    said_id = said_id or secrets.token_hex(16)
    words = {"phrase": phrase} if phrase else {"text": text}
    await page.send({"type": "say", "id": said_id, **words})
    return said_id


async def receive_lines(page: Page) -> list[Json]:
    """Returns the lines of the next message with chat lines."""
    lines: list[Json] = (await page.next("said"))["lines"]
    return lines


async def connect_to_lobby(person: Person) -> Page:
    """Opens a lobby page and waits for its list of tables."""
    page = await person.connect("/ws/lobby")
    await page.send({"type": "enter", "protocol": 1})
    await page.next("tables")
    return page


async def seat_two(ada: Person, bo: Person, **terms: Any) -> str:
    """Seats both players at a table that is not started, and returns its code."""
    code: str = (await ada.create_table(terms=terms))["code"]
    await bo.sit(code, 1)
    return code
