"""Who finds a night, and who shares a table in it: groups by lot, without people who blocked each other."""

from uuid import UUID

import pytest

from app.events.duplicate_nights import service
from tests.app.friends import block
from tests.app.nights import create_night, join_night, night_info, started_night
from tests.app.people import NewPerson


async def test_public_nights_are_listed(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    shown, hidden = await create_night(ada, public=True), await create_night(ada)
    listed = await bo.request("GET", "/nights")
    codes = {night["code"] for night in listed["nights"]}
    assert shown in codes
    assert hidden not in codes
    assert listed["mine"] == []
    assert {night["code"] for night in (await ada.request("GET", "/nights"))["mine"]} == {shown, hidden}
    await ada.request("POST", f"/nights/{shown}/close")
    assert shown not in {night["code"] for night in (await bo.request("GET", "/nights"))["nights"]}


@pytest.mark.parametrize("blocker", ["host", "reader"])
async def test_public_night_of_a_blocked_person_is_not_listed(new_person: NewPerson, blocker: str) -> None:
    """Its link works as for everybody, so that nobody learns of a block."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await create_night(ada, public=True)
    await block(ada, bo) if blocker == "host" else await block(bo, ada)
    assert code not in {night["code"] for night in (await bo.request("GET", "/nights"))["nights"]}
    assert code in {night["code"] for night in (await ada.request("GET", "/nights"))["nights"]}
    assert [one["name"] for one in (await join_night(bo, code))["info"]["people"]] == ["Bo"]
    assert [night["code"] for night in (await bo.request("GET", "/nights"))["mine"]] == [code]


class _Drawn:
    """Draws the groups of a night in the order of joining, or in the reverse order."""

    def __init__(self, step: int) -> None:
        self._step = step

    def sample(self, people: list[UUID], _: int) -> list[UUID]:
        return people[:: self._step]


@pytest.mark.parametrize(("step", "table"), [(1, 1), (-1, 2)])
async def test_groups_are_drawn(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch, step: int, table: int
) -> None:
    """Whatever the order of joining: from that an exchange because of a block could be inferred."""
    monkeypatch.setattr(service, "SystemRandom", lambda: _Drawn(step))
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo)
    tables = {one["name"]: one["table"] for one in (await night_info(ada, code))["people"]}
    assert tables == {"Ada": table, "Bo": 3 - table}


async def test_people_who_blocked_each_other_share_no_table(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada and Bo would share the first one; the latecomer would join Ada in the smaller group."""
    monkeypatch.setattr(service, "SystemRandom", lambda: _Drawn(1))
    ada, cy, bo, late = [await new_person(name) for name in ("Ada", "Cy", "Bo", "Late")]
    await block(bo, ada)
    await block(ada, late)
    code = await started_night(ada, cy, bo, people_per_table=2, seats=3)
    tables = {one["name"]: one["table"] for one in (await night_info(ada, code))["people"]}
    assert tables == {"Cy": 1, "Bo": 1, "Ada": 2}
    joined = (await join_night(late, code))["info"]["people"]
    assert {one["name"]: one["table"] for one in joined} == {**tables, "Late": 1}
