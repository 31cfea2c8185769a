"""What the environment may set; anything wrong is refused at start in one sentence."""

import os
import re
import secrets
import tempfile
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from app.core.paths import ROOT

SHORTEST_KEY = 16
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

Hidden = Annotated[str, Field(repr=False)]  # may hold a password


class BadSettings(Exception):
    """The server cannot start like this; the message is one sentence for whoever starts it."""


class Settings(BaseSettings):
    """Every setting, with what holds when it is not set."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True, validate_default=True)

    host: str = "0.0.0.0"  # every interface: friends on the same network can join
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data_dir: Path = ROOT / "data"  # the SQLite file and the generated key
    database_url: Hidden = ""  # empty: an SQLite file in data_dir
    redis_url: Hidden = ""  # empty: one process, no Redis
    secret_key: Hidden = ""  # signs the cookies; empty: generated in data_dir (SQLite only)
    public_url: str = ""  # where people reach the server, if not at its own address
    admins: str = ""  # names of accounts, with commas between
    push_contact: str = ""  # whom services that carry web push may ask; empty: public_url
    trusted_proxies: str = "127.0.0.1,::1"  # whose word on a visitor's address and scheme is taken
    migrate_at_start: bool = True  # false where `python -m app.infra.database.migrate` runs before the server
    bot_pause: Annotated[float, Field(ge=0, le=30)] = 0.9  # seconds a bot lets people follow
    offer_after: Annotated[float, Field(ge=0, le=300)] = 20.0  # seconds until who waits is offered less
    socket_rate: Annotated[float, Field(gt=0)] = 10.0  # messages a second and person, on all sockets together
    socket_burst: Annotated[int, Field(ge=1)] = 30  # messages at once
    sockets_per_person: Annotated[int, Field(ge=1)] = 20  # open at once
    request_rate: Annotated[float, Field(gt=0)] = 10.0  # requests and new sockets a second and person
    request_burst: Annotated[int, Field(ge=1)] = 100
    table_rate: Annotated[float, Field(gt=0)] = 0.05  # new tables a second and person
    table_burst: Annotated[int, Field(ge=1)] = 20
    open_tables_per_person: Annotated[int, Field(ge=1)] = 3  # in the lobby, not started yet
    guest_rate: Annotated[float, Field(gt=0)] = 0.2  # new people a second and address
    people_per_address: Annotated[int, Field(ge=1)] = 50  # at once; together they may do so much more
    stored_per_person: Annotated[float, Field(gt=0)] = 8.0  # MB a day that one person may have stored
    stored_per_address: Annotated[float, Field(gt=0)] = 100.0  # and one address
    log_level: Literal["debug", "info", "warning", "error"] = "warning"  # the least that is written
    log_format: Literal["console", "json"] = "console"  # for people or for programs
    web_build: Path = ROOT / "web" / "build"  # the built client

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str) -> str:
        if not url:
            return url
        try:
            parts = make_url(url)
        except ArgumentError:
            raise ValueError(
                "is not an address; it looks like postgresql://user:password@host/name"
            ) from None
        if parts.drivername not in DRIVERS:
            raise ValueError("must begin with postgresql:// or sqlite:///")
        query = {"ssl" if name == "sslmode" else name: value for name, value in parts.query.items()}
        parts = parts.set(drivername=DRIVERS[parts.drivername], query=query)  # asyncpg's word for it
        return parts.render_as_string(hide_password=False)

    @field_validator("redis_url")
    @classmethod
    def _known_redis(cls, url: str) -> str:
        if url and (urlsplit(url).scheme not in ("redis", "rediss") or not urlsplit(url).hostname):
            raise ValueError("must look like redis://host:6379/0")
        return url

    @field_validator("public_url")
    @classmethod
    def _web_address(cls, url: str) -> str:
        if url and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname):
            raise ValueError("must look like https://cats.example.org")
        return url.rstrip("/")

    @field_validator("push_contact")
    @classmethod
    def _reachable_contact(cls, contact: str) -> str:
        if contact and not re.fullmatch(r"(mailto:[^@\s]+@[^@\s]+|https://[^/\s]+\S*)", contact):
            raise ValueError("must look like mailto:you@example.org or https://example.org")
        return contact

    @field_validator("trusted_proxies")
    @classmethod
    def _known_proxies(cls, proxies: str) -> str:
        try:
            if proxies != "*":
                [ip_network(proxy.strip()) for proxy in proxies.split(",") if proxy.strip()]
        except ValueError:
            raise ValueError(
                "must list addresses or networks, like 10.0.0.5,172.16.0.0/12, or be *"
            ) from None
        return proxies

    @field_validator("secret_key")
    @classmethod
    def _long_key(cls, key: str) -> str:
        if key and len(key) < SHORTEST_KEY:
            raise ValueError(f"is too short: at least {SHORTEST_KEY} characters, better 64 random ones")
        return key

    @model_validator(mode="after")
    def _key_for_many_processes(self) -> "Settings":
        if self.database_url.startswith("postgresql") and not self.secret_key:
            raise ValueError("SECRET_KEY must be set when DATABASE_URL is a Postgres database")
        return self

    @property
    def database(self) -> str:
        """The address of the database, embedded or not."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data_dir / 'boxcats.sqlite3'}"

    @property
    def key(self) -> str:
        """The key that signs cookies. Raises BadSettings if the generated one cannot be kept."""
        return self.secret_key or _kept_key(self.data_dir / "secret.key")


def load_settings() -> Settings:
    """The settings of the environment. Raises BadSettings."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        reason = str(first["msg"]).removeprefix("Value error, ")
        raise BadSettings(f"{name} {reason}".strip() + ".") from None


def prepare_data_dir(settings: Settings) -> None:
    """Makes the folder for what is kept. Raises BadSettings."""
    try:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database knows every hand
    except OSError as error:
        raise BadSettings(f"DATA_DIR {settings.data_dir} cannot be made: {error.strerror}.") from None


def _kept_key(path: Path) -> str:
    try:
        if not path.exists():
            _write_private(path, secrets.token_hex(32))
        key = path.read_text().strip()
    except OSError as error:
        raise BadSettings(f"The key file {path} cannot be used: {error.strerror}.") from None
    if len(key) < SHORTEST_KEY:  # a key that is empty would let anybody sign
        raise BadSettings(f"The key file {path} holds no key; remove it and another is made.")
    return key


def _write_private(path: Path, text: str) -> None:
    """Readable by its owner alone, and whole, from the first moment on; who comes second changes nothing."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:  # made with mode 600
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
