"""Rate limits whose tokens do not return, however slowly a busy machine makes the requests of a test."""

import pytest

from app.core.token_bucket import Rate
from app.infra.rate_limits import ClientLimit
from tests.app.local_server import Running

CLIENTS = 9999  # of an address


def stop_refill(monkeypatch: pytest.MonkeyPatch, running: Running, name: str, rate: Rate) -> None:
    """Replaces this limit of clients by a full one whose tokens do not return."""
    limit = ClientLimit(rate._replace(per_second=1e-6), CLIENTS)
    monkeypatch.setattr(running.infra.limits, name, limit)
