"""Merge patches turn one view into the next."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.play.patches import diff, merge

VALUES = st.recursive(
    st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b"]) | st.lists(st.integers(0, 2), max_size=2),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)
VIEWS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


def same(one: Any, other: Any) -> bool:
    return repr(_sorted(one)) == repr(_sorted(other))  # as JSON: true is not 1


def _sorted(value: Any) -> Any:
    return {key: _sorted(value[key]) for key in sorted(value)} if isinstance(value, dict) else value


@given(VIEWS, VIEWS)
def test_a_patch_leads_from_one_to_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert same(merge(old, diff(old, new)), new)


@given(VIEWS)
def test_nothing_changed_nothing_said(view: dict[str, Any]) -> None:
    assert diff(view, view) == {}


@given(VIEWS, VIEWS)
def test_merging_changes_neither(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = repr((old, new))
    merge(old, diff(old, new))
    assert repr((old, new)) == before


def test_only_what_changed_is_said() -> None:
    old = {"a": {"x": 1, "y": [1]}, "b": 2, "c": 3}
    new = {"a": {"x": 1, "y": [1, 2]}, "c": 3, "d": {}}
    assert diff(old, new) == {"b": None, "a": {"y": [1, 2]}, "d": {}}
