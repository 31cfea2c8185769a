"""Moves and lines of Braincat that the server refuses, with the number of the rule or a code."""

from typing import Any

import pytest

from tests.app.braincat import act, begin, cat_of
from tests.app.people import NewPerson, Page, play_until, salt

pytestmark = pytest.mark.backend("any")


async def refusals(page: Page, moves: dict[str, dict[str, Any]]) -> None:
    """Sends moves, each of which must be refused with its code."""
    for code, move in moves.items():
        assert await page.play(move) | {"id": ""} == {"type": "refused", "id": "", "code": code}


async def reach(phase: str, pages: list[Page]) -> Page:
    """Plays the cat's moves up to this step; returns its page."""
    cat = cat_of(pages)
    while cat.view["phase"] != phase:
        await act(pages, cat, cat.legal()[0])
    return cat


async def test_pack_that_may_not_be_chosen(new_person: NewPerson) -> None:
    """One that the table has not."""
    _, _, pages = await begin(new_person, 3)
    cat = cat_of(pages)
    await refusals(cat, {"B1": {"kind": "choose_pack", "pack": "nothing"}})
    await refusals(cat, {"wrong_phase": {"kind": "point", "at": 0}})
    family = next(page for page in pages if page is not cat)
    await refusals(family, {"not_to_act": {"kind": "choose_pack", "pack": "jobs"}})


async def test_clue_pack_must_be_another(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 3, schizo=True)
    await cat_of(pages).play({"kind": "choose_pack", "pack": "jobs"})
    for page in pages:
        while page.view["phase"] != "clue_pack":
            await page.next("update")
    await refusals(cat_of(pages), {"B5": {"kind": "choose_pack", "pack": "jobs"}})


async def test_families_pack_of_a_finished_round(new_person: NewPerson) -> None:
    """Round 3 is the first family's again."""
    _, _, pages = await begin(new_person, 6, mode="teams")
    chosen = await finish_rounds(pages, 2)
    cat = cat_of(pages)
    assert cat.view["phase"] == "pack"
    await refusals(cat, {"B20": {"kind": "choose_pack", "pack": chosen[0]}})


async def finish_rounds(pages: list[Page], count: int) -> list[str]:
    """Plays first legal moves until so many rounds are over; returns the packs chosen."""
    await play_until(pages, lambda page: page.view["round"] >= count and page.view["phase"] == "pack")
    return [ended["board"]["pack"] for ended in pages[0].view["ended"].values()]


async def test_votes_of_the_cat_and_of_nothing(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 3)
    cat = await reach("debate", pages)
    voter = next(page for page in pages if page is not cat)
    await refusals(cat, {"not_to_act": {"kind": "vote", "choice": "red"}})
    await refusals(cat, {"not_to_act": {"kind": "ready"}})
    await refusals(voter, {"B12": {"kind": "wait"}})
    await refusals(voter, {"B12": {"kind": "vote", "choice": "5"}})
    await act(pages, voter, {"kind": "vote", "choice": "red"})
    await refusals(voter, {"B12": {"kind": "vote", "choice": "red"}})


async def test_clue_when_no_paw_is_left(new_person: NewPerson) -> None:
    """A round has four paws."""
    _, _, pages = await begin(new_person, 2)
    cat = await reach("debate", pages)
    [voter] = [page for page in pages if page is not cat]
    for _ in range(3):
        await act(pages, voter, {"kind": "vote", "choice": "clue"})
        await act(pages, voter, {"kind": "ready"})
        await reach("debate", pages)
    await refusals(voter, {"B15": {"kind": "vote", "choice": "clue"}})


@pytest.mark.backend("each")
async def test_totem_acts_once_in_a_step(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 6, mode="teams")
    await reach("keep", pages)
    view = pages[0].view
    seat = view["acting"]["ambassadors"]["red"]
    ambassador = pages[seat]
    other = next(
        one
        for one, family in enumerate(view["families"])
        if family == "red" and one not in (seat, view["board"]["cat"])
    )
    await refusals(ambassador, {"B22": {"kind": "place_totem", "master": 0}})  # not settled yet
    family = [ambassador, pages[other]]  # the other one does not see votes
    for voter in family:
        await act(family, voter, {"kind": "vote", "choice": "0"})
    await refusals(pages[other], {"B20": {"kind": "place_totem", "master": 0}})
    await refusals(ambassador, {"B22": {"kind": "place_totem", "master": 1}})  # not what was voted
    await act(family, ambassador, {"kind": "place_totem", "master": 0})
    await refusals(ambassador, {"not_to_act": {"kind": "place_totem", "master": 1}})
    await refusals(pages[other], {"not_to_act": {"kind": "vote", "choice": "stay"}})


async def test_unknown_cards(new_person: NewPerson) -> None:
    _, _, pages = await begin(new_person, 3, mode="individual")
    cat = cat_of(pages)
    while cat.view["phase"] != "paw":
        await cat.play_legal_move()
    await refusals(cat, {"B7": {"kind": "point", "at": 2}})
    cat = await reach("choice", pages)
    player = next(page for page in pages if page is not cat)
    await refusals(player, {"B27": {"kind": "place_token", "master": 4}})
    await refusals(player, {"B27": {"kind": "stay"}})  # no token on the board yet
    await refusals(cat, {"not_to_act": {"kind": "place_token", "master": 0}})


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "vote", "choice": "6"},
        {"kind": "vote", "choice": 1},
        {"kind": "vote"},
        {"kind": "vote", "choice": "red", "seat": 1},
        {"kind": "point", "at": True},
        {"kind": "time_up"},
        {"kind": "leave", "seat": 1},
        {"kind": "abandon"},
    ],
    ids=str,
)
async def test_moves_of_a_wrong_form(new_person: NewPerson, move: dict[str, Any]) -> None:
    """Moves of nobody are malformed as well when a page sends them."""
    _, _, pages = await begin(new_person, 2)
    cat = await reach("debate", pages)
    [voter] = [page for page in pages if page is not cat]
    await refusals(voter, {"malformed": move})


async def test_chat_is_closed_while_the_paw_is_placed(new_person: NewPerson) -> None:
    """For everybody; then it is open for the family again."""
    _, _, pages = await begin(new_person, 3)
    cat = await reach("paw", pages)
    for page in pages:
        await page.send({"type": "say", "id": salt(), "phrase": "hello"})
        assert await page.refusal() == "B10"
        await page.send({"type": "react", "kind": "love"})
        assert await page.refusal() == "B10"
    await reach("debate", pages)
    family = [page for page in pages if page is not cat]
    await family[0].send({"type": "say", "id": salt(), "phrase": "hello"})
    assert (await family[1].next("said"))["lines"]


async def test_pack_of_two_finished_rounds(new_person: NewPerson) -> None:
    """Without votes all paws are used, so two rounds never reach the target."""
    _, _, pages = await begin(new_person, 2, mode="moods")
    chosen = await finish_rounds(pages, 2)
    cat = cat_of(pages)
    played_twice = {pack for pack in chosen if chosen.count(pack) == 2}
    assert set(cat.view["legal"]["packs"]) == {"ads", "bar", "jobs"} - played_twice
    for pack in played_twice:
        await refusals(cat, {"B18": {"kind": "choose_pack", "pack": pack}})
