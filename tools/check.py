"""Runs all checks, or all checks and tests, and says how long each took: `python -m tools.check [test]`.

Every part runs, whatever the ones before it found; pytest comes last, and its closing line with it.
What is killed, stalled and attacked is not beside a browser. Browsers come first: their files take longest.
"""

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.prepare import WEB, node
from tools.programs import PYTHON, ROOT
from tools.steps import say

BIN = PYTHON.parent

PYTHON_CHECKS: dict[str, list[str | Path]] = {
    "ruff format": [BIN / "ruff", "format", "--check", "--quiet", "."],
    "ruff": [BIN / "ruff", "check", "--quiet", "."],
    "mypy": [BIN / "mypy", "--no-error-summary"],
    "engine without packages": [PYTHON, "-S", "-c", "import engine.__main__, engine.bots"],
    "import contracts": [BIN / "lint-imports", "--no-logo"],
}
WEB_CHECKS = {
    "generated types": ["run", "--silent", "generate:check"],
    "svelte-check": ["run", "--silent", "check"],
    "prettier": ["run", "--silent", "format:check"],
    "eslint": ["run", "--silent", "lint"],
    "knip": ["run", "--silent", "unused"],
}
WEB_TESTS = {
    "vitest": ["test", "--silent"],
    "size of the client": ["run", "--silent", "size"],
}
TESTS: list[str | Path] = [PYTHON, "-m", "pytest", "-n2", "--dist=loadfile", "--no-loadscope-reorder"]
PYTEST: dict[str, list[str | Path]] = {
    "faults, operation, attacks": [*TESTS, "tests/faults", "tests/ops", "tests/security"],
    "pytest": [*TESTS, "tests/e2e", "tests/app", "tests/engine"],
}


def passes(
    part: str, command: Sequence[str | Path], cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> bool:
    """Runs one part, lets it speak, and says how long it took."""
    say(f"── {part}")
    start = time.monotonic()
    failed = subprocess.run(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, check=False).returncode
    say(f"   {part}: {'FAILED' if failed else 'ok'}, {time.monotonic() - start:.1f} s")
    return not failed


def main(*words: str) -> None:
    with_node = node()
    web = WEB_CHECKS | (WEB_TESTS if "test" in words else {})
    env = {"NO_COLOR": "1", **with_node.environment()}
    failed = [part for part, command in PYTHON_CHECKS.items() if not passes(part, command)]
    failed += [part for part, npm in web.items() if not passes(part, [with_node.npm, *npm], WEB, env)]
    if "test" in words:
        failed += [part for part, command in PYTEST.items() if not passes(part, command)]
    if failed:
        sys.exit(f"boxcats: failed: {', '.join(failed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
