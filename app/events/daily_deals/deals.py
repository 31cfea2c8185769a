"""The deal of a day and a game: the same for everybody, and nobody can compute it before it is revealed."""

import hmac
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from app.tables.deal_guard.digest import source_digest
from engine.registry import ENTRIES
from engine.shuffle import commitment, seed_from

DOMAIN = b"boxcats/daily/1 "
# A game that began on its day may end later and still be ranked; only then the deal is revealed.
GRACE = timedelta(hours=1)


class DerivedDeal(NamedTuple):
    """The deal of a day and a game, derived from the server's key."""

    day: date
    game: str
    seats: int
    secret: bytes

    @property
    def commitment(self) -> bytes:
        """Returns the hash that is published before the day."""
        return commitment(self.secret)

    @property
    def digest(self) -> bytes:
        """Returns the digest by which the deal guard knows the deal."""
        game = ENTRIES[self.game].game
        seed = seed_from(self.secret, deal_name(self.day, self.game), [b""] * self.seats)
        return source_digest(game, self.seats, game.options({}, self.seats), seed)


def deal_name(day: date, game: str) -> str:
    """Returns the name from which, with the secret, the seed follows; it cannot be the code of a table."""
    return f"daily {day.isoformat()} {game}"


def daily_games() -> Iterator[str]:
    """Yields the games that have a daily deal."""
    return (key for key, entry in ENTRIES.items() if entry.daily_seats)


def listed_games(games: Iterable[str]) -> list[str]:
    """Returns the games in the order of every list of games; those that the server no longer has are last."""
    order = list(ENTRIES)
    return sorted(games, key=lambda game: (order.index(game) if game in order else len(order), game))


def deal_of(key: str, day: date, game: str) -> DerivedDeal:
    """Returns the deal that follows from the server's key."""
    secret = hmac.digest(key.encode(), DOMAIN + f"{day.isoformat()} {game}".encode(), "sha256")
    return DerivedDeal(day, game, ENTRIES[game].daily_seats, secret)


def day_start(day: date) -> datetime:
    """Returns when the day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def reveal_time(day: date) -> datetime:
    """Returns when the day's deals are revealed; games that end later are not ranked."""
    return day_start(day) + timedelta(days=1) + GRACE


def last_revealed_day(now: datetime) -> date:
    """Returns the newest day whose deals are public at this time (UTC)."""
    return (now - GRACE).date() - timedelta(days=1)
