"""How much one person may ask for, and one address, behind which a household or a club may be."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from cachetools import LRUCache
from starlette.requests import HTTPConnection

from app.core.errors import AppError, RenamedOften, TooFast
from app.core.token_bucket import TokenBucket
from app.settings import Settings

# What somebody of IPv6 may have whole: bits of such networks, and how many addresses each may do as much as.
WIDER = {56: 4, 48: 16}
SHARES = (1, *WIDER.values())
MAX_BUCKETS = 20_000  # of a kind; the least recently used is dropped, and its client starts with a full one
GUESSES, A_GUESS = 20, 0.1  # wrong codes of tables from one person: at once, and a second in the long run
LINES, A_LINE = 6, 0.5  # lines of chat
LOBBY_LINES, A_LOBBY_LINE = 2, 0.01  # of each of the people behind one address, who share them
REACTIONS, A_REACTION = 4, 0.5
IMPORTS, AN_IMPORT = 20, 0.2  # records from elsewhere
REPLAYS, A_REPLAY = 30, 1  # documents of whole games
DOWNLOADS, A_DOWNLOAD = 10, 0.05  # files with all that is kept about a person
SEARCHES, A_SEARCH = 60, 2  # lists, profiles and others that the database has to look for
PICTURES, A_PICTURE = 30, 1  # of tables, to one address: those who preview links are machines
REPORTS, A_REPORT = 5, 0.01
SEAT_REQUESTS, A_SEAT_REQUEST = 10, 0.05  # for a seat that a browser had
WISHES, A_WISH = 20, 0.2  # for a quick match; the same one is said again as often as one likes
LOOK_UPS, A_LOOK_UP = 20, 0.1  # names that somebody makes us look up, likewise
NAMES, A_NAME = 5, 5 / 86_400  # other names for one person: at once, and a second: as many a day
ATTEMPTS, AN_ATTEMPT = 10, 0.05  # to get into one account, whether right or wrong, wherever from


class Caller(NamedTuple):
    """Who is asking."""

    address: str
    player: UUID | None = None


def address_of(connection: HTTPConnection) -> str:
    """Where it comes from. Whoever has one address of IPv6 has 2^64 of them: these count as one."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


@lru_cache(1024)
def networks_of(address: str) -> tuple[str, ...]:
    """An address of `address_of` and the wider networks that it is counted in, too, as in SHARES."""
    try:
        number = IPv6Address(address)
    except ValueError:
        return (address,)
    return (address, *(str(IPv6Network((number, bits), strict=False)) for bits in WIDER))


class KeyedBuckets:
    """A token bucket for each of many, in bounded memory."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: LRUCache[Hashable, TokenBucket] = LRUCache(MAX_BUCKETS)

    def take(self, whose: Hashable, amount: float = 1) -> None:
        """Raises TooFast."""
        if not self._of(whose).take(amount):
            raise TooFast(amount / self._rate)

    def check(self, whose: Hashable) -> None:
        """The same, but takes nothing. Raises TooFast."""
        if not self._of(whose).has():
            raise TooFast(1 / self._rate)

    def wait(self, whose: Hashable, amount: float) -> float:
        """Seconds until so much may be taken; 0 if it may be now."""
        return self._of(whose).wait(amount)

    def give_back(self, whose: Hashable) -> None:
        """One that was taken came to nothing."""
        self._of(whose).give_back()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._buckets)

    def _of(self, whose: Hashable) -> TokenBucket:
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = TokenBucket(self._rate, self._burst, self._clock)
        return bucket


class AddressLimit:
    """A bucket for each address, and larger ones for the networks around it, as one person may have all."""

    def __init__(self, rate: float, burst: int) -> None:
        self._levels = [KeyedBuckets(rate * share, burst * share) for share in SHARES]

    def take(self, address: str, amount: float = 1) -> None:
        """What the narrower refuses does not use up the wider. Raises TooFast."""
        for level, network in self._of(address):
            level.take(network, amount)

    def check(self, address: str) -> None:
        """The same, but takes nothing. Raises TooFast."""
        for level, network in self._of(address):
            level.check(network)

    def wait(self, address: str, amount: float) -> float:
        """Seconds until so much may be taken; 0 if it may be now."""
        return max(level.wait(network, amount) for level, network in self._of(address))

    def give_back(self, address: str) -> None:
        """What was taken came to nothing."""
        for level, network in self._of(address):
            level.give_back(network)

    def _of(self, address: str) -> Iterable[tuple[KeyedBuckets, str]]:
        return zip(self._levels, networks_of(address), strict=False)


class ClientLimit:
    """So much for a person, and so many times that for an address."""

    def __init__(self, rate: float, burst: int, people: int) -> None:
        self._people = KeyedBuckets(rate, burst)
        self._addresses = AddressLimit(rate * people, burst * people)

    def take(self, caller: Caller) -> None:
        """Raises TooFast."""
        if caller.player is not None:
            self._people.take(caller.player)
        self._addresses.take(caller.address)

    def give_back(self, caller: Caller) -> None:
        """What was taken came to nothing."""
        if caller.player is not None:
            self._people.give_back(caller.player)
        self._addresses.give_back(caller.address)

    def check(self, caller: Caller) -> None:
        """Whether one more could be taken. Raises TooFast."""
        if caller.player is not None:
            self._people.check(caller.player)
        self._addresses.check(caller.address)


class SocketCounter:
    """How many are open."""

    def __init__(self, each: int, people: int) -> None:
        self._of_a_person, self._of_an_address = each, each * people
        self._open: Counter[Hashable] = Counter()

    def enter(self, caller: Caller) -> None:
        """One more, until `leave`. Raises TooFast."""
        full = caller.player is not None and self._open[caller.player] >= self._of_a_person
        for share, network in zip(SHARES, networks_of(caller.address), strict=False):
            full = full or self._open[network] >= share * self._of_an_address
        if full:
            raise TooFast(1)
        self._open.update(_counted(caller))

    def leave(self, caller: Caller) -> None:
        for who in _counted(caller):
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def __len__(self) -> int:
        """Of how many people, addresses and networks."""
        return len(self._open)


def _counted(caller: Caller) -> list[Hashable]:
    return [*filter(None, networks_of(caller.address)), *filter(None, [caller.player])]


class Limits:
    """All of them, in this process."""

    def __init__(self, settings: Settings) -> None:
        people = settings.people_per_address
        self.messages = KeyedBuckets(settings.socket_rate, settings.socket_burst)  # a person's
        self.requests = ClientLimit(settings.request_rate, settings.request_burst, people)
        self.tables = ClientLimit(settings.table_rate, settings.table_burst, people)
        self.guests = AddressLimit(settings.guest_rate, people)
        self.guesses = ClientLimit(A_GUESS, GUESSES, people)
        self.look_ups = ClientLimit(A_LOOK_UP, LOOK_UPS, people)
        self.wishes = ClientLimit(A_WISH, WISHES, people)
        self.lines = KeyedBuckets(A_LINE, LINES)
        self.lobby_lines = AddressLimit(A_LOBBY_LINE * people, LOBBY_LINES * people)  # of an address
        self.reactions = KeyedBuckets(A_REACTION, REACTIONS)
        self.imports = ClientLimit(AN_IMPORT, IMPORTS, people)
        self.replays = ClientLimit(A_REPLAY, REPLAYS, people)
        self.downloads = ClientLimit(A_DOWNLOAD, DOWNLOADS, people)
        self.searches = ClientLimit(A_SEARCH, SEARCHES, people)
        self.pictures = AddressLimit(A_PICTURE, PICTURES)
        self.seat_requests = ClientLimit(A_SEAT_REQUEST, SEAT_REQUESTS, people)
        self.reports = ClientLimit(A_REPORT, REPORTS, people)
        self.names = ClientLimit(A_NAME, NAMES, people)
        self._attempts = KeyedBuckets(AN_ATTEMPT, ATTEMPTS)  # at one account
        self._attempts_from = AddressLimit(settings.guest_rate, people)  # one address
        self.sockets = SocketCounter(settings.sockets_per_person, people)

    @contextmanager
    def taking_name(self, caller: Caller) -> Iterator[None]:
        """One more name, unless it is refused. Raises RenamedOften."""
        try:
            self.names.take(caller)
        except TooFast:
            raise RenamedOften(1 / A_NAME) from None
        try:
            yield
        except AppError:
            self.names.give_back(caller)
            raise

    def take_attempt(self, address: str, account: Hashable) -> None:
        """A try to get into an account. Raises TooFast."""
        self._attempts_from.take(address)
        self._attempts.take(account)
