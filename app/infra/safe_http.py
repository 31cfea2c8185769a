"""HTTP client for URLs that players enter (SSRF protection): HTTPS only, and no private network.

    host name --one DNS look-up--> addresses --all public?--> connect to one of these addresses,
                                                              with the host name in SNI, certificate and Host

A second look-up, which could return another address, never happens.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic

import httpx

from app.core.errors import TooFast, UnusableAddress
from app.infra.dns_lookups import DnsLookups, Resolver, resolve_host

Address = IPv4Address | IPv6Address

MAX_URL_LENGTH = 1000
STEP_TIMEOUT_S = 5.0  # to look up, to connect, to write, to read
TIMEOUT_S = 8.0  # for all of it
MAX_TRIED_ADDRESSES = 3
MAX_CONNECTIONS = 40  # more than the delivery queue uses at once
REFUSED_AFTER_S = (1.0, 6.0)  # fixed moments: the time of a look-up would reveal names of the private network
# Networks that `is_global` misses: relays, and transitions to IPv4, which lead anywhere.
NON_PUBLIC_IPV4 = [ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24")]
UNICAST = ip_network("2000::/3")
NON_PUBLIC_IPV6 = [ip_network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


class Unreachable(Exception):
    """No server accepted the request; a later attempt may succeed."""


def is_public(address: Address) -> bool:
    """Returns whether the address is reachable from the whole Internet."""
    # mapped, translated (NAT64), local and reserved ones are not unicast
    if isinstance(address, IPv6Address):
        return address in UNICAST and not any(address in network for network in NON_PUBLIC_IPV6)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not any(address in network for network in NON_PUBLIC_IPV4)
    )


def parse(address: str) -> httpx.URL:
    """Returns the URL. Raises UnusableAddress unless it is HTTPS with a host and without credentials."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        raise UnusableAddress from None
    if len(address) > MAX_URL_LENGTH or url.scheme != "https" or not url.host or url.userinfo:
        raise UnusableAddress
    return url


@cache
def _system_trust() -> ssl.SSLContext:
    """Returns a context with the usual certificate authorities; reading them takes 15 ms."""
    return httpx.create_ssl_context()


class SafeHttpClient:
    """Sends requests to public servers. Tests pass their own resolver, ports and certificates."""

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
        # no connection is used again: each has its own SNI
        limits = httpx.Limits(max_connections=MAX_CONNECTIONS, max_keepalive_connections=0)
        self._transport = httpx.AsyncHTTPTransport(
            verify=trust or _system_trust(), trust_env=False, limits=limits
        )

    async def close(self) -> None:
        await self._transport.aclose()

    async def check(self, address: str, player: Hashable) -> None:
        """Checks a URL without connecting. Raises UnusableAddress, TooFast."""
        url, start = parse(address), monotonic()
        try:
            await self._addresses(url, player)
        except UnusableAddress:
            if _literal(url.host) is None:
                await asyncio.sleep(_delay(monotonic() - start))
            raise

    async def post(self, address: str, body: bytes, headers: Mapping[str, str], player: Hashable) -> int:
        """Returns the status of the response. Its body is not read, a redirect not followed.

        `player` is the one whose DNS look-ups it counts for. Raises UnusableAddress, Unreachable.
        """
        url = parse(address)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                for ip in (await self._addresses(url, player))[:MAX_TRIED_ADDRESSES]:
                    with contextlib.suppress(httpx.ConnectError, httpx.ConnectTimeout):
                        return await self._post_to(url, ip, body, headers)
        except (httpx.HTTPError, TimeoutError, TooFast) as error:
            raise Unreachable(type(error).__name__) from None
        raise Unreachable("no address answers")

    async def _post_to(self, url: httpx.URL, ip: str, body: bytes, headers: Mapping[str, str]) -> int:
        named = {"Host": url.netloc.decode(), "User-Agent": "Boxcats", "Accept": "*/*", **headers}
        timeouts = httpx.Timeout(STEP_TIMEOUT_S).as_dict()
        extensions = {"timeout": timeouts, "sni_hostname": url.host}  # the certificate must be for the name
        request = httpx.Request(
            "POST", url.copy_with(host=ip), content=body, headers=named, extensions=extensions
        )
        response = await self._transport.handle_async_request(request)
        await response.aclose()
        return response.status_code

    async def _addresses(self, url: httpx.URL, player: Hashable) -> list[str]:
        """Returns the addresses of the host. Raises UnusableAddress if any is not public, TooFast."""
        port = url.port or 443
        if port not in self._ports:
            raise UnusableAddress
        found: Sequence[str] = [url.host]
        if _literal(url.host) is None:
            try:
                found = await self._look_ups.find(url.host, port, player)
            except (OSError, UnicodeError, TimeoutError):
                raise UnusableAddress from None
        if not found or not all(self._allows(ip_address(ip)) for ip in found):
            raise UnusableAddress
        return list(dict.fromkeys(found))


def _literal(host: str) -> Address | None:
    """Returns the host as an address if it is one."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def _delay(taken: float) -> float:
    """Returns the seconds until the next moment at which URLs are refused."""
    return next((moment - taken for moment in REFUSED_AFTER_S if moment > taken), 0.0)
