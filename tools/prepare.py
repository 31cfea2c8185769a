"""Installs and builds what is missing or outdated: `python -m tools.prepare packages|web|checks|tests`.

packages: the virtual environment with the locked packages; web: also Node and the client's build; checks:
also the development packages; tests: also the servers and the browser that tests need.
"""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tools import programs, system
from tools.programs import PYTHON, ROOT, VENV, Node
from tools.steps import digest, fail, run, run_if_changed

LOCKS = ROOT / "locks"
WEB = ROOT / "web"
GENERATED = {"node_modules", "build", ".svelte-kit", "message-types", "fonts"}  # generated folders in web/
OFFLINE = "is this machine online?"
# Wheels only, so that no package code runs during installation; http-ece has no wheel.
WHEELS = ["--only-binary", ":all:", "--no-binary", "http-ece", "--no-build-isolation"]


def packages(lock: str) -> None:
    """Creates the virtual environment and installs a lock file, verifying hashes."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    run_if_changed(VENV / ".boxcats-venv", version, _make_venv)
    if lock == "run":
        packages("build")
    run_if_changed(VENV / f".boxcats-{lock}", digest([LOCKS / f"{lock}.txt"]), lambda: _install(lock))


def node() -> Node:
    """Returns the system's Node if it is new enough, else one installed from a wheel."""
    if not (found := programs.system_node()):
        packages("node")
        found = programs.wheel_node()
    return found or fail(
        "Node 22.17 or newer with npm is needed, and there is no wheel of it for this machine"
    )


def web() -> None:
    """Builds the client if its sources have changed."""
    with_node = node()
    locked = digest(
        [WEB / "package.json", WEB / "package-lock.json"], str(programs.version(with_node.binary))
    )
    run_if_changed(WEB / "node_modules/.boxcats", locked, lambda: _install_web(with_node))
    run_if_changed(
        WEB / "build/.boxcats",
        digest(_web_sources(), locked),
        lambda: _npm(with_node, "building the client", "run", "build"),
    )


def _make_venv() -> None:
    run([sys.executable, "-m", "venv", "--clear", VENV], "making the virtual environment")


def _install(lock: str) -> None:
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    locked = ["--require-hashes", "--no-deps", *WHEELS, "-r", str(LOCKS / f"{lock}.txt")]
    run([*pip, *locked], f"installing Python packages ({lock})", hint=OFFLINE)


def _install_web(with_node: Node) -> None:
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
    _npm(with_node, "installing the client's packages", "ci", *quiet, hint=OFFLINE)


def _npm(with_node: Node, doing: str, *words: str, hint: str = "") -> None:
    run([with_node.npm, *words], doing, cwd=WEB, env=with_node.environment(), hint=hint)


def _web_sources() -> Iterator[Path]:
    for folder, subfolders, files in os.walk(WEB):
        subfolders[:] = sorted(set(subfolders) - GENERATED)
        yield from (Path(folder, name) for name in files)


def main(what: str) -> None:
    """Installs what this needs: what can be installed at the same time is."""
    os.chdir(ROOT)
    packages("run")
    steps: list[Callable[[], None]] = []
    if what != "packages":
        node()  # may install a package of Python
        steps.append(web)
    if what in ("checks", "tests"):
        steps.append(partial(packages, "dev"))
    if what == "tests":
        steps.append(system.install_missing)
    with ThreadPoolExecutor() as threads:
        for step in [threads.submit(step) for step in steps]:
            step.result()


if __name__ == "__main__":
    main(*sys.argv[1:])
