"""Reads the container files, so that a test can run locally what they run."""

import shlex
import shutil
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from engine.types import Json
from tools.programs import ROOT

COMPOSE = ROOT / "docker-compose.yml"
DOCKERFILE = ROOT / "Dockerfile"


def services() -> Json:
    """Returns the services of docker-compose.yml."""
    content: Any = YAML(typ="safe").load(COMPOSE)
    found: Json = content["services"]
    return found


def steps_of_the_image() -> list[tuple[str, str]]:
    """Returns instructions and arguments of the last stage of the Dockerfile."""
    text = DOCKERFILE.read_text().replace("\\\n", " ")
    steps = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    last = max(number for number, (word, _) in enumerate(steps) if word == "FROM")
    return [(word, rest) for word, rest in steps[last:]]


def lay_out_image(folder: Path) -> None:
    """Copies the project's files of the image, and nothing else, into a folder; the client from the local
    build.
    """
    for word, rest in steps_of_the_image():
        if word != "COPY":
            continue
        *sources, target = [part for part in shlex.split(rest) if not part.startswith("--from=")]
        for source in sources:
            if source != "/packages":
                _copy(ROOT / source.removeprefix("/"), folder / target)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)
