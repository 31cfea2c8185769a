"""The number of examples of property tests: SOAK=20 tries twenty times as many.

For new random examples: SOAK=20 python -m pytest tests/engine --hypothesis-profile=default
"""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.soak import QUICK, SOAK

seat_counts = st.sampled_from([2, 3, 4, 5])
layouts = st.sampled_from(["white", "purple"])
seeds = st.integers(0, 2**32)


def examples(count: int) -> settings:
    """Sets the number of examples, multiplied by SOAK or a fifth of it if QUICK, without a deadline."""
    few = max(1, count // 5) if QUICK else count
    return settings(max_examples=few * SOAK, deadline=None, suppress_health_check=[HealthCheck.too_slow])
