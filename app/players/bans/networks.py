"""Address ranges: whether an address is in one of many, without looking at each."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from app.core.errors import BadNetwork

Network = IPv4Network | IPv6Network
IPV4_MAPPED = IPv6Network("::ffff:0:0/96")  # IPv4 in the clothes of IPv6
MAX_IPV6_PREFIX = 64  # bits: of IPv6 the server tells no more apart (limits.address_of)


def parse_network(raw: str) -> Network:
    """An address or a range in CIDR. Raises BadNetwork."""
    try:
        network = ip_network(raw.strip(), strict=False)
    except ValueError:
        raise BadNetwork from None
    if isinstance(network, IPv6Network) and network.subnet_of(IPV4_MAPPED):  # addresses are known as IPv4's
        return IPv4Network((int(network.network_address) & 0xFFFF_FFFF, network.prefixlen - 96))
    if isinstance(network, IPv6Network) and network.prefixlen > MAX_IPV6_PREFIX:
        return network.supernet(new_prefix=MAX_IPV6_PREFIX)
    return network


class NetworkSet:
    """By family and length: as many look-ups as there are lengths."""

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
            one = ip_address(address)
        except ValueError:  # no address: a socket of the machine itself
            return False
        number = int(one)
        return any(
            version == one.version and number >> length in starts
            for (version, length), starts in self._starts.items()
        )
