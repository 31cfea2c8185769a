"""The browser's side of web push: keys of a subscription, and decryption."""

import base64
import json
import secrets

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from app.tables.turn_notifications.push import Subscription
from engine.types import Json


def encode_base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A browser with a subscription and its private key."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, encode_base64url(point), encode_base64url(self._auth))

    def read(self, body: bytes) -> Json:
        """Decrypts a message."""
        message: Json = json.loads(
            http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )
        return message


def claims(authorization: str) -> Json:
    """Verifies the signature of an Authorization header and returns its claims."""
    assert Vapid02.verify(authorization)
    _, middle, _ = authorization.split(".")
    content: Json = json.loads(base64.urlsafe_b64decode(middle + "=="))
    return content
