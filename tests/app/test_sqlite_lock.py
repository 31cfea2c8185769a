"""One process at a time serves an SQLite file; backups and other commands run beside it."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.core.paths import ROOT
from tests.app.accounts import create_account
from tests.app.people import Person
from tests.e2e.server import Boxcats

pytestmark = pytest.mark.slow

IN_USE = "another process uses the database {}; stop it first. Several processes need Postgres."


def run(server: Boxcats, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs `python -m` with the settings of this server."""
    command = [sys.executable, "-m", *words]
    return subprocess.run(
        command, env=server.environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_second_server_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    """Whatever name the file has there. A killed server leaves nothing that would block the next one."""
    file, link = tmp_path / "cats.sqlite3", tmp_path / "link.sqlite3"
    link.symlink_to(file)
    with Boxcats(DATABASE_URL=f"sqlite:///{file}") as first:
        second = Boxcats(DATABASE_URL=f"sqlite:///{link}")
        with pytest.raises(RuntimeError) as refused, second:
            pass
        assert str(refused.value).endswith(f"Boxcats cannot start: {IN_USE.format(file)}\n")
        assert first.answers()
        first.kill()
        with Boxcats(DATABASE_URL=f"sqlite:///{link}") as second:
            assert second.answers()


async def test_commands_run_beside_a_server(tmp_path: Path) -> None:
    """All but those that replace its data."""
    backup = tmp_path / "games.backup"
    with Boxcats() as server:
        async with Person(server.url) as ada:
            await ada.start_session()
            await create_account(ada, "Ada Keeps")
        for words in (
            ("app.infra.database.migrate",),
            ("app", "admin", "Ada Keeps"),
            ("tools.backup", "save", backup),
        ):
            assert run(server, *words).returncode == 0
        load = run(server, "tools.backup", "load", backup)
        file = server.folder / "boxcats.sqlite3"
        assert load.stderr == f"boxcats: cannot load {backup}: {IN_USE.format(file)}\n"
        server.stop()
        assert run(server, "tools.backup", "load", backup).returncode == 0
