"""Web push messages: only the browser can decrypt them, and the push service can identify the sender."""

import base64
import json
import secrets

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from app.tables.turn_notifications.push import OutgoingRequest, PushEncoder, Subscription, is_public_key
from engine.types import Json


def written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A subscription, with the secret half of it."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, written(point), written(self._auth))

    def read(self, body: bytes) -> Json:
        """As the browser undoes a message before its service worker gets it."""
        message: Json = json.loads(
            http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )
        return message


def claims(authorization: str) -> Json:
    """What the signature says, once it is found good for the key beside it."""
    assert Vapid02.verify(authorization)
    _, middle, _ = authorization.split(".")
    said: Json = json.loads(base64.urlsafe_b64decode(middle + "=="))
    return said


def push(signer: PushEncoder, browser: Browser) -> OutgoingRequest:
    return signer.encode(
        browser.subscription, b'{"cat":"Miso"}', topic="abc123", contact="mailto:ada@cats.example"
    )


def test_only_the_browser_can_read_it() -> None:
    browser, other = Browser("https://push.example/1"), Browser("https://push.example/1")
    post = push(PushEncoder("k" * 32), browser)
    assert browser.read(post.body) == {"cat": "Miso"}
    assert b"Miso" not in post.body
    with pytest.raises(http_ece.ECEException):
        other.read(post.body)


def test_the_push_service_sees_who_sent_it() -> None:
    signer = PushEncoder("k" * 32)
    post = push(signer, Browser("https://push.example:8443/a/b?c"))
    said = claims(post.headers["Authorization"])
    assert said["aud"] == "https://push.example:8443"
    assert said["sub"] == "mailto:ada@cats.example"
    assert post.headers["Authorization"].endswith(f"k={signer.public_key}")
    assert post.headers["Content-Encoding"] == "aes128gcm"


def test_all_processes_have_the_same_key_and_no_other_server_has_it() -> None:
    assert PushEncoder("k" * 32).public_key == PushEncoder("k" * 32).public_key
    assert PushEncoder("k" * 32).public_key != PushEncoder("l" * 32).public_key
    assert is_public_key(PushEncoder("k" * 32).public_key)


@pytest.mark.parametrize("key", ["", "AAAA", written(b"\x04" + 64 * b"\x01"), "ä" * 87])
def test_invalid_keys_are_refused(key: str) -> None:
    assert not is_public_key(key)
