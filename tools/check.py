"""Runs checks and tests and prints how long each took: `python -m tools.check [fast|test]`.

Without an argument: formatting, lint, types and contracts. `fast` runs the tests for the loop while
writing, `test` runs everything. Every part runs even if an earlier one failed; exit status 1 if any did.
Checks of Python and of the client run side by side, and each prints its output when it ends.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tools.prepare import WEB, node
from tools.programs import PYTHON, ROOT
from tools.steps import info

BIN = PYTHON.parent
BACKGROUND = ("nice", "-n", "19")  # the lowest priority
Command = Sequence[str | Path]

PYTHON_CHECKS: dict[str, Command] = {
    "ruff format": [BIN / "ruff", "format", "--check", "--quiet", "."],
    "ruff": [BIN / "ruff", "check", "--quiet", "."],
    "mypy": [BIN / "mypy", "--no-error-summary"],
    "engine without packages": [PYTHON, "-S", "-c", "import engine.__main__, engine.bots"],
    "import contracts": [BIN / "lint-imports", "--no-logo"],
}
WEB_CHECKS: dict[str, Command] = {
    "generated types": ["run", "--silent", "generate:check"],
    "svelte-check": ["run", "--silent", "check"],
    "prettier": ["run", "--silent", "format:check"],
    "eslint": ["run", "--silent", "lint"],
    "knip": ["run", "--silent", "unused"],
}
VITEST: dict[str, Command] = {"vitest": ["test", "--silent"]}
WEB_TESTS: dict[str, Command] = VITEST | {"size of the client": ["run", "--silent", "size"]}

PYTEST: Command = [PYTHON, "-m", "pytest"]
PLAIN: Command = [*PYTEST, "-p", "no:schemathesis"]  # which only attacks need; each worker imports plugins
STEALING = "--dist=worksteal"  # a worker that has nothing left takes over half of what another still has
# On two cores: tests of servers and browsers wait for sockets and processes most of the time.
FAST: dict[str, Command] = {
    "pytest": [*PLAIN, "-n4", STEALING, "--backend=embedded", "-mnot slow", "tests/engine", "tests/app"],
}
FAULTS: dict[str, Command] = {
    "faults, operation, attacks": [
        *(*PYTEST, "-n3", "--dist=loadgroup", "--no-loadscope-reorder"),  # faults and operation take longest
        *("tests/faults", "tests/ops", "tests/security"),
    ],
}
# Searches of servers run at the lowest priority: on busy cores, tests of a higher one would wait for them
# until they time out.
BROWSERS: dict[str, Command] = {
    "browsers, server, engine": [
        *(*BACKGROUND, *PLAIN, "-n4", STEALING),
        *("tests/e2e", "tests/app", "tests/engine"),
    ],
}


@dataclass(frozen=True)
class Lane:
    """Parts that run one after the other; several lanes run side by side."""

    parts: Mapping[str, Command]
    cwd: Path = ROOT
    env: Mapping[str, str] | None = None
    before: Command = field(default=())  # each command

    def run(self) -> list[str]:
        """Names of the parts that failed."""
        return [part for part, command in self.parts.items() if not self._passes(part, command)]

    def _passes(self, part: str, command: Command) -> bool:
        start = time.monotonic()
        done = subprocess.run(
            [*self.before, *command],
            cwd=self.cwd,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        passed = not done.returncode
        report(part, passed=passed, seconds=time.monotonic() - start, output=done.stdout)
        return passed


def report(part: str, *, passed: bool, seconds: float, output: bytes = b"") -> None:
    """Prints what a part printed, and its result."""
    sys.stdout.buffer.write(output)
    info(f"── {part}: {'ok' if passed else 'FAILED'}, {seconds:.1f} s")


def run_all() -> list[str]:
    """Runs all checks and tests. Returns the names of the parts that failed.

    Killed, stalled and attacked servers would disturb browsers, so these two groups run one after the other.
    Checks that need only a processor run beside the first group, at the lowest priority.
    """
    return run_lanes(
        Lane(FAULTS),
        Lane(PYTHON_CHECKS, before=BACKGROUND),
        web_lane(WEB_CHECKS | WEB_TESTS, before=BACKGROUND),
    ) + run_tests(BROWSERS)


def run_lanes(*lanes: Lane) -> list[str]:
    """Runs lanes side by side. Returns the names of the parts that failed."""
    with ThreadPoolExecutor() as threads:
        return [part for failed in threads.map(Lane.run, lanes) for part in failed]


def run_tests(parts: Mapping[str, Command]) -> list[str]:
    """Runs parts one after the other, with their progress. Returns the names of those that failed."""
    failed = []
    for part, command in parts.items():
        info(f"── {part}")
        start = time.monotonic()
        passed = not subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
        report(part, passed=passed, seconds=time.monotonic() - start)
        if not passed:
            failed.append(part)
    return failed


def web_lane(parts: Mapping[str, Command], before: Command = ()) -> Lane:
    """Commands of npm in the client's folder."""
    found = node()
    return Lane(parts, WEB, {"NO_COLOR": "1", **found.environment()}, [*before, found.npm])


def main(mode: str = "") -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of many processes would compile all modules again
    match mode:
        case "":
            failed = run_lanes(Lane(PYTHON_CHECKS), web_lane(WEB_CHECKS))
        case "fast":
            failed = run_lanes(Lane(FAST, env={**os.environ, "QUICK": "1"}), web_lane(VITEST))
        case "test":
            failed = run_all()
        case _:
            sys.exit(__doc__)
    if failed:
        sys.exit(f"boxcats: failed: {', '.join(failed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
