"""Steps of setting up: each said in a line, done once, and its noise shown only when it fails."""

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from tools.programs import ROOT


def say(line: str) -> None:
    """One line for the person at the terminal."""
    print(f"boxcats: {line}", flush=True)


def give_up(line: str) -> NoReturn:
    """Ends the program with one clear line."""
    sys.exit(f"boxcats: {line}")


def run(
    command: Sequence[str | Path],
    doing: str,
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    hint: str = "",
) -> None:
    """Runs a command quietly. If it fails, shows what it said, then gives up with a line and the hint."""
    say(f"{doing} …")
    start = time.monotonic()
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace")[-6000:])
        give_up(f"{doing} failed (above){f': {hint}' if hint else ''}")
    took = time.monotonic() - start
    if took > 5:
        say(f"{doing}: {took:.0f} s")


def once(stamp: Path, key: str, step: Callable[[], None]) -> None:
    """Does the step unless the stamp says that it was done for this very key."""
    if stamp.exists() and stamp.read_text() == key:
        return
    stamp.unlink(missing_ok=True)
    step()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


def digest(files: Iterable[Path], *also: str) -> str:
    """A key that changes with the name or the content of any of these files, or with the texts."""
    total = hashlib.sha256("\0".join(also).encode())
    for file in sorted(files):
        total.update(str(file.relative_to(ROOT)).encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()
