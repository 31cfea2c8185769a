"""Reads `/metrics` as Prometheus does."""

import httpx
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]


class Exposition:
    """The samples of one response."""

    def __init__(self, text: str) -> None:
        families = list(text_string_to_metric_families(text))
        self.names = {name for family in families for name in _sample_names(family)}
        samples = [sample for family in families for sample in family.samples]
        self.values: dict[tuple[str, Labels], float] = {
            (sample.name, frozenset(sample.labels.items())): sample.value for sample in samples
        }

    def of(self, name: str, **labels: str) -> float:
        """Returns the value with exactly these labels, 0 if there is none yet."""
        return self.values.get((name, frozenset(labels.items())), 0.0)

    def labels_of(self, names: set[str]) -> set[str]:
        """Returns the labels of samples with these names."""
        return {label for name, labels in self.values if name in names for label, _ in labels}

    def labels(self, name: str, label: str) -> set[str]:
        """Returns all values of a label."""
        return {dict(labels)[label] for sample, labels in self.values if sample == name}


def _sample_names(family: Metric) -> list[str]:
    """Returns the names of samples that a family has, or will have once it has values."""
    endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}
    return [family.name + ending for ending in endings.get(family.type, [""])]


async def scrape(url: str) -> Exposition:
    """Requests the metrics of the server at this address."""
    async with httpx.AsyncClient(base_url=url) as prometheus:
        answer = await prometheus.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return Exposition(answer.text)
