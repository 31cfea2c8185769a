"""The container files are valid and confined; no engine is needed to see that."""

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
def test_a_file_is_valid(what: str) -> None:
    program, *words = CHECKS[what]
    done = subprocess.run([VENV / "bin" / program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("tls", "modules"), [("internal", ["internal"]), ("you@example.org", ["acme", "zerossl"])]
)
def test_the_proxy_gets_the_certificate_that_is_wanted(tmp_path: Path, tls: str, modules: list[str]) -> None:
    caddy = programs.caddy()
    assert caddy
    settings = {"HOME": str(tmp_path), "SITE": "cats.example.org", "TLS": tls}
    command: list[str | Path] = [caddy, "adapt", "--config", ROOT / "Caddyfile", "--adapter", "caddyfile"]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    [policy] = json.loads(done.stdout)["apps"]["tls"]["automation"]["policies"]
    assert policy["subjects"] == ["cats.example.org"]
    assert [issuer["module"] for issuer in policy["issuers"]] == modules


@pytest.mark.parametrize("name", services())
def test_a_service_is_confined(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
    assert "privileged" not in service
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}, "no log is kept without end"
    assert ("ports" in service) == (name == "proxy"), "the proxy is the only way in"


def test_the_image_runs_as_nobody_special() -> None:
    steps = steps_of_the_image()
    [user] = [rest for word, rest in steps if word == "USER"]
    assert user == "1000"
    after = steps[steps.index(("USER", user)) :]
    assert not any(word in ("RUN", "COPY") for word, _ in after), "it owns nothing but its data"


def test_nothing_secret_gets_into_an_image() -> None:
    """What is sent to the builder is listed, and all else stays."""
    rules = (ROOT / ".dockerignore").read_text().split()
    assert rules[0] == "*"
    kept = [rule for rule in rules[1:] if rule.startswith("!")]
    assert set(kept) == {"!LICENSE", "!alembic.ini", "!app", "!engine", "!locks", "!migrations", "!web"}
