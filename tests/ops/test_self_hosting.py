"""docs/self-hosting.md matches the code."""

import re
from pathlib import Path

import pytest

from app.core.paths import ROOT
from app.settings import Settings
from tests.ops.exposition import scrape
from tests.ops.played import Played

PAGE = (ROOT / "docs" / "self-hosting.md").read_text()
ROWS = re.findall(r"^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)


def test_exactly_the_existing_settings_are_explained() -> None:
    assert [name for name, _, _ in ROWS] == [name.upper() for name in Settings.model_fields]


@pytest.mark.parametrize(("name", "documented"), [(name, documented) for name, documented, _ in ROWS])
def test_documented_defaults_are_right(name: str, documented: str) -> None:
    default = Settings.model_fields[name.lower()].default
    match default:
        case "":
            assert not re.fullmatch("`.*`", documented), "described in words, without a value"
        case bool():
            assert documented == f"`{str(default).lower()}`"
        case Path():
            assert documented == f"`{default.relative_to(ROOT)}`"
        case float():
            assert documented == f"`{default:g}`"
        case _:
            assert documented == f"`{default}`"


async def test_metrics_to_watch_are_exported(played: Played) -> None:
    named = set(re.findall(r"boxcats_\w+(?=[\[{])", PAGE))
    assert len(named) >= 5
    assert named <= (await scrape(played.server.url)).names
