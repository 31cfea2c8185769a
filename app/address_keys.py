"""Network addresses as the database may have them: they can be compared with each other, and not read."""

import hmac

LENGTH = 16  # hexadecimal digits


class AddressKeys:
    """Keyed by the server's own secret: without it nobody finds the address of a key by trying them all."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def of(self, address: str) -> str:
        """The same for the same address, at every process and after a restart."""
        return hmac.digest(self._secret, b"boxcats/address:" + address.encode(), "sha256").hex()[:LENGTH]
