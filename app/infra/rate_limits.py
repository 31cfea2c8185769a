"""Rate limits of each player, and of each address, behind which a household or a club may be."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from uuid import UUID

from cachetools import LRUCache
from starlette.requests import HTTPConnection

from app.core.errors import AppError, RenamedOften, TooFast
from app.core.token_bucket import Rate, TokenBucket
from app.settings import Settings

# Prefix lengths of the IPv6 networks that one person may control, and their limit in units of an address's.
WIDER = {56: 4, 48: 16}
SHARES = (1, *WIDER.values())
PEOPLE_PER_ACTIVE_ONE = 5  # behind an address: for one in so many its limits of frequent acts refill
MAX_BUCKETS = 20_000  # of a kind; the least recently used is dropped, and its client starts with a full one


class Caller(NamedTuple):
    """The client of a request or connection: its address, and its player if it has a session.

    Where limits are counted, the id of a session that may have ended is in the place of its player.
    """

    address: str
    player: UUID | None = None

    @property
    def network(self) -> str:
        """Returns the widest network that the client's address belongs to."""
        return networks_of(self.address)[-1]


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

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: LRUCache[Hashable, TokenBucket] = LRUCache(MAX_BUCKETS)

    def take(self, key: Hashable, amount: float = 1) -> None:
        """Takes tokens. Raises TooFast if there are not enough."""
        if not self._of(key).take(amount):
            raise TooFast(amount / self.rate.per_second)

    def check(self, key: Hashable) -> None:
        """Raises TooFast if there is no token; takes none."""
        if not self._of(key).has():
            raise TooFast(1 / self.rate.per_second)

    def owe(self, key: Hashable, amount: float) -> None:
        """Takes tokens even if there are not enough."""
        self._of(key).owe(amount)

    def wait(self, key: Hashable, amount: float) -> float:
        """Returns the seconds until so many tokens can be taken, 0 if they can be now."""
        return self._of(key).wait(amount)

    def give_back(self, key: Hashable) -> None:
        """Returns a token that was not used."""
        self._of(key).give_back()

    def __len__(self) -> int:
        """Returns the number of buckets."""
        return len(self._buckets)

    def _of(self, key: Hashable) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self.rate)
        return bucket


class AddressLimit:
    """A bucket for each address, and larger ones for its networks, which one person may control."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._levels = [KeyedBuckets(rate.times(share)) for share in SHARES]

    def take(self, address: str, amount: float = 1) -> None:
        """Takes tokens from the address first, then from wider networks. Raises TooFast."""
        for level, network in self._of(address):
            level.take(network, amount)

    def check(self, address: str) -> None:
        """Raises TooFast if there is no token; takes none."""
        for level, network in self._of(address):
            level.check(network)

    def owe(self, address: str, amount: float) -> None:
        """Takes tokens even if there are not enough."""
        for level, network in self._of(address):
            level.owe(network, amount)

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
    """A bucket for each player, and one `people` times as large for each address.

    That of an address refills for `active` of these people, as they do not all act all the time.
    """

    def __init__(self, rate: Rate, people: int, active: int = 0) -> None:
        """Without `active` it refills for all of them."""
        self.rate = rate
        self._people = KeyedBuckets(rate)
        self._addresses = AddressLimit(Rate(rate.burst * people, rate.per_second * (active or people)))

    def take(self, caller: Caller) -> None:
        """Raises TooFast."""
        if caller.player is not None:
            self._people.take(caller.player)
        self._addresses.take(caller.address)

    def owe(self, caller: Caller, amount: float) -> None:
        """Takes tokens for what turned out to cost more than one; the next ones are given later."""
        if caller.player is not None:
            self._people.owe(caller.player, amount)
        self._addresses.owe(caller.address, amount)

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
        self._max_per_player, self._max_per_address = each, each * people
        self._open: Counter[Hashable] = Counter()  # connections by player and network

    def enter(self, caller: Caller) -> None:
        """Counts one connection until `leave`; an empty address counts for none. Raises TooFast."""
        full = caller.player is not None and self._open[caller.player] >= self._max_per_player
        for share, network in zip(SHARES, networks_of(caller.address), strict=False):
            full = full or self._open[network] >= share * self._max_per_address
        if full:
            raise TooFast(1)
        self._open.update(_counted_keys(caller))

    def leave(self, caller: Caller) -> None:
        """Counts one open connection of the caller less."""
        for who in _counted_keys(caller):
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def __len__(self) -> int:
        """Returns the number of players and networks with open connections."""
        return len(self._open)


def _counted_keys(caller: Caller) -> list[Hashable]:
    return [*filter(None, networks_of(caller.address)), *filter(None, [caller.player])]


class Limits:
    """All rate limits of this process: `Rate` has tokens at once, and per second in the long run."""

    def __init__(self, settings: Settings) -> None:
        people = settings.people_per_address
        active = max(1, people // PEOPLE_PER_ACTIVE_ONE)  # for what fifty could keep a core busy with
        # Of each player, and for an address times `people`.
        self.messages = ClientLimit(Rate(settings.socket_burst, settings.socket_rate), people, active)
        self.requests = ClientLimit(Rate(settings.request_burst, settings.request_rate), people, active)
        self.tables = ClientLimit(Rate(settings.table_burst, settings.table_rate), people)
        self.guesses = ClientLimit(Rate(20, 0.1), people)  # wrong codes of tables
        self.joins = ClientLimit(Rate(120, 2), people, active)  # of tables, the lobby and shared replays
        self.table_changes = ClientLimit(Rate(60, 1), people, active)  # each is sent to all at the table
        self.match_requests = ClientLimit(Rate(20, 0.2), people)  # new matchmaking requests
        self.seat_requests = ClientLimit(Rate(10, 0.05), people)  # for a seat that the browser had
        self.searches = ClientLimit(Rate(60, 2), people, active)  # lists, profiles and others
        self.player_searches = ClientLimit(Rate(20, 0.2), people)  # by name
        self.contacts = ClientLimit(Rate(60, 0.2), people)  # follows and blocks; lobby and queue read them
        self.invitations = ClientLimit(Rate(10, 0.05), people)
        self.names = ClientLimit(Rate(5, 5 / 86_400), people)  # new names
        self.cats = ClientLimit(Rate(20, 0.2), people)  # new cats, each sent to all tables of the player
        # quiet hours and vacations; each makes all turn-based tables of the player be checked
        self.availability = ClientLimit(Rate(20, 0.1), people, active)
        self.handovers = ClientLimit(Rate(10, 0.02), people)  # links for another device
        self.reports = ClientLimit(Rate(5, 0.01), people)
        self.imports = ClientLimit(Rate(20, 0.2), people)  # imported games
        self.packs = ClientLimit(Rate(30, 0.2), people)  # card packs that are checked or stored
        self.replays = ClientLimit(Rate(30, 1), people, active)  # replays of whole games
        self.downloads = ClientLimit(Rate(10, 0.05), people)  # of a player's own data
        self.lessons = ClientLimit(Rate(40, 1), people, active)  # lessons and answers, which are replayed
        self.puzzles = ClientLimit(Rate(40, 0.5), people, active)  # puzzles and answers
        self.hints = ClientLimit(Rate(10, 0.2), people)  # each takes up to three seconds of a core
        self.dns_lookups = ClientLimit(Rate(20, 0.1), people)
        # Of each player, or of what else the key is.
        self.lines = KeyedBuckets(Rate(6, 0.5))  # of a chat
        self.reactions = KeyedBuckets(Rate(4, 0.5))
        self.repeated_invitations = KeyedBuckets(Rate(10, 1 / 600))  # of one player by the same one
        self._attempts = KeyedBuckets(Rate(10, 0.05))  # to sign in to one account, from anywhere
        # Of each address.
        self.guests = AddressLimit(Rate(people, settings.guest_rate))
        self._attempts_by_address = AddressLimit(Rate(people, settings.guest_rate))
        self.lobby_lines = AddressLimit(Rate(2, 0.01).times(people))
        self.spectator_lines = AddressLimit(Rate(2, 0.05).times(people))
        self.pictures = AddressLimit(Rate(30, 1))  # link previews: their clients are machines
        self.sockets = SocketCounter(settings.sockets_per_person, people)

    @contextmanager
    def limit_renaming(self, caller: Caller) -> Iterator[None]:
        """Takes a token for a new name, and returns it if the name is refused. Raises RenamedOften."""
        try:
            self.names.take(caller)
        except TooFast:
            raise RenamedOften(1 / self.names.rate.per_second) from None
        try:
            yield
        except AppError:
            self.names.give_back(caller)
            raise

    def take_invitation(self, caller: Caller, invited: str) -> None:
        """Takes a token for an invitation of the player with this handle. Raises TooFast."""
        self.invitations.take(caller)
        self.repeated_invitations.take((caller.player, invited))

    def take_attempt(self, address: str, account: Hashable) -> None:
        """Takes a token for an attempt to sign in. Raises TooFast."""
        self._attempts_by_address.take(address)
        self._attempts.take(account)
