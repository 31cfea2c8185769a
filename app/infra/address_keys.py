"""Network addresses as the database may have them: they can be compared with each other, and not read."""

import hmac

from app.infra.rate_limits import SHARES, networks_of

LENGTH = 16  # characters
WIDE = "w"  # begins the key of a network of IPv6, which may be many people's


class AddressKeys:
    """Keyed by the server's own secret: without it nobody finds the address of a key by trying them all.

    Of IPv6 a whole /48 has one key, as one person may have all of it.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, address: str) -> str:
        """The same for the same address, at every process and after a restart."""
        *_, widest = networks_of(address)
        key = hmac.digest(self._secret, b"boxcats/address:" + widest.encode(), "sha256").hex()
        return ((WIDE if widest != address else "") + key)[:LENGTH]


def shares_of(key: str) -> int:
    """For how many single addresses it counts."""
    return SHARES[-1] if key.startswith(WIDE) else 1
