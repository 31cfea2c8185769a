"""The options of a record: values, defaults, packs, and in which modes they exist."""

from typing import Any

import pytest

from engine.braincat.options import OPTIONS
from engine.errors import RecordError
from engine.types import Json
from tests.engine.braincat.builders import GAME, PLAIN, SEXES

PACKS: Json = {"a": PLAIN, "b": SEXES}
LETTERS = ["AB", "", "CDX", "Z"] * 5


def complete(seats: int = 6, **given: Any) -> Json:
    return GAME.options({"packs": PACKS, **given}, seats)


def test_defaults() -> None:
    """The first value named is the default; packs are written in full."""
    both: Json = {"cats": "clockwise", "packs": PACKS}
    family: Json = {**both, "schizo": False, "debate": 240}
    assert complete() == {"mode": "discovery", **family}
    assert complete(mode="moods") == {"mode": "moods", "target": 12, **family}
    assert complete(mode="individual") == {"mode": "individual", **both}
    seven = ["red", "blue", "red", "blue", "red", "blue", "red"]
    assert complete(7, mode="teams") == {"mode": "teams", "families": seven, **both}


def test_completed_options_stay_the_same() -> None:
    for mode in OPTIONS["mode"].values:
        options = complete(mode=mode)
        assert GAME.options(options, 6) == options


@pytest.mark.parametrize(
    ("mode", "given"),
    [
        ("discovery", {"schizo": True, "debate": 60, "cats": "volunteers"}),
        ("moods", {"schizo": True, "debate": 180, "target": 15}),
        ("teams", {"families": ["blue"] * 3 + ["red"] * 3}),
        ("individual", {"cats": "volunteers"}),
    ],
)
def test_values_are_taken(mode: str, given: Json) -> None:
    assert complete(mode=mode, **given).items() >= given.items()


@pytest.mark.parametrize(
    "given",
    [
        {"mode": "solo"}, {"mode": None}, {"mode": ["teams"]}, {"cats": "random"}, {"layout": "white"},
        {"debate": 90}, {"debate": 240.0}, {"debate": "240"}, {"schizo": 1}, {"schizo": None},
        {"target": 12}, {"families": ["red", "blue"] * 3}, {"mode": "teams", "schizo": False},
        {"mode": "teams", "debate": 240}, {"mode": "individual", "target": 12},
        {"mode": "moods", "target": 13},
        {"mode": "individual", "families": ["red", "blue"] * 3}, {"mode": "moods", "target": True},
        {"mode": "teams", "families": ["red"] * 4 + ["blue"] * 2},
        {"mode": "teams", "families": ["red", "blue"]},
        {"mode": "teams", "families": ["red", "blue"] * 2 + ["red", "green"]},
        {"mode": "teams", "families": None},
        {"packs": {"a": PLAIN}, "schizo": True}, {"packs": {}}, {"packs": []}, {"packs": None},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_option_or_value_of_the_mode(given: Json) -> None:
    with pytest.raises(RecordError):
        complete(**given)


@pytest.mark.parametrize(
    ("mode", "allowed"),
    [("discovery", (2, 12)), ("moods", (2, 12)), ("teams", (6, 12)), ("individual", (3, 12))],
)
def test_seats_of_a_mode(mode: str, allowed: tuple[int, int]) -> None:
    for seats in GAME.seat_counts:
        if allowed[0] <= seats <= allowed[1]:
            complete(seats, mode=mode)
        else:
            with pytest.raises(RecordError):
                complete(seats, mode=mode)
    assert GAME.seat_counts == tuple(range(2, 13))


@pytest.mark.parametrize(
    "pack",
    [
        {"letters": LETTERS, "memo": True}, {"letters": [""] * 300, "memo": False},
        {"sexes": "w" * 10 + "m" * 10, "memo": False}, {"sexes": "wm" * 150, "memo": True},
    ],
    ids=lambda pack: str(pack)[:30],
)  # fmt: skip
def test_b1_packs(pack: Json) -> None:
    for name in ("a", "0", "-", "my-pack-7", "x" * 40):
        assert complete(packs={name: pack})["packs"] == {name: pack}


@pytest.mark.parametrize(
    "pack",
    [
        {"letters": LETTERS}, {"memo": True}, {"letters": LETTERS, "memo": 1},
        {"letters": LETTERS, "memo": None},
        {"letters": LETTERS, "memo": False, "name": "a"},
        {"letters": LETTERS, "sexes": "wm" * 10, "memo": True},
        {"letters": LETTERS[1:], "memo": True}, {"letters": [""] * 301, "memo": True},
        {"letters": "A", "memo": True},
        {"letters": [*LETTERS, "BA"], "memo": True}, {"letters": [*LETTERS, "AA"], "memo": True},
        {"letters": [*LETTERS, "ABCD"], "memo": True}, {"letters": [*LETTERS, "a"], "memo": True},
        {"letters": [*LETTERS, "É"], "memo": True}, {"letters": [*LETTERS, None], "memo": True},
        {"letters": [*LETTERS, ["A"]], "memo": True}, {"sexes": "wm" * 9 + "w", "memo": True},
        {"sexes": "w" * 9 + "m" * 11, "memo": True}, {"sexes": "w" * 11 + "m" * 9, "memo": True},
        {"sexes": "wm" * 10 + "x", "memo": True}, {"sexes": "wm" * 151, "memo": True},
        {"sexes": ["w", "m"] * 10, "memo": True}, {"sexes": None, "memo": True}, [], None,
    ],
    ids=str,
)  # fmt: skip
def test_b1_what_is_no_pack(pack: object) -> None:
    with pytest.raises(RecordError):
        complete(packs={"a": pack})


@pytest.mark.parametrize("name", ["", "A", "a_b", "é", "x" * 41, "a b", "a\n"])
def test_b1_names_of_packs(name: str) -> None:
    with pytest.raises(RecordError):
        complete(packs={name: PLAIN})


def test_b1_a_table_has_1_to_20_packs() -> None:
    assert len(complete(packs={f"p{i}": PLAIN for i in range(20)})["packs"]) == 20
    with pytest.raises(RecordError):
        complete(packs={f"p{i}": PLAIN for i in range(21)})


def test_the_choices_of_a_host() -> None:
    """Every value listed is accepted in the modes listed, and in no other."""
    for name, option in GAME.listed_options.items():
        for mode in OPTIONS["mode"].values:
            for value in option.values:
                given = {name: value} if name == "mode" else {"mode": mode, name: value}
                if mode in (option.modes or OPTIONS["mode"].values):
                    assert complete(**given)[name] == value
                    assert complete(**({} if name == "mode" else {"mode": mode}))[name] == option.defaults[6]
                else:
                    with pytest.raises(RecordError):
                        complete(**given)
    assert GAME.composed_options == ("packs", "families")
