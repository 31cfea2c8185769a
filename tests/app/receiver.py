"""A receiver of notifications: a real HTTPS server with a self-signed certificate."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from app.infra.dns_lookups import Resolver
from app.infra.safe_http import SafeHttpClient
from tests.app.people import LONGEST_WAIT

LOCALHOST = "127.0.0.1"


class Post(NamedTuple):
    """One received request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Answers every request with `status`, and keeps the requests."""

    def __init__(self, folder: Path, name: str = "hooks.example") -> None:
        self.name = name
        self.posts: list[Post] = []
        self.status = "200 OK"
        self.rest = b""  # headers and body of the response
        self.delay = 0.0
        self.hanging_prefix = "none"  # paths with this prefix are never answered
        certificate = _certificate(name, folder)
        self._tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._tls.load_cert_chain(certificate)
        self.trust = ssl.create_default_context(cafile=str(certificate))
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self._received = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._handle, LOCALHOST, 0, ssl=self._tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    def address(self, path: str = "/topic") -> str:
        return f"https://{self.name}:{self.port}{path}"

    def http_client(self, *, resolve: Resolver = lambda *_: (LOCALHOST,)) -> SafeHttpClient:
        """Returns a client for which this machine is public, with this resolver of names."""
        allowed = ip_address(LOCALHOST)
        return SafeHttpClient(
            resolve=resolve,
            allows=lambda address: address == allowed,
            ports=[self.port],
            trust=self.trust,
        )

    async def wait_for_posts(self, count: int) -> list[Post]:
        """Waits until this many requests were received, and returns them."""
        async with asyncio.timeout(LONGEST_WAIT):
            while len(self.posts) < count:
                self._received.clear()
                await self._received.wait()
        return self.posts

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.posts.append(Post(head[0].split()[1], headers, body))
        self._received.set()
        await asyncio.sleep(3600 if self.posts[-1].path.startswith(self.hanging_prefix) else self.delay)
        await self.may_answer.wait()
        writer.write(f"HTTP/1.1 {self.status}\r\n".encode() + (self.rest or b"content-length: 0\r\n\r\n"))
        writer.close()


def _certificate(name: str, folder: Path) -> Path:
    """Writes a self-signed certificate for this name, with its key, and returns the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file
