"""A guest who lost the session requests their former seat, and the other players decide."""

import asyncio
from typing import Any

import pytest

from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.seat_request_repository import REAL_TIME_LIFETIME
from engine.types import Json, Seat
from tests.app.accounts import create_account
from tests.app.local_server import Running
from tests.app.people import GAME, NewPerson, Page, Person, Refusal, play_out, salt
from tests.app.timekeeping import AdvanceClock, wait_for_presence

pytestmark = pytest.mark.backend("any")


class GuestTable:
    """A started table of guests, with their salts and pages."""

    def __init__(
        self, server: Running, code: str, people: list[Person], salts: list[str], pages: list[Page]
    ) -> None:
        self.server = server
        self.code, self.people, self.salts, self.pages = code, people, salts, pages

    async def request(self, person: Person, seat: int) -> str:
        body = {"salt": self.salts[seat]}
        return str((await person.request("POST", f"/tables/{self.code}/seat-request", body))["state"])

    async def answer(self, seat: int, *, yes: bool) -> None:
        await self.people[seat].request("PUT", f"/tables/{self.code}/seat-request", {"yes": yes})

    async def state(self, person: Person) -> str:
        return str((await person.request("GET", f"/tables/{self.code}/seat-request"))["state"])

    async def lose_session(self, seat: int) -> None:
        """Closes the page of a seat and waits until the player counts as absent."""
        await self.pages[seat].close()
        await wait_for_absence(self.server, self.code, seat)


async def wait_for_absence(server: Running, code: str, seat: int, *, away: bool = True) -> None:
    """Waits until the server counts the seat's player as absent, or as present again."""
    absence = Absence(server.tables.presence, server.infra.clock)
    position = await server.tables.game.position(code)
    while await absence.is_disconnected(position, Seat(seat)) != away:  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def wait_for_request(page: Page, request: Json) -> None:
    """Waits until the page receives this seat request."""
    while (await page.next("standing")).get("request") != request:
        pass


async def refusal_code_or_empty(asked: Any) -> str:
    try:
        await asked
    except Refusal as refusal:
        return str(refusal.code)
    return ""


@pytest.fixture(autouse=True)
def wait_until(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Absence, "DISCONNECTED_AFTER_S", 0.2)


async def create_table_with_salt(host: Person, own: str, **fields: Any) -> str:
    """Creates a table with this salt of the host, and returns its code."""
    body = {"game": GAME, "options": {}, "bots": "", "terms": {}, **fields}
    code = str((await host.request("POST", "/tables", body))["code"])
    await host.request("PUT", f"/tables/{code}/salt", {"salt": own})
    return code


async def start_guest_table(
    server: Running, new_person: NewPerson, seats: int = 3, **fields: Any
) -> GuestTable:
    people = [await new_person(f"Cat {seat}") for seat in range(seats)]
    salts = [salt() for _ in people]
    code = await create_table_with_salt(people[0], salts[0], seats=seats, **fields)
    for seat, person in enumerate(people[1:], start=1):
        await person.request("PUT", f"/tables/{code}/seats/{seat}", {"salt": salts[seat]})
        await person.ready(code)
    await people[0].start(code)
    pages = [await person.open_page(code) for person in people]
    for page in pages:
        await page.next("update")
    await wait_for_presence(server, code, len(people))
    return GuestTable(server, code, people, salts, pages)


@pytest.mark.backend("each")
async def test_majority_returns_the_seat(server: Running, new_player: NewPerson) -> None:
    game = await start_guest_table(server, new_player, seats=3)
    await game.lose_session(2)
    again = await new_player("Lost Cat")
    page = await again.open_page(game.code)
    await page.next("update")
    assert "hand" not in page.view, "a spectator"
    assert await game.request(again, 2) == "waiting"
    await wait_for_request(game.pages[0], {"seat": 2, "name": "Lost Cat", "agreed": [], "refused": []})
    await game.answer(0, yes=True)
    assert await game.state(again) == "waiting", "one of two is no majority"
    await wait_for_request(game.pages[1], {"seat": 2, "name": "Lost Cat", "agreed": [0], "refused": []})
    await game.answer(1, yes=True)
    assert await game.state(again) == "granted"
    while not page.table["seats"][2]["you"]:
        await page.receive()
    while "hand" not in page.view:
        await page.next("update")
    assert page.table["seats"][2]["name"] == "Cat 2", "the seat keeps the name it started with"
    before = await game.people[2].open_page(game.code)
    await before.next("update")
    assert "hand" not in before.view, "the former cookie has lost the seat"
    await play_out(game.pages[0], game.pages[1], page)
    assert len((await again.record(game.code))["seats"]) == 3


async def test_seat_request_requires_the_salt(server: Running, new_player: NewPerson) -> None:
    """Neither a stranger with the code nor another player gets access to a hand."""
    game = await start_guest_table(server, new_player, seats=3)
    await game.lose_session(2)
    eve = await new_player("Eve")
    for wrong in (salt(), "0" * 32):
        body = {"salt": wrong}
        asked = eve.request("POST", f"/tables/{game.code}/seat-request", body)
        assert await refusal_code_or_empty(asked) == "not_your_seat"
    assert await refusal_code_or_empty(game.request(game.people[1], 2)) == "not_your_seat", (
        "the player has another seat"
    )
    assert await refusal_code_or_empty(game.request(game.people[1], 1)) == "not_away"
    assert await game.state(eve) == "none"
    assert await refusal_code_or_empty(game.answer(1, yes=True)) == "no_seat_request"


async def test_request_is_refused_while_the_owner_is_present(server: Running, new_player: NewPerson) -> None:
    game = await start_guest_table(server, new_player, seats=3)
    again = await new_player("Too Early")
    assert await refusal_code_or_empty(game.request(again, 2)) == "not_away"
    await game.lose_session(2)
    await game.request(again, 2)
    back = await game.people[2].open_page(game.code)
    await back.next("update")
    await wait_for_absence(server, game.code, 2, away=False)
    assert await refusal_code_or_empty(game.answer(0, yes=True)) == "not_away"
    assert await game.state(again) == "waiting"
    assert await refusal_code_or_empty(
        game.people[2].request("PUT", f"/tables/{game.code}/seat-request", {"yes": True})
    ) in (
        "not_away",
        "not_seated",
    )


@pytest.mark.backend("each")
async def test_majority_refuses_the_only_request(server: Running, new_player: NewPerson) -> None:
    game = await start_guest_table(server, new_player, seats=4)
    await game.lose_session(2)
    await game.lose_session(3)
    again, other = await new_player("Cat Again"), await new_player("Cat Other")
    await game.request(again, 2)
    await game.request(again, 2)  # a repeated request
    assert await refusal_code_or_empty(game.request(other, 3)) == "seat_requested"
    assert await refusal_code_or_empty(game.request(other, 2)) == "seat_requested"
    for seat in (0, 1):
        await game.answer(seat, yes=False)
    assert await game.state(again) == "none"
    assert await game.request(other, 3) == "waiting"


async def test_request_expires(server: Running, new_player: NewPerson, advance_clock: AdvanceClock) -> None:
    game = await start_guest_table(server, new_player, seats=3)
    await game.lose_session(2)
    again = await new_player("Cat Waits")
    await game.request(again, 2)
    advance_clock(REAL_TIME_LIFETIME.total_seconds() + 1)
    assert await game.state(again) == "none"
    assert await refusal_code_or_empty(game.answer(0, yes=True)) == "no_seat_request"


@pytest.mark.backend("each")
async def test_seat_among_bots_is_returned_at_once(server: Running, new_player: NewPerson) -> None:
    ada = await new_player("Alone")
    own = salt()
    code = await create_table_with_salt(ada, own, seats=3, bots="sensible")
    await ada.start(code)
    game = GuestTable(server, code, [ada], [own], [await ada.open_page(code)])
    await game.pages[0].close()
    again = await new_player("Alone Again")
    page = await again.open_page(code)
    await wait_for_absence(server, code, 0)
    assert await game.request(again, 0) == "granted"
    table: Json = await again.request("GET", f"/tables/{code}")
    assert table["you_host"], "the host stays host"
    await play_out(page)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"visibility": "public", "clock": "relaxed"}, "not_at_this_table"),
        ({"watching": "hand"}, "not_at_this_table"),
        ({"watching": "nobody"}, ""),
    ],
)
async def test_requests_are_refused_at_rated_and_hand_sharing_tables(
    server: Running, new_player: NewPerson, terms: Json, code: str
) -> None:
    """Not in a rated game, nor where a spectator sees a hand."""
    game = await start_guest_table(server, new_player, seats=3, terms=terms)
    await game.lose_session(2)
    assert await refusal_code_or_empty(game.request(await new_player("Cat Again"), 2)) == code


async def test_owner_of_an_account_signs_in_instead(server: Running, new_player: NewPerson) -> None:
    game = await start_guest_table(server, new_player, seats=3)
    await create_account(game.people[2], "Cat Account")
    await game.lose_session(2)
    assert await refusal_code_or_empty(game.request(await new_player("Eve"), 2)) == "seat_of_account"


async def test_owner_keeps_a_seat_by_registering(server: Running, new_player: NewPerson) -> None:
    """After the request was opened, which two others then grant."""
    game = await start_guest_table(server, new_player, seats=3)
    await game.lose_session(2)
    again = await new_player("Lost Cat")
    assert await game.request(again, 2) == "waiting"
    await create_account(game.people[2], "Ada Keeps Her Seat")
    for seat in (0, 1):
        assert await refusal_code_or_empty(game.answer(seat, yes=True)) in ("", "no_seat_request")
    assert await game.state(again) == "none"
    await (await game.people[2].open_page(game.code)).wait_for_turn()


async def test_player_who_answers_counts_as_present(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even without a page."""
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.2)
    game = await start_guest_table(server, new_player, seats=3)
    for seat in range(3):
        await game.lose_session(seat)
    again = await new_player("Lost Cat")
    assert await game.request(again, 2) == "waiting"
    await game.answer(0, yes=True)
    assert await game.state(again) == "granted"


async def test_many_answers_need_one_connection_each(new_person: NewPerson) -> None:
    """One that waited for a second connection while it held the first would stop the whole process."""
    eve = await new_person()
    code = (await eve.create_table())["code"]
    answers = await asyncio.gather(
        *(eve.http.put(f"/api/tables/{code}/seat-request", json={"yes": True}) for _ in range(40))
    )
    assert {answer.json()["code"] for answer in answers} == {"no_seat_request"}
