"""Clients of shared replays."""

from engine.types import Json
from tests.app.people import Page, Person, play_out, start_game


async def finish_game(person: Person, **terms: object) -> str:
    """Plays a game with a bot to its end and returns the table's code."""
    code = await start_game(person, seats=2, bots="sensible", terms=terms)
    await play_out(await person.open_page(code))
    return code


async def create_shared_replay(person: Person, replay: str, ply: int = 0) -> str:
    """Shares the replay of a game and returns the shared replay's code."""
    code: str = (await person.request("POST", f"/replays/{replay}/reviews", {"ply": ply}))["review"]
    return code


async def join_shared_replay(person: Person, review: str) -> Page:
    """Opens a connection and joins the shared replay with this code."""
    page = await person.connect("/ws/review")
    await page.send({"type": "attend", "protocol": 1, "review": review})
    return page


async def wait_for_state(page: Page, **wanted: object) -> Json:
    """Returns the first state with these values."""
    while True:
        state = await page.next("review")
        if all(state[name] == value for name, value in wanted.items()):
            return state
