"""Backs up and restores all data: `python -m tools.backup save|load FILE`.

It reads DATABASE_URL and DATA_DIR like the server. Saving works while the server runs. Loading replaces all
data, and requires that all server processes are stopped, because they cache tables; on SQLite it refuses to
load beside a server.
"""

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from app.infra.database.sqlite_lock import lock_file
from app.settings import SettingsError
from tools import programs
from tools.programs import ROOT
from tools.steps import fail, info

DATABASE, KEY = "boxcats.sqlite3", "secret.key"
NO_KEY = 16 * "-"  # a placeholder: loading signs nothing
DUMP = ["pg_dump", "--no-owner", "--no-privileges"]
OUR_TABLES = {"alembic_version", "players", "tables", "moves"}  # in all versions
NOT_OURS = "it is no backup of Boxcats"
# Finds schema objects that execute code on reads and writes. Our backups have none.
RUNS_BY_ITSELF = "SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"

TABLE_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table'"


@dataclass(frozen=True)
class DataLocation:
    """Where the server stores its data."""

    url: str
    database: Path
    key: Path


def data_location() -> DataLocation:
    """Returns the location configured by the environment."""
    url, data = os.environ.get("DATABASE_URL", ""), Path(os.environ.get("DATA_DIR") or ROOT / "data")
    file = unquote(url.partition(":///")[2].partition("?")[0])  # without options of SQLite
    return DataLocation(url, Path(file or data / DATABASE), data / KEY)


def save(location: DataLocation, file: Path) -> None:
    """Writes a backup; an existing file is replaced only by a complete one."""
    draft = file.with_name(f"{file.name}.part")
    try:
        if location.url.startswith("postgres"):
            _save_postgres(location, draft)
        else:
            _save_sqlite(location, draft)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def load(location: DataLocation, file: Path) -> None:
    """Restores a backup completely, or changes nothing if the file is invalid."""
    if location.url.startswith("postgres"):
        _load_postgres(location, file)
    else:
        _load_sqlite(location, file)


def _save_sqlite(location: DataLocation, file: Path) -> None:
    """Archives a snapshot of the database and the key that signs cookies."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, DATABASE)
        _copy(location.database, copy)
        with tarfile.open(file, "w:gz") as archive:
            archive.add(copy, DATABASE)
            if location.key.exists():
                archive.add(location.key, KEY)


def _load_sqlite(location: DataLocation, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, tarfile.open(file, "r:gz") as archive:
        _extract(archive, Path(folder))
        if not Path(folder, DATABASE).exists():
            raise sqlite3.DatabaseError(NOT_OURS)
        _check_database(Path(folder, DATABASE))
        for path in (location.database, location.key):
            path.parent.mkdir(parents=True, exist_ok=True)
        with lock_file(location.database.resolve()):
            _copy(Path(folder, DATABASE), location.database)
        if Path(folder, KEY).exists():
            shutil.copy(Path(folder, KEY), location.key)
            location.key.chmod(0o600)


def _extract(archive: tarfile.TarFile, folder: Path) -> None:
    """Extracts only the two expected files from the archive."""
    for member in archive:
        if member.isfile() and member.name in (DATABASE, KEY) and (source := archive.extractfile(member)):
            with source, Path(folder, member.name).open("wb") as file:
                shutil.copyfileobj(source, file)


def _check_database(database: Path) -> None:
    """Raises sqlite3.Error if the database is damaged, executes code, is of a later version or not ours."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as games:
        games.execute("PRAGMA trusted_schema = OFF")
        if games.execute(RUNS_BY_ITSELF).fetchone():
            raise sqlite3.DatabaseError(NOT_OURS)
        if games.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("it is damaged")
        if not {name for (name,) in games.execute(TABLE_NAMES)} >= OUR_TABLES:
            raise sqlite3.DatabaseError(NOT_OURS)
        if not set(games.execute("SELECT version_num FROM alembic_version")) & _known_revisions():
            raise sqlite3.DatabaseError("a later version has saved it")


def _known_revisions() -> set[tuple[str]]:
    """Returns the rows that `alembic_version` can have: names of migrations begin with their revisions."""
    return {(file.name.partition("_")[0],) for file in (ROOT / "migrations/versions").glob("[0-9]*.py")}


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as there,
        closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)


def _save_postgres(location: DataLocation, file: Path) -> None:
    with gzip.open(file, "wb") as archive:
        _run_postgres(DUMP, location.url, archive)


def _load_postgres(location: DataLocation, file: Path) -> None:
    """Restores with `app.cli.restore`, which executes no SQL of the file."""
    env = {
        **os.environ,
        "DATABASE_URL": location.url,
        "SECRET_KEY": os.environ.get("SECRET_KEY") or NO_KEY,
    }
    with file.open("rb") as archive:
        command = [sys.executable, "-m", "app.cli.restore"]
        done = subprocess.run(command, stdin=archive, capture_output=True, env=env, cwd=ROOT, check=False)
    if done.returncode:
        fail(f"cannot load {file}: {done.stderr.decode(errors='replace').strip()}")


def _run_postgres(command: list[str], url: str, output: gzip.GzipFile) -> None:
    """Runs a Postgres program and copies its output piece by piece: a dump may not fit into memory."""
    name, *words = command
    folder = programs.postgres_folder()
    program = folder / name if folder else shutil.which(name) or fail(f"{name} is missing")
    address, env = _without_password(url)
    command = [str(program), *words, "--dbname", address]
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=env) as process:
            if process.stdout:
                shutil.copyfileobj(process.stdout, output)
        if process.returncode:
            errors.seek(0)
            fail(f"{name} failed: {errors.read().decode(errors='replace').strip()}")


def _without_password(url: str) -> tuple[str, dict[str, str]]:
    """Returns the address without the password, and the environment that passes it."""
    parts = urlsplit(url)
    netloc = parts.netloc.replace(f":{parts.password}@", "@", 1)
    env = {**os.environ, "PGPASSWORD": unquote(parts.password or "")}
    return parts._replace(scheme="postgresql", netloc=netloc).geturl(), env


def main(what: str, name: str) -> None:
    file = Path(name)
    os.umask(0o077)  # it holds secrets: nobody else may read it
    try:
        {"save": save, "load": load}[what](data_location(), file)
    except (OSError, EOFError, tarfile.TarError, sqlite3.Error, SettingsError) as error:
        fail(f"cannot {what} {file}: {error}")
    info(f"{'saved to' if what == 'save' else 'loaded from'} {file}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("save", "load"):
        fail("python -m tools.backup save|load FILE")
    main(*sys.argv[1:])
