"""Posts to addresses that strangers name: over HTTPS alone, and to nobody in a private network.

A name is looked up once; what it leads to is judged, and the connection goes to the very address judged.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Hashable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic

import httpx

from app.core.errors import TooFast, UnusableAddress
from app.infra.dns_lookups import DnsLookups, Resolver, resolve_host

Address = IPv4Address | IPv6Address

LONGEST = 1000  # characters of an address
PATIENCE = 5.0  # seconds for each step: looking up, connecting, asking, hearing
ALTOGETHER = 8.0
TRIED = 3  # of the addresses behind a name
AT_ONCE = 40  # connections, more than the courier has errands under way
REFUSED_AFTER = (1.0, 6.0)  # seconds: how long a look-up took would tell which names there are in our network
# What Python's own lists miss or count as anybody's: relays, and ways through to IPv4, which lead anywhere.
OTHERS_OF_IPV4 = [ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24")]
UNICAST = ip_network("2000::/3")
OTHERS_OF_IPV6 = [ip_network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


class Unreachable(Exception):
    """Nobody took it; later somebody may."""


def is_public(address: Address) -> bool:
    """Whether anybody in the world means the same machine by it."""
    if isinstance(
        address, IPv6Address
    ):  # mapped, translated (NAT64), local and reserved ones are not unicast
        return address in UNICAST and not any(address in other for other in OTHERS_OF_IPV6)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not any(address in other for other in OTHERS_OF_IPV4)
    )


def parse(address: str) -> httpx.URL:
    """Raises UnusableAddress if it is no plain address of an HTTPS server."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        raise UnusableAddress from None
    if len(address) > LONGEST or url.scheme != "https" or not url.host or url.userinfo:
        raise UnusableAddress
    return url


class SafeHttpClient:
    """The way out. Tests give it a network of their own."""

    def __init__(
        self,
        *,
        resolve: Resolver = resolve_host,
        allows: Callable[[Address], bool] = is_public,
        ports: Sequence[int] = (443,),
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._look_ups = DnsLookups(resolve)
        self._allows = allows
        self._ports = ports
        alone = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0)  # each has its own name
        self._line = httpx.AsyncHTTPTransport(
            verify=trust or httpx.create_ssl_context(), trust_env=False, limits=alone
        )

    async def close(self) -> None:
        await self._line.aclose()

    async def check(self, address: str, whose: Hashable) -> None:
        """Whether something may be sent there now. Raises UnusableAddress, TooFast."""
        url, start = parse(address), monotonic()
        try:
            await self._places(url, whose)
        except UnusableAddress:
            if _literal(url.host) is None:
                await asyncio.sleep(_rest(monotonic() - start))
            raise

    async def post(self, address: str, body: bytes, headers: Mapping[str, str], whose: Hashable) -> int:
        """The status of the answer, of which nothing else is read; a redirect is not followed.

        `whose` are all those whose slow names may hold up each other. Raises UnusableAddress, Unreachable.
        """
        url = parse(address)
        try:
            async with asyncio.timeout(ALTOGETHER):
                for place in (await self._places(url, whose))[:TRIED]:
                    with contextlib.suppress(httpx.ConnectError, httpx.ConnectTimeout):
                        return await self._ask(url, place, body, headers)
        except (httpx.HTTPError, TimeoutError, TooFast) as error:
            raise Unreachable(type(error).__name__) from None
        raise Unreachable("nobody answers")

    async def _ask(self, url: httpx.URL, place: str, body: bytes, headers: Mapping[str, str]) -> int:
        named = {"Host": url.netloc.decode(), "User-Agent": "Boxcats", "Accept": "*/*", **headers}
        patience = httpx.Timeout(PATIENCE).as_dict()
        request = httpx.Request(
            "POST",
            url.copy_with(host=place),
            content=body,
            headers=named,
            extensions={
                "timeout": patience,
                "sni_hostname": url.host,
            },  # its certificate must be for the name
        )
        response = await self._line.handle_async_request(request)
        await response.aclose()
        return response.status_code

    async def _places(self, url: httpx.URL, whose: Hashable) -> list[str]:
        """What the name leads to now. Raises UnusableAddress if any of it is not public, TooFast."""
        port = url.port or 443
        if port not in self._ports:
            raise UnusableAddress
        found: Sequence[str] = [url.host]
        if _literal(url.host) is None:
            try:
                found = await self._look_ups.find(url.host, port, whose)
            except (OSError, UnicodeError, TimeoutError):
                raise UnusableAddress from None
        if not found or not all(self._allows(ip_address(place)) for place in found):
            raise UnusableAddress
        return list(dict.fromkeys(found))


def _literal(host: str) -> Address | None:
    """The address that is written there, if it is one."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def _rest(taken: float) -> float:
    """Seconds until the next moment at which names are refused."""
    return next((moment - taken for moment in REFUSED_AFTER if moment > taken), 0.0)
