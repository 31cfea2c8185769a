"""Searches take the less of a core, the busier the server's process is."""

import pytest

from app.infra.processor_share import MIN_SHARE, ProcessorShare


class Clocks:
    """The time, and the processor time that was used, in seconds."""

    def __init__(self) -> None:
        self.now = self.used = 0.0
        self.share = ProcessorShare(lambda: self.now, lambda: self.used)

    def share_after(self, seconds: float, use: float) -> float:
        self.now += seconds
        self.used += seconds * use
        return self.share.current()


@pytest.mark.parametrize(("use", "share"), [(0, 1), (0.2, 0.5), (0.4, MIN_SHARE), (1, MIN_SHARE)])
def test_share_falls_with_use(use: float, share: float) -> None:
    assert Clocks().share_after(2, use) == pytest.approx(share)


def test_use_is_averaged_over_a_second() -> None:
    clocks = Clocks()
    assert clocks.share_after(0.5, 0.4) == 1
    assert clocks.share_after(0.5, 0) == pytest.approx(0.5)
    assert clocks.share_after(0.9, 0) == pytest.approx(0.5)
    assert clocks.share_after(0.1, 0) == 1
