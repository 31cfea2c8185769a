"""Rate limits whose tokens do not return, however slowly a busy machine makes the requests of a test."""

import pytest

from app.core.token_bucket import Rate
from app.infra.rate_limits import ClientLimit
from tests.app.local_server import Running

CLIENTS = 9999  # of an address


def stop_refill(
    monkeypatch: pytest.MonkeyPatch, running: Running, name: str, burst: int | None = None
) -> int:
    """Replaces this limit of clients by a full one whose tokens do not return; returns how many it has."""
    limits = running.infra.limits
    burst = burst or getattr(limits, name).rate.burst
    monkeypatch.setattr(limits, name, ClientLimit(Rate(burst, 1e-6), CLIENTS))
    return burst
