"""Secrets are not in files that others can read, nor in printed settings."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.settings import Settings, SettingsError, create_data_dir
from tests.e2e.server import Boxcats
from tests.security.raw_connection import RawConnection
from tools.programs import ROOT


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_data_folder_and_key_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", secret_key="", database_url="")
    create_data_dir(settings)
    assert len(settings.key) == 64
    assert mode(tmp_path / "data") == 0o700
    assert mode(tmp_path / "data" / "secret.key") == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret.key"]


@pytest.mark.parametrize("content", ["", "\n", "short"])
def test_empty_key_file_is_refused(tmp_path: Path, content: str) -> None:
    """With an empty key anybody could sign."""
    (tmp_path / "secret.key").write_text(content)
    with pytest.raises(SettingsError, match="contains no valid key"):
        Settings(data_dir=tmp_path, secret_key="", database_url="").key  # noqa: B018


def test_concurrent_starts_create_one_key(tmp_path: Path) -> None:
    def key(_: int) -> str:
        return Settings(data_dir=tmp_path, secret_key="", database_url="").key

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(key, range(8)))) == 1


def test_settings_do_not_print_their_secrets() -> None:
    url = "postgresql://ada:hidden@host/cats"
    settings = Settings(database_url=url, redis_url="redis://:hidden@host", secret_key="hidden" * 4)
    assert "hidden" not in f"{settings} {settings!r}"


def test_every_server_has_its_own_key(tmp_path: Path) -> None:
    keys = set()
    for name in ("one", "two"):
        settings = Settings(data_dir=tmp_path / name, secret_key="", database_url="")
        create_data_dir(settings)
        keys.add(settings.key)
    assert len(keys) == 2


async def test_control_characters_in_an_address_are_escaped_in_logs() -> None:
    with Boxcats(LOG_LEVEL="info", LOG_FORMAT="console") as server:
        for path in ("/%1b[31m", "/%0aFAKE", "/%c2%9b31m", "/api/tables/%1b[31m", "/api/tables/%0d%0aFAKE"):
            async with await RawConnection.open(server.url) as wire:
                await wire.request(f"GET {path} HTTP/1.1\r\nHost: cats\r\nConnection: close\r\n\r\n")
        server.stop()  # by then all lines are written
        log = (server.folder / "log").read_text()
    assert log.count("/api/tables/{code}") == 2, "the path is logged with escapes"
    assert not any(part in log for part in ("\x1b", "\x9b", "%1b", "FAKE"))


def test_lock_file_names_no_registry() -> None:
    """Packages would be requested from an address in it."""
    for lock in (ROOT / "locks").iterdir():
        assert "://" not in lock.read_text()
