"""Web push (RFC 8030): a message that one browser alone can read (RFC 8291), signed by us (RFC 8292)."""

import base64
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher

CURVE = ec.SECP256R1()
TTL_S = 24 * 3600  # seconds that a push service keeps a message for a browser that sleeps
KEY_MATERIAL_BYTES = (
    48  # bytes: so many more than the curve's order has, that no key is likelier than another
)


class Subscription(NamedTuple):
    """Where a browser can be reached, and the keys that only it can undo."""

    endpoint: str
    p256dh: str
    auth: str


class OutgoingRequest(NamedTuple):
    """What goes to an address outside."""

    address: str
    body: bytes
    headers: dict[str, str]


class PushEncoder:
    """Writes messages to browsers. Its key follows from the server's own: the same in all processes."""

    def __init__(self, key: str) -> None:
        grown = HKDF(hashes.SHA256(), KEY_MATERIAL_BYTES, salt=None, info=b"boxcats web push").derive(
            key.encode()
        )
        number = int.from_bytes(grown) % (CURVE.group_order - 1) + 1
        secret = ec.derive_private_key(number, CURVE)
        self._vapid = Vapid02(secret, conf={"no-strict": True})  # its own check of `sub` knows few addresses
        point = secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def encode(self, to: Subscription, message: bytes, *, topic: str, contact: str) -> OutgoingRequest:
        """`topic`: a later message takes the place of an earlier one that was not fetched."""
        place = urlsplit(to.endpoint)
        signed = self._vapid.sign({"aud": f"{place.scheme}://{place.netloc}", "sub": contact})
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        encrypted = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(message, "aes128gcm")
        headers = {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_S),
            "Topic": topic,
            "Urgency": "high",
        }
        return OutgoingRequest(to.endpoint, encrypted["body"], headers)


def is_public_key(written: str) -> bool:
    """Whether this is a point on the curve, as each browser's public key is."""
    try:
        point = base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return True
