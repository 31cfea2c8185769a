"""The container files are valid and confined; checked without a container engine."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.ops.composition import COMPOSE, DOCKERFILE, services, steps_of_the_image
from tools import programs
from tools.programs import ROOT, VENV

CHECKS: dict[str, list[str | Path]] = {
    "compose": ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE],
    "dockerfile": ["hadolint", "--no-color", DOCKERFILE],
}


@pytest.mark.parametrize("what", CHECKS)
def test_compose_files_are_valid(what: str) -> None:
    program, *words = CHECKS[what]
    done = subprocess.run([VENV / "bin" / program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("tls", "modules"), [("internal", ["internal"]), ("you@example.org", ["acme", "zerossl"])]
)
def test_proxy_uses_the_configured_certificate(tmp_path: Path, tls: str, modules: list[str]) -> None:
    caddy = programs.caddy()
    assert caddy
    settings = {"HOME": str(tmp_path), "SITE": "cats.example.org", "TLS": tls}
    command: list[str | Path] = [caddy, "adapt", "--config", ROOT / "Caddyfile", "--adapter", "caddyfile"]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    [policy] = json.loads(done.stdout)["apps"]["tls"]["automation"]["policies"]
    assert policy["subjects"] == ["cats.example.org"]
    assert [issuer["module"] for issuer in policy["issuers"]] == modules


@pytest.mark.parametrize("name", services())
def test_services_are_confined(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
    assert "privileged" not in service
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}, "no log is kept without end"
    assert ("ports" in service) == (name == "proxy"), "the proxy is the only way in"


def test_image_runs_as_an_unprivileged_user() -> None:
    steps = steps_of_the_image()
    [user] = [rest for word, rest in steps if word == "USER"]
    assert user == "1000"
    after = steps[steps.index(("USER", user)) :]
    assert not any(word in ("RUN", "COPY") for word, _ in after), "it owns only the data folder"


def test_image_contains_no_secrets() -> None:
    """The files sent to the builder are listed explicitly; all others are excluded."""
    rules = (ROOT / ".dockerignore").read_text().split()
    assert rules[0] == "*"
    kept = [rule for rule in rules[1:] if rule.startswith("!")]
    assert set(kept) == {"!LICENSE", "!alembic.ini", "!app", "!engine", "!locks", "!migrations", "!web"}
