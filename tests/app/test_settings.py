"""Settings that are wrong stop the start with one sentence."""

import asyncio
import os
import socket
import stat
import sys
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from app.infra.http.startup_banner import lan_address, local_address, qr_code, startup_banner
from app.serve import listen, warn_without_client
from app.settings import Settings, SettingsError, create_data_dir, load_settings
from tests.services import Postgres, free_port

WRONG = [
    ({"PORT": ""}, "PORT must be a whole number."),
    ({"PORT": "eight"}, "PORT must be a whole number."),
    ({"PORT": "-1"}, "PORT must be at least 0."),
    ({"PORT": "70000"}, "PORT must be at most 65535."),
    ({"DATA_DIR": ""}, "DATA_DIR must name a folder."),
    ({"WEB_BUILD": ""}, "WEB_BUILD must name a folder."),
    ({"DATABASE_URL": "mysql://localhost/cats"}, "DATABASE_URL must begin with postgresql:// or sqlite:///."),
    ({"DATABASE_URL": "cats"}, "DATABASE_URL is not an address"),
    ({"DATABASE_URL": "postgresql://localhost:port/cats"}, "DATABASE_URL is not an address"),
    ({"DATABASE_URL": "sqlite://"}, "DATABASE_URL must name a file"),
    ({"DATABASE_URL": "sqlite:///:memory:"}, "DATABASE_URL must name a file"),
    ({"DATABASE_URL": "postgresql://localhost/cats"}, "SECRET_KEY must be set"),
    ({"REDIS_URL": "localhost:6379"}, "REDIS_URL must look like redis://host:6379/0."),
    ({"REDIS_URL": "http://localhost"}, "REDIS_URL must look like redis://host:6379/0."),
    ({"REDIS_URL": "redis://localhost:port/0"}, "REDIS_URL must look like redis://host:6379/0."),
    ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
    ({"PUBLIC_URL": "cats.example"}, "PUBLIC_URL must look like https://"),
    ({"PUBLIC_URL": "https://cats.example:port"}, "PUBLIC_URL must look like https://"),
    ({"PUBLIC_URL": "https://cats.example/boxcats"}, "PUBLIC_URL must look like https://"),
    ({"PUSH_CONTACT": "ada"}, "PUSH_CONTACT must look like mailto:"),
    ({"TRUSTED_PROXIES": "proxy"}, "TRUSTED_PROXIES must list addresses or networks"),
    ({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be 'debug', 'info', 'warning' or 'error'."),
    ({"BOT_PAUSE": ""}, "BOT_PAUSE must be a number."),
    ({"BOT_PAUSE": "-1"}, "BOT_PAUSE must be at least 0."),
    ({"SOCKET_RATE": "0"}, "SOCKET_RATE must be greater than 0."),
    ({"SOCKET_BURST": ""}, "SOCKET_BURST must be a whole number."),
    ({"SOCKET_BURST": "many"}, "SOCKET_BURST must be a whole number."),
    ({"MIGRATE_AT_START": ""}, "MIGRATE_AT_START must be true or false."),
]


@pytest.mark.parametrize(("settings", "said"), WRONG, ids=[str(wrong[0]) for wrong in WRONG])
def test_a_wrong_setting(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], said: str) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith(said)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_settings_have_sensible_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    settings = load_settings()
    assert (settings.host, settings.port) == ("0.0.0.0", 8000)
    assert settings.database.startswith("sqlite+aiosqlite:///")
    assert settings.redis_url == ""


def test_short_schemes_get_their_drivers() -> None:
    assert Settings(database_url="sqlite:////x.db").database == "sqlite+aiosqlite:////x.db"
    for scheme in ("postgres", "postgresql"):
        settings = Settings(database_url=f"{scheme}://ada:pass@host/cats", secret_key="k" * 32)
        assert settings.database == "postgresql+asyncpg://ada:pass@host/cats"
    secured = Settings(database_url="postgresql://host/cats?sslmode=require", secret_key="k" * 32)
    assert secured.database == "postgresql+asyncpg://host/cats?ssl=require"


def test_data_folder_may_contain_characters_of_urls() -> None:
    settings = Settings(data_dir=Path("/games & cats?/100%25#1"), database_url="")
    assert make_url(settings.database).database == "/games & cats?/100%25#1/boxcats.sqlite3"


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, secret_key="", database_url="")
    key = settings.key
    assert len(key) == 64
    assert settings.key == key
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    assert Settings(data_dir=tmp_path, secret_key="s" * 20).key == "s" * 20


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match=r"^DATA_DIR .*file/data cannot be made: Not a directory\.$"):
        create_data_dir(Settings(data_dir=tmp_path / "file" / "data"))


async def start(**settings: str) -> tuple[int, str]:
    """`python -m app` that is expected to give up: its exit status and what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "app",
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


@pytest.mark.slow
async def test_the_server_does_not_start_without_its_database(postgres: Postgres, tmp_path: Path) -> None:
    nobody, key = free_port(), "k" * 32
    away = f"postgresql://ada:hidden@127.0.0.1:{nobody}/cats"
    for settings, said in (
        ({"DATABASE_URL": away, "SECRET_KEY": key}, "cannot be reached"),
        ({"DATABASE_URL": postgres.url("nosuch"), "SECRET_KEY": key}, 'database "nosuch" does not exist'),
        ({"DATABASE_URL": "sqlite:////no/such/folder/cats.db"}, "cannot be reached"),
    ):
        status, words = await start(**{"DATA_DIR": str(tmp_path), "PORT": str(nobody), **settings})
        assert status == 1
        assert words.startswith("Boxcats cannot start: ")
        assert said in words
        assert len(words.splitlines()) == 1
        assert "hidden" not in words


@pytest.mark.slow
async def test_a_user_of_postgres_who_may_create_no_table(postgres: Postgres, tmp_path: Path) -> None:
    """As of Postgres 15, only the owner of a database may by default."""
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    for statement in ("CREATE ROLE visitor LOGIN", "CREATE DATABASE of_another"):
        await connection.execute(statement)
    await connection.close()
    url = postgres.url("of_another").replace("boxcats@", "visitor@")
    status, words = await start(DATA_DIR=str(tmp_path), DATABASE_URL=url, SECRET_KEY="k" * 32)
    assert status == 1
    reason = "permission denied for schema public"
    assert words == f"Boxcats cannot start: the database {url} cannot be migrated ({reason}).\n"


@pytest.mark.slow
async def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, words = await start(DATA_DIR=str(tmp_path), HOST="127.0.0.1", PORT=port)
    assert status == 1
    assert words == (
        f"Boxcats cannot start: it cannot listen at HOST 127.0.0.1, PORT {port}: Address already in use.\n"
    )


def test_unknown_host_is_said() -> None:
    with pytest.raises(SettingsError, match=r"HOST no\.host\.invalid, PORT 0: \D+\.$"):
        listen("no.host.invalid", 0)


def test_missing_client_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "index.html").touch()
    warn_without_client(Settings(web_build=tmp_path))
    assert not caplog.messages
    warn_without_client(Settings(web_build=tmp_path / "none"))
    assert "none contains no built client" in caplog.text


def test_where_the_server_is() -> None:
    assert local_address("0.0.0.0", 8000) == "http://localhost:8000"
    assert local_address("10.1.2.3", 80) == "http://10.1.2.3:80"
    assert local_address("::", 8000) == "http://localhost:8000"
    assert local_address("fd00::5", 8000) == "http://[fd00::5]:8000"
    assert lan_address("127.0.0.1", 8000) is None
    assert lan_address("::", 8000) is None, "the server listens by IPv6 alone"
    banner = startup_banner("127.0.0.1", 8000, "https://cats.example")
    assert "https://cats.example" in banner
    assert qr_code("https://cats.example") in banner
    assert qr_code("http://x") != qr_code("http://y")
