"""Numbers a table's versions for each viewer, so that moves of which they see nothing leave no gap."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from engine.types import Seat

Viewer = Seat | None  # None: a spectator


class VisibleVersions:
    """The versions that are hidden from each viewer; a hidden one has the number of the one before it."""

    def __init__(self, seats: int) -> None:
        self._hidden: dict[Viewer, list[int]] = {viewer: [] for viewer in (None, *map(Seat, range(seats)))}

    def hide(self, version: int, viewers: Iterable[Viewer]) -> None:
        """Hides the newest version from these viewers."""
        for viewer in viewers:
            self._hidden[viewer].append(version)

    def is_hidden(self, viewer: Viewer, version: int) -> bool:
        """Returns whether this version is hidden from the viewer."""
        hidden = self._hidden[viewer]
        at = bisect_left(hidden, version)
        return at < len(hidden) and hidden[at] == version

    def number(self, viewer: Viewer, version: int) -> int:
        """Returns the number that a viewer knows a version by."""
        return version - bisect_right(self._hidden[viewer], version)

    def version(self, viewer: Viewer, number: int) -> int:
        """Returns the version that a viewer knows by a number, which is not hidden."""
        version = number
        for hidden in self._hidden[viewer]:
            if hidden > version:
                break
            version += 1
        return version
