"""Restricts endpoints to operators: direct requests from this machine or a private network."""

from ipaddress import IPv6Address, ip_address

from fastapi import Request

from app.core.errors import NotFound

PROXY_HEADERS = ("forwarded", "x-forwarded-for", "via")


def require_direct_access(request: Request) -> None:
    """FastAPI dependency of endpoints for operators. Raises NotFound."""
    if not _is_direct(request):
        raise NotFound


def _is_direct(request: Request) -> bool:
    if any(header in request.headers for header in PROXY_HEADERS) or request.client is None:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return not address.is_global
