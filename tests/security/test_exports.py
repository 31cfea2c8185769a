"""What people download of their own data tells nothing about a running game that its page does not show."""

import pytest

from tests.app.braincat import begin, reach_vote
from tests.app.people import NewPerson, Page, Person

pytestmark = pytest.mark.backend("any")


async def _after_votes(new_person: NewPerson, votes: int) -> list[int | None]:
    """Returns the moves of a note in the download of a player, after so many votes of the other family."""
    code, people, pages = await begin(new_person, 6, mode="teams")
    cat = await reach_vote(pages)
    for page in pages:
        while page.view["phase"] != "keep":
            await page.next("update")
    person, page, voter = _of_two_families(people, pages, cat)
    for choice in ("stay", "0", "stay")[:votes]:
        await voter.play({"kind": "vote", "choice": choice})
        await voter.wait_for_turn()
    answer = await page.play({"kind": "vote", "choice": "stay"})
    note = {"text": "They think.", "shared": False}
    await person.request("PUT", f"/tables/{code}/notes/{answer['version']}", note)
    return [one["ply"] for one in (await person.request("GET", "/account/data"))["notes"]]


def _of_two_families(people: list[Person], pages: list[Page], cat: Page) -> tuple[Person, Page, Page]:
    """Returns a player with their page, and the page of a player of the other family."""
    families = cat.view["families"]
    seats = [seat for seat, page in enumerate(pages) if page is not cat]
    one = seats[0]
    other = next(seat for seat in seats if families[seat] != families[one])
    return people[one], pages[one], pages[other]


async def test_download_does_not_show_that_another_family_voted(new_person: NewPerson) -> None:
    assert await _after_votes(new_person, 3) == await _after_votes(new_person, 0)
