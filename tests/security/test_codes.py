"""A table's code is its invitation: it cannot be guessed, and only the code itself reveals the table."""

from collections import Counter

import pytest
from sqlalchemy import event

from app.core.codes import ALPHABET, LENGTH, new_code
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal

WRONG = ["aaaaaa", "a", "a" * 500, "a'--", "a%25", "a%00", "..", "%2e%2e", "猫", "%ff", "aaaaaa%0a"]


def test_codes_are_many_and_equally_likely() -> None:
    assert len(ALPHABET) ** LENGTH > 8e8
    assert len(set(ALPHABET)) == len(ALPHABET)
    codes = [new_code() for _ in range(20_000)]
    assert len(set(codes)) > 19_990, "a collision is improbable"
    for place in range(LENGTH):
        counts = Counter(code[place] for code in codes)
        assert set(counts) == set(ALPHABET)
        assert max(counts.values()) < 2 * min(counts.values())


@pytest.mark.parametrize("code", WRONG)
async def test_unknown_tables_are_refused_alike(new_player: NewPerson, quiet: None, code: str) -> None:
    ada = await new_player()
    table = f"/api/tables/{code}"
    for method, path in (
        ("GET", table),
        ("POST", f"{table}/start"),
        ("DELETE", f"{table}/seats/0"),
        ("GET", f"{table}/record"),
        ("GET", f"/api/replays/{code}"),
        ("DELETE", f"/api/imports/{code}"),
    ):
        response = await ada.http.request(method, path)
        assert (response.status_code, response.json()["code"]) in (
            (404, "table_not_found"),
            (404, "not_found"),
        )


async def test_without_a_session_no_code_is_looked_up(server: Running, new_player: NewPerson) -> None:
    """So neither the response nor its timing reveals whether the table exists."""
    ada = await new_player()
    code = (await ada.create_table())["code"]
    async with Person(server.url) as stranger:
        for tried in (code, "nosuch"):
            assert not looks_up(await statements(server, stranger, tried, 401))
    assert looks_up(await statements(server, ada, code, 200))


def looks_up(statements: list[str]) -> bool:
    """Returns whether a table is looked up by its code."""
    return any("tables.code =" in statement for statement in statements)


async def test_table_without_spectators_reveals_only_that_it_exists(new_player: NewPerson) -> None:
    ada, eve = await new_player("Ada"), await new_player("Eve")
    code = (await ada.create_table(2, bots="random", terms={"watching": "nobody"}))["code"]
    await ada.start(code)
    for path in ("", "/record"):
        response = await eve.http.get(f"/api/tables/{code}{path}")
        assert (response.status_code, response.json()) == (403, {"code": "no_looking_on"})
    page = await eve.connect()
    await page.join(code)
    assert await page.receive() == {"type": "refused", "code": "no_looking_on"}
    assert await page.wait_closed() == 4403
    with pytest.raises(Refusal, match="already_started"):
        await eve.sit(code, 1)


async def statements(server: Running, person: Person, code: str, status: int) -> list[str]:
    """Returns the SQL with this code during a request for its table, which is answered with this status."""
    executed: list[str] = []

    def on_execute(_: object, __: object, statement: str, values: object, *___: object) -> None:
        if code in str(values):  # not of other tables, which their own tasks may look up meanwhile
            executed.append(statement)

    engine = server.infra.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", on_execute)
    try:
        assert (await person.http.get(f"/api/tables/{code}")).status_code == status
    finally:
        event.remove(engine, "before_cursor_execute", on_execute)
    return executed
