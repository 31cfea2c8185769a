"""Grafana's dashboard queries metrics that exist, by labels that they have."""

import json
import re
from typing import Any

import pytest

from app.core.paths import ROOT
from tests.ops.exposition import scrape
from tests.ops.played import Played

DASHBOARD: Any = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))
GRAPHS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
OF_PROMETHEUS = {"instance", "le"}  # added by Prometheus, or present in all histograms


def asked(panel: Any) -> str:
    """Returns all queries of a panel."""
    return "\n".join(target["expr"] for target in panel["targets"])


@pytest.mark.parametrize("panel", GRAPHS, ids=[panel["title"] for panel in GRAPHS])
async def test_panels_query_existing_metrics_and_labels(panel: Any, played: Played) -> None:
    seen = await scrape(played.server.url)
    names = set(re.findall(r"(\w+)\{", asked(panel)))
    assert names
    assert names <= seen.names
    by = {label for labels in re.findall(r"by \(([^)]*)\)", asked(panel)) for label in labels.split(", ")}
    assert by <= OF_PROMETHEUS | seen.labels_of(names)
    shown = {
        label for target in panel["targets"] for label in re.findall(r"{{(\w+)}}", target["legendFormat"])
    }
    assert shown <= by


async def test_every_metric_is_shown(played: Played) -> None:
    ours = {name for name in (await scrape(played.server.url)).names if name.startswith("boxcats_")}
    every = "\n".join(map(asked, GRAPHS))
    histograms = {name.removesuffix("_bucket") for name in ours if name.endswith("_bucket")}
    assert {
        name for name in ours if name.removesuffix("_sum").removesuffix("_count") not in histograms
    } <= set(re.findall(r"boxcats_\w+", every))


def test_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
