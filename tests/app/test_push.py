"""Web push messages: only the browser can decrypt them, and the push service can identify the sender."""

import http_ece
import pytest

from app.tables.turn_notifications.push import OutgoingRequest, PushEncoder, is_public_key
from tests.app.push_subscription import Browser, claims, encode_base64url


def push(signer: PushEncoder, browser: Browser) -> OutgoingRequest:
    return signer.encode(
        browser.subscription, b'{"cat":"Miso"}', topic="abc123", contact="mailto:ada@cats.example"
    )


def test_only_the_browser_can_decrypt_a_message() -> None:
    browser, other = Browser("https://push.example/1"), Browser("https://push.example/1")
    post = push(PushEncoder("k" * 32), browser)
    assert browser.read(post.body) == {"cat": "Miso"}
    assert b"Miso" not in post.body
    with pytest.raises(http_ece.ECEException):
        other.read(post.body)


def test_push_service_can_verify_the_sender() -> None:
    signer = PushEncoder("k" * 32)
    post = push(signer, Browser("https://push.example:8443/a/b?c"))
    content = claims(post.headers["Authorization"])
    assert content["aud"] == "https://push.example:8443"
    assert content["sub"] == "mailto:ada@cats.example"
    assert post.headers["Authorization"].endswith(f"k={signer.public_key}")
    assert post.headers["Content-Encoding"] == "aes128gcm"


def test_signing_key_derives_from_the_secret_key() -> None:
    assert PushEncoder("k" * 32).public_key == PushEncoder("k" * 32).public_key
    assert PushEncoder("k" * 32).public_key != PushEncoder("l" * 32).public_key
    assert is_public_key(PushEncoder("k" * 32).public_key)


@pytest.mark.parametrize("key", ["", "AAAA", encode_base64url(b"\x04" + 64 * b"\x01"), "ä" * 87])
def test_invalid_keys_are_refused(key: str) -> None:
    assert not is_public_key(key)
