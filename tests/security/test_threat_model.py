"""The tests that SECURITY.md names exist."""

import re

from tools.programs import ROOT

NAMED = re.findall(r"`(\w+/test_\w+\.py)(?:::(\w+))?`", (ROOT / "SECURITY.md").read_text())


def test_named_tests_exist() -> None:
    assert len(NAMED) > 30
    for file, name in NAMED:
        assert f"def test_{name}" in (ROOT / "tests" / file).read_text()
