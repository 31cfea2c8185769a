"""Settings of the environment; an invalid one stops the start with one sentence."""

import os
import re
import secrets
import tempfile
from collections.abc import Collection
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.core.paths import ROOT

MIN_KEY_LENGTH = 16
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

REASONS = {  # by the type of pydantic's error
    "int_parsing": "must be a whole number",
    "float_parsing": "must be a number",
    "bool_parsing": "must be true or false",
    "literal_error": "must be {expected}",
    "greater_than": "must be greater than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than_equal": "must be at most {le:g}",
}

HiddenStr = Annotated[str, Field(repr=False)]  # may contain a password, so it is left out of repr


class SettingsError(Exception):
    """The server cannot start with these settings; the message is a sentence for its operator."""


class Settings(BaseSettings):
    """Every setting with its default."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True, validate_default=True)

    host: str = "0.0.0.0"  # all interfaces, so that friends on the same network can join
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data_dir: Path = ROOT / "data"  # directory of the SQLite file and the generated key
    database_url: HiddenStr = ""  # empty: an SQLite file in data_dir
    redis_url: HiddenStr = ""  # empty: one process, no Redis
    secret_key: HiddenStr = ""  # signs the cookies; empty: generated in data_dir (SQLite only)
    public_url: str = ""  # address at which players reach the server; empty: that of the request
    admins: str = ""  # names of accounts, separated by commas
    push_contact: str = ""  # contact for web push services; empty: public_url
    trusted_proxies: str = "127.0.0.1,::1"  # proxies whose X-Forwarded headers are trusted
    migrate_at_start: bool = True  # false where `python -m app.infra.database.migrate` runs first
    bot_pause: Annotated[float, Field(ge=0, le=30)] = 0.9  # seconds before each move of a bot
    offer_after: Annotated[float, Field(ge=0, le=300)] = 20.0  # seconds until a quick match offers less
    socket_rate: Annotated[float, Field(gt=0)] = 10.0  # messages per second and player, over all sockets
    socket_burst: Annotated[int, Field(ge=1)] = 30  # messages
    sockets_per_person: Annotated[int, Field(ge=1)] = 20  # open connections
    request_rate: Annotated[float, Field(gt=0)] = 10.0  # requests and new sockets per second and player
    request_burst: Annotated[int, Field(ge=1)] = 100
    table_rate: Annotated[float, Field(gt=0)] = 0.05  # new tables per second and player
    table_burst: Annotated[int, Field(ge=1)] = 20
    open_tables_per_person: Annotated[int, Field(ge=1)] = 3  # tables in the lobby that have not started
    guest_rate: Annotated[float, Field(gt=0)] = 0.2  # new guests per second and address
    people_per_address: Annotated[int, Field(ge=1)] = 50  # an address has the limits of so many players
    stored_per_person: Annotated[float, Field(gt=0)] = 8.0  # MB per day
    stored_per_address: Annotated[float, Field(gt=0)] = 100.0  # MB per day
    log_level: Literal["debug", "info", "warning", "error"] = "warning"  # the lowest level that is written
    log_format: Literal["console", "json"] = "console"  # for people or for programs
    web_build: Path = ROOT / "web" / "build"  # the built client

    @field_validator("data_dir", "web_build", mode="before")
    @classmethod
    def _named_folder(cls, folder: object) -> object:
        if folder == "":  # it would be the current folder
            raise ValueError("must name a folder")
        return folder

    @field_validator("database_url")
    @classmethod
    def _check_database_url(cls, url: str) -> str:
        return with_driver(url) if url else url

    @field_validator("redis_url")
    @classmethod
    def _known_redis(cls, url: str) -> str:
        if url and not _is_url(url, ("redis", "rediss")):
            raise ValueError("must look like redis://host:6379/0")
        return url

    @field_validator("public_url")
    @classmethod
    def _web_address(cls, url: str) -> str:
        url = url.rstrip("/")
        if url and not (_is_url(url, ("http", "https")) and url.endswith(f"//{urlsplit(url).netloc}")):
            raise ValueError("must look like https://cats.example.org, without a path")
        return url

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
    def _check_key_length(cls, key: str) -> str:
        if key and len(key) < MIN_KEY_LENGTH:
            raise ValueError(f"is too short: at least {MIN_KEY_LENGTH} characters, better 64 random ones")
        return key

    @model_validator(mode="after")
    def _key_for_many_processes(self) -> "Settings":
        if self.database_url.startswith("postgresql") and not self.secret_key:
            raise ValueError("SECRET_KEY must be set when DATABASE_URL is a Postgres database")
        return self

    @property
    def database(self) -> str:
        """The URL of the database: that of the settings, or of an SQLite file."""
        file = URL.create(DRIVERS["sqlite"], database=str(self.data_dir / "boxcats.sqlite3"))
        return self.database_url or file.render_as_string()  # quotes what has a meaning in URLs

    @property
    def key(self) -> str:
        """The key that signs cookies. Raises SettingsError if the generated one cannot be stored."""
        return self.secret_key or _read_or_create_key(self.data_dir / "secret.key")


def with_driver(database_url: str) -> str:
    """Returns the URL with the name of our driver. Raises ValueError with the end of a sentence about it."""
    try:
        parts = make_url(database_url)
    except (ArgumentError, ValueError):  # the latter for a port that is not a number
        raise ValueError("is not an address; it looks like postgresql://user:password@host/name") from None
    if parts.drivername not in DRIVERS:
        raise ValueError("must begin with postgresql:// or sqlite:///")
    if parts.drivername.startswith("sqlite") and parts.database in (None, "", ":memory:"):
        raise ValueError("must name a file, like sqlite:////srv/boxcats/boxcats.sqlite3")
    query = {"ssl" if name == "sslmode" else name: value for name, value in parts.query.items()}
    parts = parts.set(drivername=DRIVERS[parts.drivername], query=query)  # the name of asyncpg
    return parts.render_as_string(hide_password=False)


def load_settings() -> Settings:
    """Returns the settings of the environment. Raises SettingsError."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise SettingsError(f"{name} {_reason(first)}".strip() + ".") from None


def _reason(error: ErrorDetails) -> str:
    """Returns the end of a sentence that begins with the setting's name."""
    if reason := REASONS.get(error["type"]):
        return reason.format_map(error.get("ctx", {}))
    return error["msg"].removeprefix("Value error, ")


def _is_url(url: str, schemes: Collection[str]) -> bool:
    """Returns whether a URL has one of these schemes, a host, and no port that is not a number."""
    try:
        parts = urlsplit(url)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def create_data_dir(settings: Settings) -> None:
    """Creates the data directory. Raises SettingsError."""
    try:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database contains every hand
    except OSError as error:
        raise SettingsError(f"DATA_DIR {settings.data_dir} cannot be made: {error.strerror}.") from None


def _read_or_create_key(path: Path) -> str:
    try:
        if not path.exists():
            _write_private(path, secrets.token_hex(32))
        key = path.read_text().strip()
    except OSError as error:
        raise SettingsError(f"The key file {path} cannot be used: {error.strerror}.") from None
    if len(key) < MIN_KEY_LENGTH:  # with an empty key anybody could sign
        raise SettingsError(
            f"The key file {path} contains no valid key; delete it and the server generates a new one."
        )
    return key


def _write_private(path: Path, text: str) -> None:
    """Creates the file atomically and with mode 600; does nothing if it exists."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:  # has mode 600
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
