"""Rate limits of each player, and of each address, behind which a household or a club may be."""

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

# Prefix lengths of the IPv6 networks that one person may control, and their limit in units of an address's.
WIDER = {56: 4, 48: 16}
SHARES = (1, *WIDER.values())
MAX_BUCKETS = 20_000  # of a kind; the least recently used is dropped, and its client starts with a full one
# Limits of one player unless another is named: tokens at once, and tokens per second in the long run.
GUESSES, A_GUESS = 20, 0.1  # wrong codes of tables
LINES, A_LINE = 6, 0.5  # chat messages
LOBBY_LINES, A_LOBBY_LINE = 2, 0.01  # lobby chat messages, for each of `people_per_address`, who share them
REACTIONS, A_REACTION = 4, 0.5
IMPORTS, AN_IMPORT = 20, 0.2  # imported games
REPLAYS, A_REPLAY = 30, 1  # replays of whole games
DOWNLOADS, A_DOWNLOAD = 10, 0.05  # downloads of a player's own data
SEARCHES, A_SEARCH = 60, 2  # lists, profiles and other database searches
PICTURES, A_PICTURE = 30, 1  # link previews, for an address: their clients are machines
REPORTS, A_REPORT = 5, 0.01
SEAT_REQUESTS, A_SEAT_REQUEST = 10, 0.05  # requests for a seat that the browser had
MATCH_REQUESTS, A_MATCH_REQUEST = 20, 0.2  # new matchmaking requests
LOOK_UPS, A_LOOK_UP = 20, 0.1  # DNS look-ups
NAMES, A_NAME = 5, 5 / 86_400  # names of one player
ATTEMPTS, AN_ATTEMPT = 10, 0.05  # attempts to sign in to one account, from anywhere


class Caller(NamedTuple):
    """The client of a request or connection: its address, and its player if it has a session."""

    address: str
    player: UUID | None = None


def address_of(connection: HTTPConnection) -> str:
    """Returns the client's address; of IPv6 its /64 network, which one client controls as a whole."""
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
    """Returns an address from `address_of` and the wider networks it belongs to, in the order of SHARES."""
    try:
        number = IPv6Address(address)
    except ValueError:
        return (address,)
    return (address, *(str(IPv6Network((number, bits), strict=False)) for bits in WIDER))


class KeyedBuckets:
    """A token bucket for each key, in bounded memory."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: LRUCache[Hashable, TokenBucket] = LRUCache(MAX_BUCKETS)

    def take(self, whose: Hashable, amount: float = 1) -> None:
        """Takes tokens. Raises TooFast if there are not enough."""
        if not self._of(whose).take(amount):
            raise TooFast(amount / self._rate)

    def check(self, whose: Hashable) -> None:
        """Raises TooFast if there is no token; takes none."""
        if not self._of(whose).has():
            raise TooFast(1 / self._rate)

    def wait(self, whose: Hashable, amount: float) -> float:
        """Returns the seconds until so many tokens can be taken, 0 if they can be now."""
        return self._of(whose).wait(amount)

    def give_back(self, whose: Hashable) -> None:
        """Returns a token that was not used."""
        self._of(whose).give_back()

    def __len__(self) -> int:
        """Returns the number of buckets."""
        return len(self._buckets)

    def _of(self, whose: Hashable) -> TokenBucket:
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = TokenBucket(self._rate, self._burst, self._clock)
        return bucket


class AddressLimit:
    """A bucket for each address, and larger ones for its networks, which one person may control."""

    def __init__(self, rate: float, burst: int) -> None:
        self._levels = [KeyedBuckets(rate * share, burst * share) for share in SHARES]

    def take(self, address: str, amount: float = 1) -> None:
        """Takes tokens from the address first, then from wider networks. Raises TooFast."""
        for level, network in self._of(address):
            level.take(network, amount)

    def check(self, address: str) -> None:
        """Raises TooFast if there is no token; takes none."""
        for level, network in self._of(address):
            level.check(network)

    def wait(self, address: str, amount: float) -> float:
        """Returns the seconds until so many tokens can be taken, 0 if they can be now."""
        return max(level.wait(network, amount) for level, network in self._of(address))

    def give_back(self, address: str) -> None:
        """Returns a token that was not used."""
        for level, network in self._of(address):
            level.give_back(network)

    def _of(self, address: str) -> Iterable[tuple[KeyedBuckets, str]]:
        return zip(self._levels, networks_of(address), strict=False)


class ClientLimit:
    """A bucket for each player, and one `people` times as large for each address."""

    def __init__(self, rate: float, burst: int, people: int) -> None:
        self._people = KeyedBuckets(rate, burst)
        self._addresses = AddressLimit(rate * people, burst * people)

    def take(self, caller: Caller) -> None:
        """Raises TooFast."""
        if caller.player is not None:
            self._people.take(caller.player)
        self._addresses.take(caller.address)

    def give_back(self, caller: Caller) -> None:
        """Returns a token that was not used."""
        if caller.player is not None:
            self._people.give_back(caller.player)
        self._addresses.give_back(caller.address)

    def check(self, caller: Caller) -> None:
        """Raises TooFast if there is no token; takes none."""
        if caller.player is not None:
            self._people.check(caller.player)
        self._addresses.check(caller.address)


class SocketCounter:
    """Counts open WebSocket connections by player and network."""

    def __init__(self, each: int, people: int) -> None:
        self._of_a_person, self._of_an_address = each, each * people
        self._open: Counter[Hashable] = Counter()

    def enter(self, caller: Caller) -> None:
        """Counts one connection until `leave`. Raises TooFast."""
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
        """Returns the number of players and networks with open connections."""
        return len(self._open)


def _counted(caller: Caller) -> list[Hashable]:
    return [*filter(None, networks_of(caller.address)), *filter(None, [caller.player])]


class Limits:
    """All rate limits of this process."""

    def __init__(self, settings: Settings) -> None:
        people = settings.people_per_address
        self.messages = KeyedBuckets(settings.socket_rate, settings.socket_burst)  # a person's
        self.requests = ClientLimit(settings.request_rate, settings.request_burst, people)
        self.tables = ClientLimit(settings.table_rate, settings.table_burst, people)
        self.guests = AddressLimit(settings.guest_rate, people)
        self.guesses = ClientLimit(A_GUESS, GUESSES, people)
        self.look_ups = ClientLimit(A_LOOK_UP, LOOK_UPS, people)
        self.match_requests = ClientLimit(A_MATCH_REQUEST, MATCH_REQUESTS, people)
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
        """Takes a token for a new name, and returns it if the name is refused. Raises RenamedOften."""
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
        """Takes a token for an attempt to sign in. Raises TooFast."""
        self._attempts_from.take(address)
        self._attempts.take(account)
