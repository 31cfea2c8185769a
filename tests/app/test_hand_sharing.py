"""A seat that consents shows its hand to spectators one round late, and nothing more."""

from typing import Any

from app.core.json_patch import to_json
from engine.moves import parse_move
from engine.record import read_record
from engine.types import Json, Seat
from tests.app.games import start_table
from tests.app.people import NewPerson, Page, play_out

HAND = {"watching": "hand"}


async def consent(page: Page, *, yes: bool = True) -> None:
    await page.send({"type": "show_hand", "yes": yes})


async def wait_for_hands(page: Page, *seats: bool) -> None:
    """Waits until the table's page lists these seats as sharing their hands."""
    while [seat["shows_hand"] for seat in page.table["seats"]] != list(seats):
        await page.next("table")


def check_spectator_page(page: Page, record: Json, shown: Seat | None) -> None:
    """Compares every view that a spectator's page received with the engine's output."""
    read = read_record(record)
    game, moves = read.game, list[Any](read.moves)
    step = game.start(read.seats, read.options, read.draws)
    for version in range(page.version + 1):
        if version in page.views:
            late = {} if shown is None else to_json(game.revealed_hand(step.state, shown))
            assert page.views[version] == {**to_json(game.view(step.state, None)), **late}
        if version < page.version:
            seat, move = moves[version]
            step = game.apply(step.state, Seat(seat), parse_move(move, game.move_types))


async def test_spectator_sees_the_hand_a_round_late(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, seats=3, terms=HAND)
    first = await (await new_person("Eve")).open_page(code)
    await first.next("update")
    await consent(pages[1])
    for page in (first, *pages):
        await wait_for_hands(page, False, True, False)
    second = await (await new_person("Zoe")).open_page(code)
    await play_out(*pages, first, second)
    record = await people[0].record(code)
    for page in (first, second):
        check_spectator_page(page, record, Seat(1))
        assert page.view["late"]["round"] == 2
    for page in pages:
        assert all("late" not in view for view in page.views.values())


async def test_spectator_without_consent_sees_the_public_view(new_person: NewPerson) -> None:
    code, people, pages = await start_table(new_person, terms=HAND)
    eve = await (await new_person("Eve")).open_page(code)
    await play_out(*pages, eve)
    check_spectator_page(eve, await people[0].record(code), None)
    await consent(pages[0])
    await wait_for_hands(eve, True, False)
    assert eve.view["late"]["seat"] == 0
    await consent(pages[0], yes=False)
    await wait_for_hands(eve, False, False)
    assert "late" not in eve.view
    assert "late" not in (await second_page(new_person, code)).view


async def second_page(new_person: NewPerson, code: str) -> Page:
    page = await (await new_person("Eve")).open_page(code)
    await page.next("update")
    return page


async def test_invalid_requests_are_refused(new_person: NewPerson) -> None:
    code, _, [ada, bo] = await start_table(new_person, terms=HAND)
    await consent(ada)
    await wait_for_hands(bo, True, False)
    await consent(bo)
    refused = await bo.next("refused")
    assert (refused["id"], refused["code"]) == ("show_hand", "hand_not_shown"), "another seat shows its hand"
    eve = await second_page(new_person, code)
    await consent(eve)
    assert (await eve.next("refused"))["code"] == "not_seated"
    cleo = await new_person("Cleo")
    public = await cleo.open_page((await cleo.create_table(2, bots="random"))["code"])
    await consent(public)
    assert (await public.next("refused"))["code"] == "not_started"
    await cleo.start(public.table["code"])
    await consent(public)
    assert (await public.next("refused"))["code"] == "hand_not_shown", "nobody may at this table"
    await public.send({"type": "show_hand", "yes": 1})
    assert await public.wait_closed() == 4400
    early = await cleo.connect()
    await consent(early)
    assert await early.wait_closed() == 4400
