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
GUESS_BURST, GUESS_RATE = 20, 0.1  # wrong codes of tables
LINE_BURST, LINE_RATE = 6, 0.5  # of the chat
# Lobby chat, and chat of spectators: of an address, times `people_per_address`.
LOBBY_LINE_BURST, LOBBY_LINE_RATE = 2, 0.01
SPECTATOR_LINE_BURST, SPECTATOR_LINE_RATE = 2, 0.05
REACTION_BURST, REACTION_RATE = 4, 0.5
IMPORT_BURST, IMPORT_RATE = 20, 0.2  # imported games
PACK_BURST, PACK_RATE = 30, 0.2  # card packs that are checked or stored
REPLAY_BURST, REPLAY_RATE = 30, 1  # replays of whole games
DOWNLOAD_BURST, DOWNLOAD_RATE = 10, 0.05  # downloads of a player's own data
SEARCH_BURST, SEARCH_RATE = 60, 2  # lists, profiles and other database searches
PLAYER_SEARCH_BURST, PLAYER_SEARCH_RATE = 20, 0.2  # searches of players by name
INVITATION_BURST, INVITATION_RATE = 10, 0.05  # invitations of players to tables
REPEATED_INVITATION_BURST, REPEATED_INVITATION_RATE = 10, 1 / 600  # of one player by the same one
PICTURE_BURST, PICTURE_RATE = 30, 1  # link previews, for an address: their clients are machines
LESSON_BURST, LESSON_RATE = 40, 1  # lessons and answers, which the engine replays
HINT_BURST, HINT_RATE = 10, 0.2  # hints, which take up to three seconds of a core
PUZZLE_BURST, PUZZLE_RATE = 40, 0.5  # puzzles and answers
REPORT_BURST, REPORT_RATE = 5, 0.01
SEAT_REQUEST_BURST, SEAT_REQUEST_RATE = 10, 0.05  # requests for a seat that the browser had
MATCH_REQUEST_BURST, MATCH_REQUEST_RATE = 20, 0.2  # new matchmaking requests
DNS_LOOKUP_BURST, DNS_LOOKUP_RATE = 20, 0.1  # DNS look-ups
NAME_BURST, NAME_RATE = 5, 5 / 86_400  # names of one player
AVAILABILITY_BURST, AVAILABILITY_RATE = 20, 0.1  # quiet hours and vacations, which count at all tables
JOIN_BURST, JOIN_RATE = 120, 2  # joins of tables, the lobby and shared replays, each of which sends much
TABLE_CHANGE_BURST, TABLE_CHANGE_RATE = 60, 1  # seats, settings and votes, each sent to all at the table
CONTACT_BURST, CONTACT_RATE = 60, 0.2  # follows and blocks, which the lobby and the queue read
CAT_BURST, CAT_RATE = 20, 0.2  # changes of the cat, each sent to all tables of the player
HANDOVER_BURST, HANDOVER_RATE = 10, 0.02  # links that open a session on another device
ATTEMPT_BURST, ATTEMPT_RATE = 10, 0.05  # attempts to sign in to one account, from anywhere


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

    def take(self, key: Hashable, amount: float = 1) -> None:
        """Takes tokens. Raises TooFast if there are not enough."""
        if not self._of(key).take(amount):
            raise TooFast(amount / self._rate)

    def check(self, key: Hashable) -> None:
        """Raises TooFast if there is no token; takes none."""
        if not self._of(key).has():
            raise TooFast(1 / self._rate)

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
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst, self._clock)
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
        self._max_per_player, self._max_per_address = each, each * people
        self._open: Counter[Hashable] = Counter()  # connections by player and network

    def enter(self, caller: Caller) -> None:
        """Counts one connection until `leave`. Raises TooFast."""
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
    """All rate limits of this process."""

    def __init__(self, settings: Settings) -> None:
        people = settings.people_per_address
        self.messages = ClientLimit(settings.socket_rate, settings.socket_burst, people)
        self.requests = ClientLimit(settings.request_rate, settings.request_burst, people)
        self.tables = ClientLimit(settings.table_rate, settings.table_burst, people)
        self.guests = AddressLimit(settings.guest_rate, people)
        self.guesses = ClientLimit(GUESS_RATE, GUESS_BURST, people)
        self.dns_lookups = ClientLimit(DNS_LOOKUP_RATE, DNS_LOOKUP_BURST, people)
        self.match_requests = ClientLimit(MATCH_REQUEST_RATE, MATCH_REQUEST_BURST, people)
        self.lines = KeyedBuckets(LINE_RATE, LINE_BURST)
        self.lobby_lines = AddressLimit(LOBBY_LINE_RATE * people, LOBBY_LINE_BURST * people)  # of an address
        self.spectator_lines = AddressLimit(SPECTATOR_LINE_RATE * people, SPECTATOR_LINE_BURST * people)
        self.reactions = KeyedBuckets(REACTION_RATE, REACTION_BURST)
        self.imports = ClientLimit(IMPORT_RATE, IMPORT_BURST, people)
        self.packs = ClientLimit(PACK_RATE, PACK_BURST, people)
        self.replays = ClientLimit(REPLAY_RATE, REPLAY_BURST, people)
        self.downloads = ClientLimit(DOWNLOAD_RATE, DOWNLOAD_BURST, people)
        self.lessons = ClientLimit(LESSON_RATE, LESSON_BURST, people)
        self.hints = ClientLimit(HINT_RATE, HINT_BURST, people)
        self.puzzles = ClientLimit(PUZZLE_RATE, PUZZLE_BURST, people)
        self.searches = ClientLimit(SEARCH_RATE, SEARCH_BURST, people)
        self.player_searches = ClientLimit(PLAYER_SEARCH_RATE, PLAYER_SEARCH_BURST, people)
        self._invitations = ClientLimit(INVITATION_RATE, INVITATION_BURST, people)
        self._repeated_invitations = KeyedBuckets(REPEATED_INVITATION_RATE, REPEATED_INVITATION_BURST)
        self.pictures = AddressLimit(PICTURE_RATE, PICTURE_BURST)
        self.seat_requests = ClientLimit(SEAT_REQUEST_RATE, SEAT_REQUEST_BURST, people)
        self.reports = ClientLimit(REPORT_RATE, REPORT_BURST, people)
        self.handovers = ClientLimit(HANDOVER_RATE, HANDOVER_BURST, people)
        self.names = ClientLimit(NAME_RATE, NAME_BURST, people)
        self.joins = ClientLimit(JOIN_RATE, JOIN_BURST, people)
        self.availability = ClientLimit(AVAILABILITY_RATE, AVAILABILITY_BURST, people)
        self.table_changes = ClientLimit(TABLE_CHANGE_RATE, TABLE_CHANGE_BURST, people)
        self.contacts = ClientLimit(CONTACT_RATE, CONTACT_BURST, people)
        self.cats = ClientLimit(CAT_RATE, CAT_BURST, people)
        self._attempts = KeyedBuckets(ATTEMPT_RATE, ATTEMPT_BURST)  # at one account
        self._attempts_by_address = AddressLimit(settings.guest_rate, people)  # one address
        self.sockets = SocketCounter(settings.sockets_per_person, people)

    @contextmanager
    def limit_renaming(self, caller: Caller) -> Iterator[None]:
        """Takes a token for a new name, and returns it if the name is refused. Raises RenamedOften."""
        try:
            self.names.take(caller)
        except TooFast:
            raise RenamedOften(1 / NAME_RATE) from None
        try:
            yield
        except AppError:
            self.names.give_back(caller)
            raise

    def take_invitation(self, caller: Caller, invited: str) -> None:
        """Takes a token for an invitation of the player with this handle. Raises TooFast."""
        self._invitations.take(caller)
        self._repeated_invitations.take((caller.player, invited))

    def take_attempt(self, address: str, account: Hashable) -> None:
        """Takes a token for an attempt to sign in. Raises TooFast."""
        self._attempts_by_address.take(address)
        self._attempts.take(account)
