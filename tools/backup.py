"""Saves all games to a file, and brings them back: `python -m tools.backup save|load FILE`.

Reads DATABASE_URL and DATA_DIR as the server does. A server may run while its games are saved. Before they
are loaded all of its processes must be stopped, as they remember tables; what was there before is gone then.
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

from tools import programs
from tools.programs import ROOT
from tools.steps import give_up, say

DATABASE, KEY = "boxcats.sqlite3", "secret.key"
NO_KEY = 16 * "-"  # nothing is signed while games are loaded
DUMP = ["pg_dump", "--no-owner", "--no-privileges"]
# What a file of ours has nothing of: it would run whenever a server reads or writes.
RUNS_BY_ITSELF = "SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"


@dataclass(frozen=True)
class Place:
    """Where games are kept."""

    url: str
    database: Path
    key: Path


def place() -> Place:
    """The one that the environment says."""
    url, data = os.environ.get("DATABASE_URL", ""), Path(os.environ.get("DATA_DIR") or ROOT / "data")
    return Place(url, Path(url.partition(":///")[2] or data / DATABASE), data / KEY)


def save(place: Place, file: Path) -> None:
    """An older file of this name stays until there is a whole new one."""
    draft = file.with_name(f"{file.name}.part")
    if place.url.startswith("postgres"):
        _save_postgres(place, draft)
    else:
        _save_sqlite(place, draft)
    draft.replace(file)


def load(place: Place, file: Path) -> None:
    """All of it or, if anything is wrong with the file, nothing."""
    if place.url.startswith("postgres"):
        _load_postgres(place, file)
    else:
        _load_sqlite(place, file)


def _save_sqlite(place: Place, file: Path) -> None:
    """The database as it is at one moment, and the key that signs the cookies."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, DATABASE)
        _copy(place.database, copy)
        with tarfile.open(file, "w:gz") as archive:
            archive.add(copy, DATABASE)
            if place.key.exists():
                archive.add(place.key, KEY)


def _load_sqlite(place: Place, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, tarfile.open(file, "r:gz") as archive:
        _take_out(archive, Path(folder))
        _make_sure(Path(folder, DATABASE))
        for path in (place.database, place.key):
            path.parent.mkdir(parents=True, exist_ok=True)
        _copy(Path(folder, DATABASE), place.database)
        if Path(folder, KEY).exists():
            shutil.copy(Path(folder, KEY), place.key)
            place.key.chmod(0o600)


def _take_out(archive: tarfile.TarFile, folder: Path) -> None:
    """Our two files and nothing else, whatever is in it."""
    for member in archive:
        if member.isfile() and member.name in (DATABASE, KEY) and (source := archive.extractfile(member)):
            with source, Path(folder, member.name).open("wb") as file:
                shutil.copyfileobj(source, file)


def _make_sure(database: Path) -> None:
    """Raises sqlite3.Error if it is broken, or does anything by itself."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as games:
        games.execute("PRAGMA trusted_schema = OFF")
        if games.execute(RUNS_BY_ITSELF).fetchone():
            raise sqlite3.DatabaseError("it is no backup of Boxcats")
        if games.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("it is damaged")


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as there,
        closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)


def _save_postgres(place: Place, file: Path) -> None:
    with gzip.open(file, "wb") as archive:
        archive.write(_postgres(DUMP, place.url))


def _load_postgres(place: Place, file: Path) -> None:
    """By a program of the server, which runs nothing of what is in the file."""
    env = {**os.environ, "DATABASE_URL": place.url, "SECRET_KEY": os.environ.get("SECRET_KEY") or NO_KEY}
    with file.open("rb") as archive:
        command = [sys.executable, "-m", "app.cli.restore"]
        done = subprocess.run(command, stdin=archive, capture_output=True, env=env, cwd=ROOT, check=False)
    if done.returncode:
        give_up(f"cannot load {file}: {done.stderr.decode(errors='replace').strip()}")


def _postgres(command: list[str], url: str) -> bytes:
    """What the program says. The password is not on its command line."""
    parts, (name, *words) = urlsplit(url), command
    folder = programs.postgres_folder()
    program = folder / name if folder else shutil.which(name) or give_up(f"{name} is missing")
    without = parts._replace(scheme="postgresql", netloc=parts.netloc.replace(f":{parts.password}@", "@", 1))
    env = {**os.environ, "PGPASSWORD": unquote(parts.password or "")}
    done = subprocess.run(
        [program, *words, "--dbname", without.geturl()], capture_output=True, env=env, check=False
    )
    if done.returncode:
        give_up(f"{name} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def main(what: str, name: str) -> None:
    file = Path(name)
    os.umask(0o077)  # it holds secrets: nobody else may read it
    try:
        {"save": save, "load": load}[what](place(), file)
    except (OSError, EOFError, tarfile.TarError, sqlite3.Error) as error:
        give_up(f"cannot {what} {file}: {error}")
    say(f"{'saved to' if what == 'save' else 'loaded from'} {file}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("save", "load"):
        give_up("python -m tools.backup save|load FILE")
    main(*sys.argv[1:])
