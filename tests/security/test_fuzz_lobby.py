"""Damaged messages to the lobby cause no error, show no hidden table and do not stop it."""

import random
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from pydantic import TypeAdapter

from app.tables.sockets.protocol import LobbyServerMessage
from tests.app.lobby import PUBLIC, open_lobby
from tests.app.local_server import Running
from tests.app.people import Person
from tests.app.seeker import Seeker
from tests.security.attacker import ALLOWED, LOBBY, SEED, Attacker, wait_until_clean
from tests.security.mutations import LobbyMutator
from tests.security.raw_connection import cookies_of
from tests.soak import SOAK

SHOTS = 300 * SOAK
MESSAGE: TypeAdapter[object] = TypeAdapter(LobbyServerMessage)


@pytest.mark.timeout(60 + 60 * SOAK)
async def test_damaged_messages_do_not_stop_the_lobby(target: Running, quiet: None) -> None:
    print(f"FUZZ_SEED={SEED}")  # noqa: T201
    rng, closes = random.Random(SEED), Counter[int]()
    async with AsyncExitStack() as stack:
        host, guest, *others = [await stack.enter_async_context(Person(target.url)) for _ in range(4)]
        for person in (host, guest, *others):
            await person.start_session()
        hidden = (await host.create_table(terms={"visibility": "link"}))["code"]
        for cookies, shots in ((cookies_of(guest), SHOTS), ("", 10)):
            mutator = LobbyMutator(random.Random(rng.getrandbits(64)), [hidden])
            attacker = Attacker(target.url, cookies, None, mutator, LOBBY)
            await attacker.attack(shots)
            closes.update(attacker.closes)
            for text in attacker.received:
                MESSAGE.validate_json(text, strict=True)  # strict: unknown keys are refused
                assert hidden not in text
        await check_lobby_works(host, *others)
    assert set(closes) <= ALLOWED
    assert closes.keys() >= {1002, 4400, 4401}, "the messages reached the server"
    await wait_until_clean(target)


async def check_lobby_works(host: Person, *others: Person) -> None:
    """Checks that tables are listed and players matched."""
    lobby = await open_lobby(others[0])
    code = (await host.create_table(terms=PUBLIC))["code"]
    await lobby.until(lambda: code in lobby.tables)
    seekers = [Seeker(one, clock="three_days") for one in others]
    for seeker in seekers:
        await seeker.request_match()
    assert len({await seeker.wait_for_match() for seeker in seekers}) == 1
