"""Bans in the database."""

from datetime import timedelta

import pytest

from app.infra.database.engine import now
from app.players.bans import repository
from tests.app.local_server import Running

pytestmark = pytest.mark.backend("any")
NUMBER = 150


async def test_all_bans_in_force_are_listed(running: Running) -> None:
    """An administrator cannot lift a ban that is not listed."""
    ends = now() + timedelta(seconds=20)
    networks = [f"198.18.0.{number}/32" for number in range(NUMBER)]
    async with running.infra.database.write() as cursor:
        for network in networks:
            await repository.ban_network(cursor, network, ends, muted=True, why="why")
    async with running.infra.database.read() as cursor:
        listed = await repository.listed(cursor, now())
        over = await repository.listed(cursor, ends)
    assert [ban.about for ban in listed if ban.about in networks] == networks[::-1]
    assert not {ban.about for ban in over}.intersection(networks)
