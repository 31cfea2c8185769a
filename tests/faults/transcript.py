"""What one seat received in a game: views, events and answers. Every view must follow from the last."""

from dataclasses import dataclass, field
from time import monotonic

from engine.types import Json
from tests.app.merge_patch import merge


@dataclass
class Sent:
    """A move sent by this seat."""

    message: Json
    since: float = field(default_factory=monotonic)
    answered_after: float = 0.0  # seconds
    version: int = 0  # acknowledged; 0 until then


@dataclass
class Transcript:
    """Records the messages of one seat. Raises AssertionError at the first inconsistency."""

    seat: int
    version: int = -1
    turn: int | None = None
    view: Json = field(default_factory=dict)
    views: dict[int, Json] = field(default_factory=dict)  # by version
    log: dict[int, list[Json]] = field(default_factory=dict)  # events by version
    sent: dict[str, Sent] = field(default_factory=dict)  # moves by id
    late: list[Sent] = field(default_factory=list)  # refused because another tab of this seat moved first
    closes: list[int] = field(default_factory=list)  # close codes of connections
    refusals: int = 0  # answers with the code one_moment

    @property
    def acknowledged(self) -> list[Sent]:
        return [sent for sent in self.sent.values() if sent.version]

    def apply_update(self, update: Json) -> None:
        version = update["version"]
        assert version >= self.version, "the table went backwards"
        if "patch" in update:
            assert update["base"] == self.version, "a patch on a view that was never sent"
            self.view = merge(self.view, update["patch"])
        else:
            self.view = update["view"]
        assert self.views.setdefault(version, self.view) == self.view, "two views of one version"
        for entry in update["log"]:
            known = self.log.setdefault(entry["version"], entry["events"])
            assert known == entry["events"], "the past was changed"
        self.version, self.turn = version, update.get("turn")

    def accepted(self, answer: Json) -> None:
        sent = self.sent[answer["id"]]
        assert sent.version in (0, answer["version"]), "one move, two versions"
        sent.version = answer["version"]
        sent.answered_after = sent.answered_after or monotonic() - sent.since

    def has_chosen(self, turn: int) -> bool:
        """Returns whether this choice was sent; the view that shows it may still be in flight."""
        return any(sent.message["turn"] == turn for sent in self.sent.values())
