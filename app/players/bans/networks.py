"""Sets of address ranges with fast lookup."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from app.players.bans.errors import BadNetwork

Network = IPv4Network | IPv6Network
IPV4_MAPPED = IPv6Network("::ffff:0:0/96")  # IPv4 addresses written as IPv6
MAX_IPV6_PREFIX = 64  # bits; addresses with the same /64 count as one (rate_limits.address_of)


def parse_network(raw: str) -> Network:
    """Parses an address or a range in CIDR notation. Raises BadNetwork."""
    try:
        network = ip_network(raw.strip(), strict=False)
    except ValueError:
        raise BadNetwork from None
    # Callers with an IPv4-mapped address are known by their IPv4 address.
    if isinstance(network, IPv6Network) and network.subnet_of(IPV4_MAPPED):
        return IPv4Network((int(network.network_address) & 0xFFFF_FFFF, network.prefixlen - 96))
    if isinstance(network, IPv6Network) and network.prefixlen > MAX_IPV6_PREFIX:
        return network.supernet(new_prefix=MAX_IPV6_PREFIX)
    return network


class NetworkSet:
    """Ranges indexed by family and prefix length; a lookup costs one probe per length."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._starts: dict[tuple[int, int], set[int]] = {}
        for network in map(ip_network, networks):
            length = network.max_prefixlen - network.prefixlen
            key = network.version, length
            self._starts.setdefault(key, set()).add(int(network.network_address) >> length)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __contains__(self, address: str) -> bool:
        if not self._starts:
            return False
        try:
            parsed = ip_address(address)
        except ValueError:  # a Unix socket has no address
            return False
        number = int(parsed)
        return any(
            version == parsed.version and number >> length in starts
            for (version, length), starts in self._starts.items()
        )
