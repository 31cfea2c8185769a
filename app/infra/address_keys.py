"""Pseudonyms of network addresses for the database: they can be compared and not reversed."""

import hmac

from app.infra.rate_limits import SHARES, networks_of

LENGTH = 16  # characters
WIDE = "w"  # prefix of the key of an IPv6 network, which many people may share


class AddressKeys:
    """Digests keyed by the server's secret, so that trying all addresses reveals none.

    All addresses of an IPv6 /48 network have one key, as one person may control all of them.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, address: str) -> str:
        """Returns the key of an address: the same in every process and after a restart."""
        *_, widest = networks_of(address)
        key = hmac.digest(self._secret, b"boxcats/address:" + widest.encode(), "sha256").hex()
        return ((WIDE if widest != address else "") + key)[:LENGTH]


def shares_of(key: str) -> int:
    """Returns the limit of a key as a multiple of a single address's limit."""
    return SHARES[-1] if key.startswith(WIDE) else 1
