"""Web push (RFC 8030): encrypts messages for a browser (RFC 8291) and signs the requests (RFC 8292)."""

import base64
from typing import NamedTuple
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

CURVE = ec.SECP256R1()
ENCODING = "aes128gcm"
TTL_S = 24 * 3600  # how long a push service keeps a message
KEY_MATERIAL_BYTES = 48  # 16 more than the curve's order has, so that all keys are equally likely


class Subscription(NamedTuple):
    """A browser's push address and its public keys."""

    endpoint: str
    p256dh: str
    auth: str


class OutgoingRequest(NamedTuple):
    """An HTTP POST request."""

    address: str
    body: bytes
    headers: dict[str, str]


class PushEncoder:
    """Encrypts and signs push messages.

    Its key is derived from the server's, so it is the same in all processes.
    """

    def __init__(self, key: str) -> None:
        key_bytes = HKDF(hashes.SHA256(), KEY_MATERIAL_BYTES, salt=None, info=b"boxcats web push").derive(
            key.encode()
        )
        number = int.from_bytes(key_bytes) % (CURVE.group_order - 1) + 1
        secret = ec.derive_private_key(number, CURVE)
        self._vapid = Vapid02(secret, conf={"no-strict": True})  # its own check of `sub` is too narrow
        point = secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def encode(self, to: Subscription, message: bytes, *, topic: str, contact: str) -> OutgoingRequest:
        """Builds the request; a later message of the same topic replaces one that was not fetched."""
        place = urlsplit(to.endpoint)
        signed = self._vapid.sign({"aud": f"{place.scheme}://{place.netloc}", "sub": contact})
        encrypted = http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(CURVE),  # for this message alone
            dh=_decoded(to.p256dh),
            auth_secret=_decoded(to.auth),
            version=ENCODING,
        )
        headers = {
            **signed,
            "Content-Encoding": ENCODING,
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_S),
            "Topic": topic,
            "Urgency": "high",
        }
        return OutgoingRequest(to.endpoint, encrypted, headers)


def is_public_key(written: str) -> bool:
    """Returns whether this is a base64url point on the curve, as browsers' public keys are."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decoded(written))
    except ValueError:
        return False
    return True


def _decoded(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))
