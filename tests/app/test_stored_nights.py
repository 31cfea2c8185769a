"""Duplicate nights in the database: which are listed, what is stored once, and what is forgotten."""

import pytest

from app.events.duplicate_nights import table_repository
from app.events.duplicate_nights.progress import finish_table
from app.events.duplicate_nights.scoring import TableScores
from tests.app.friends import block
from tests.app.local_server import Running
from tests.app.nights import (
    create_night,
    join_night,
    night_info,
    night_when,
    open_own_table,
    started_night,
    stored_entrants,
    stored_night,
    stored_tables,
)
from tests.app.people import NewPerson, Person, play_out

pytestmark = pytest.mark.backend("any")


async def listed(person: Person) -> set[str]:
    return {one["code"] for one in (await person.request("GET", "/nights"))["nights"]}


async def test_nights_of_blocked_hosts_are_not_listed(new_person: NewPerson) -> None:
    """Neither does the host find the reader's, nor the reader the host's."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    adas, bos = [await create_night(person, public=True) for person in (ada, bo)]
    assert {adas, bos} <= await listed(ada) & await listed(bo)
    await block(bo, ada)
    assert adas not in await listed(bo)
    assert bos not in await listed(ada)


async def test_finished_nights_are_listed_for_their_people(new_person: NewPerson) -> None:
    """Their results are read later, too; a canceled night has none."""
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]

    async def finished(person: Person) -> list[str]:
        overview = await person.request("GET", "/nights")
        return [one["code"] for one in overview["finished"]]

    canceled = await create_night(ada, public=True)
    await ada.request("POST", f"/nights/{canceled}/close")
    code = await create_night(ada, deals=1, public=True)
    await join_night(bo, code)
    assert await finished(bo) == []
    await ada.request("POST", f"/nights/{code}/start")
    await play_out(await open_own_table(bo, code))
    await night_when(bo, code, lambda info: info["settings"]["status"] == "finished")
    assert [await finished(person) for person in (ada, bo, cy)] == [[code], [code], []]


async def test_result_of_a_table_is_stored_once(running: Running, new_person: NewPerson) -> None:
    """A process that comes late changes nothing."""
    ada = await new_person("Ada")
    code = await started_night(ada, deals=1)
    await play_out(await open_own_table(ada, code))
    await night_when(ada, code, lambda info: info["settings"]["status"] == "finished")
    before = await stored_tables(running, code)
    async with running.infra.database.write() as cursor:
        night = await stored_night(cursor, code)
        key = table_repository.TableKey(night.id, before[0].deal, before[0].group)
        assert await finish_table(cursor, night, key, TableScores(None)) == []
    assert await stored_tables(running, code) == before


async def test_deleted_player_is_no_bot(new_person: NewPerson) -> None:
    """Where they played; the next deals are those of bots."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo, people_per_table=2, seats=3)
    await play_out(*[await open_own_table(person, code) for person in (ada, bo)])
    info = await night_when(bo, code, lambda info: bool(info["deals"][0]["seed"]))
    [before] = info["deals"][0]["tables"]
    await ada.request("POST", "/account/deletion", {"password": ""})
    [after] = (await night_info(bo, code))["deals"][0]["tables"]
    assert [seat["former"] for seat in after["seats"]] == [seat["name"] == "Ada" for seat in before["seats"]]
    assert [seat["name"] for seat in after["seats"]].count("Bo") == 1


async def test_addresses_are_forgotten_with_the_end_of_a_night(
    running: Running, new_person: NewPerson
) -> None:
    ada = await new_person("Ada")
    code = await create_night(ada)
    await join_night(ada, code)

    async def addresses() -> set[str]:
        async with running.infra.database.read() as cursor:
            night = await stored_night(cursor, code)
        return {night.address_key, *(one.address_key for one in await stored_entrants(running, code))}

    assert "" not in await addresses()
    await ada.request("POST", f"/nights/{code}/close")
    assert await addresses() == {""}
