"""Who asks this process directly: those who look after it, from its own machine or a private network."""

from ipaddress import IPv6Address, ip_address

from fastapi import Request

from app.core.errors import NotFound

SIGNS_OF_A_PROXY = ("forwarded", "x-forwarded-for", "via")


def only_directly(request: Request) -> None:
    """A dependency of what visitors have no business with. Raises NotFound."""
    if not _asks_directly(request):
        raise NotFound


def _asks_directly(request: Request) -> bool:
    if any(sign in request.headers for sign in SIGNS_OF_A_PROXY) or request.client is None:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return not address.is_global
