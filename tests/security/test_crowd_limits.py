"""Many people behind one address who do all that each of them may."""

import pytest

from app.core.errors import TooFast
from app.infra.rate_limits import Caller, ClientLimit, Limits
from app.settings import Settings

KEY = "k" * 32


def _take_all(limit: ClientLimit, caller: Caller) -> None:
    """Raises TooFast once nothing is left."""
    while True:
        limit.take(caller)


@pytest.mark.parametrize(
    ("name", "of_person"),
    [("requests", 10), ("messages", 10), ("searches", 2), ("joins", 2), ("replays", 1), ("table_changes", 1)],
)
def test_crowd_behind_one_address_cannot_go_on_as_it_began(name: str, of_person: float) -> None:
    """Fifty guests who always do all that each of them may would keep one core busy."""
    limit: ClientLimit = getattr(Limits(Settings(secret_key=KEY)), name)
    with pytest.raises(TooFast) as refused:
        _take_all(limit, Caller("192.0.2.1"))
    assert refused.value.wait == pytest.approx(1 / (10 * of_person))
    limit.take(Caller("192.0.2.2"))
