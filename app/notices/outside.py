"""Posts to addresses that strangers name: over HTTPS alone, and to nobody in a private network.

A name is looked up once; what it leads to is judged, and the connection goes to the very address judged.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

from app.errors import NoSuchAddress, PrivateAddress

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Sequence[str]]

LONGEST = 1000  # characters of an address
PATIENCE = 5.0  # seconds for each step: looking up, connecting, asking, hearing
ALTOGETHER = 8.0
TRIED = 3  # of the addresses behind a name
AT_ONCE = 40  # connections, more than the courier has errands under way
LOOK_UPS = 16  # threads: names that never answer hold up nobody but each other
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


def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses behind a name, or an address however it is written. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(place[0]) for *_, place in found]


def parse(address: str) -> httpx.URL:
    """Raises PrivateAddress if it is no plain address of an HTTPS server."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        raise PrivateAddress from None
    if len(address) > LONGEST or url.scheme != "https" or not url.host or url.userinfo:
        raise PrivateAddress
    return url


class Outside:
    """The way out. Tests give it a network of their own."""

    def __init__(
        self,
        *,
        resolve: Resolve = look_up,
        allows: Callable[[Address], bool] = is_public,
        ports: Sequence[int] = (443,),
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._resolve = resolve
        self._allows = allows
        self._ports = ports
        self._threads = ThreadPoolExecutor(LOOK_UPS, thread_name_prefix="look-up")
        alone = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0)  # each has its own name
        self._line = httpx.AsyncHTTPTransport(
            verify=trust or httpx.create_ssl_context(), trust_env=False, limits=alone
        )

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self._line.aclose()

    async def check(self, address: str) -> None:
        """Whether something may be sent there now. Raises PrivateAddress, NoSuchAddress."""
        await self._places(parse(address))

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer, of which nothing else is read; a redirect is not followed.

        Raises PrivateAddress, NoSuchAddress, Unreachable.
        """
        url = parse(address)
        try:
            async with asyncio.timeout(ALTOGETHER):
                for place in (await self._places(url))[:TRIED]:
                    with contextlib.suppress(httpx.ConnectError, httpx.ConnectTimeout):
                        return await self._ask(url, place, body, headers)
        except (httpx.HTTPError, TimeoutError) as error:
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

    async def _places(self, url: httpx.URL) -> list[str]:
        """What the name leads to now. Raises PrivateAddress if any of it is not public, NoSuchAddress."""
        port = url.port or 443
        if port not in self._ports:
            raise PrivateAddress
        looking = asyncio.get_running_loop().run_in_executor(self._threads, self._resolve, url.host, port)
        try:
            async with asyncio.timeout(PATIENCE):
                found = await looking
        except (OSError, UnicodeError, TimeoutError):
            raise NoSuchAddress from None
        if not found or not all(self._allows(ip_address(place)) for place in found):
            raise PrivateAddress
        return list(dict.fromkeys(found))
