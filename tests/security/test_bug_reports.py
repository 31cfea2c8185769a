"""Bug reports show no deals to administrators who play them, or before everybody may see them."""

import pytest

from app.infra.database.engine import Database
from app.tables.deal_guard import withheld_deals
from app.tables.deal_guard.digest import deal_digest
from app.tables.game.repository import load_table
from tests.app.branches import import_record
from tests.app.bug_reports import administrator, attachment_of, report
from tests.app.local_server import Running
from tests.app.people import NewPerson, Refusal, play_out
from tests.security.same_deals import finished, started

pytestmark = pytest.mark.backend("any")


async def withhold(database: Database, code: str) -> None:
    """Withholds the game's deals, as while other tables of a night play them."""
    async with database.write() as cursor:
        await withheld_deals.withhold(cursor, [deal_digest(await load_table(cursor, code))])


async def test_report_has_no_hands_while_others_play_the_deals(
    new_person: NewPerson,
    running: Running,
) -> None:
    ada, admin = await new_person("Ada"), await administrator(new_person, running)
    code = await finished(ada)
    await withhold(running.infra.database, code)
    await report(ada, code)
    async with running.infra.database.write() as cursor:
        await withheld_deals.release(cursor, deal_digest(await load_table(cursor, code)))
    game = (await attachment_of(admin, code))["game"]
    assert set(game) == {"game", "options", "status", "version", "view", "log"}


async def test_administrator_cannot_read_the_deals_of_an_own_duplicate(
    new_person: NewPerson,
    running: Running,
) -> None:
    ada, bo, admin = await new_person("Ada"), await new_person("Bo"), await administrator(new_person, running)
    source = await finished(ada)
    await report(bo, source)
    code = await started(admin, bo, source)
    page = await admin.open_page(code)
    with pytest.raises(Refusal, match="not_finished"):
        await attachment_of(admin, source)
    await play_out(page, await bo.open_page(code))
    assert (await attachment_of(admin, source))["game"]["moves"]


async def test_administrator_cannot_read_an_import_with_the_deals_of_an_own_duplicate(
    new_person: NewPerson,
    running: Running,
) -> None:
    ada, bo, admin = await new_person("Ada"), await new_person("Bo"), await administrator(new_person, running)
    source = await finished(ada)
    cy = await new_person("Cy")
    imported = (await import_record(cy, await ada.record(source))).json()["code"]
    await report(cy, imported)
    code = await started(admin, bo, source)
    page = await admin.open_page(code)
    with pytest.raises(Refusal, match="not_finished"):
        await attachment_of(admin, imported)
    await play_out(page, await bo.open_page(code))
    assert (await attachment_of(admin, imported))["game"]["moves"]


async def test_administrator_cannot_read_a_running_game_of_deals_that_they_play(
    new_person: NewPerson,
    running: Running,
) -> None:
    ada, bo, cy, admin = [await new_person(name) for name in ("Ada", "Bo", "Cy")] + [
        await administrator(new_person, running)
    ]
    source = await finished(ada)
    other = await started(bo, cy, source)
    await report(bo, other)
    await started(admin, await new_person("Di"), source)
    with pytest.raises(Refusal, match="not_finished"):
        await attachment_of(admin, other)
