"""Damaged messages to a shared replay cause no error, change no leader and do not stop it."""

import random
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from pydantic import TypeAdapter

from app.archive.shared_replays.protocol import SharedReplayServerMessage
from tests.app.local_server import Running
from tests.app.people import Person, start_game
from tests.app.shared_replays import create_shared_replay, join_shared_replay, wait_for_state
from tests.security.attacker import ALLOWED, SEED, Attacker, in_review, wait_until_clean
from tests.security.mutations import ReviewMutator
from tests.security.raw_connection import cookies_of
from tests.soak import SOAK

SHOTS = 150 * SOAK
MESSAGE: TypeAdapter[object] = TypeAdapter(SharedReplayServerMessage)


@pytest.mark.timeout(60 + 60 * SOAK)
async def test_damaged_messages_do_not_stop_a_shared_replay(target: Running, quiet: None) -> None:
    print(f"FUZZ_SEED={SEED}")  # noqa: T201
    rng, closes = random.Random(SEED), Counter[int]()
    async with AsyncExitStack() as stack:
        ada, bo, eve = [await stack.enter_async_context(Person(target.url)) for _ in range(3)]
        for person in (ada, bo, eve):
            await person.start_session()
        games = [await start_game(ada, bo, terms={"watching": watching}) for watching in ("nobody", "public")]
        for game in games:
            await target.tables.game.abandon(game)
        closed, review = [await create_shared_replay(ada, game, ply=7) for game in games]
        leads, follows = [await join_shared_replay(person, review) for person in (ada, bo)]
        for cookies, shots in ((cookies_of(eve), SHOTS), ("", 10)):
            mutator = ReviewMutator(random.Random(rng.getrandbits(64)), [review, closed, "nosuch"])
            attacker = Attacker(target.url, cookies, None, mutator, in_review(review))
            await attacker.attack(shots)
            closes.update(attacker.closes)
            for text in attacker.received:
                MESSAGE.validate_json(text, strict=True)  # strict: unknown keys are refused
        assert (await wait_for_state(follows, count=2, led=True))["ply"] == 7, "no other player led"
        await leads.send({"type": "show", "ply": 9})
        for page in (follows, leads):
            await wait_for_state(page, ply=9)
    assert set(closes) <= ALLOWED
    assert closes.keys() >= {1002, 4400, 4401}, "the messages reached the server"
    await wait_until_clean(target)
