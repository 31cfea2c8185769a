"""B3, B5, B6, B18, B20: which packs may be chosen, and the cards that they give."""

from typing import Any

import pytest

from engine.braincat.state import State
from engine.errors import RecordError
from engine.types import Json
from tests.engine.braincat.builders import GAME, PLAIN, SEXES, board, can, deal, opened, play, refused

TWO: Json = {"a": PLAIN, "b": PLAIN}
LOSE = "{0}:ready {0}:>0 {1}:?blue time"
WOMEN = list(range(1, 24, 2))


def dealt(state: State) -> Json:
    """Returns the last deal in the record's form."""
    return GAME.deals(state)[-1]


def test_b6_the_same_pack_as_before_may_be_chosen() -> None:
    state = opened("discovery", 2, deal(), packs=TWO, text="0:=a " + LOSE.format(0, 1))
    assert can(state, 1) == "=a =b"


def test_b1_b34_a_pack_that_the_table_has_not() -> None:
    state = opened("discovery", 2, packs=TWO, schizo=True)
    assert refused(state, "0:=c") == "B1"
    assert refused(state, "1:=a") == "not_to_act"
    assert refused(play(state, "0:=b").state, "1:=c") == "B1"


def test_b5_schizo_the_speaker_chooses_another_pack_for_the_clues() -> None:
    """The speaker is the first family member clockwise from the cat, of those in play now."""
    state = opened("discovery", 4, deal(clues="1 2 3 4 5 6 7"), first=3, packs=TWO, schizo=True, text="3:=a")
    assert GAME.to_act(state) == (0,)
    assert can(state, 0) == "=b"
    assert refused(state, "0:=a") == "B5"
    assert GAME.time_limit(state) is None
    away = play(state, "-0").state
    assert GAME.to_act(away) == (1,)
    assert GAME.to_act(play(away, "+0").state) == (0,)
    looking = play(state, "0:=b").state
    assert looking.phase.name == "look"
    assert board(looking).clue_pack == "b"


def test_b5_b18_packs_of_clues_do_not_count_as_played() -> None:
    deals = [deal(mood=f"M{number}") for number in (1, 2, 3)]
    state = opened("moods", 3, *deals, packs=TWO, schizo=True)
    for cat, speaker in ((0, 1), (1, 2)):
        state = play(state, f"{cat}:=a {speaker}:=b " + LOSE.format(cat, speaker)).state
    assert can(state, 2) == "=b"
    assert refused(state, "2:=a") == "B18"
    assert can(play(state, "2:=b").state, 0) == "=a"


def test_b18_a_pack_is_played_in_at_most_two_finished_rounds() -> None:
    """A void round does not count; if no pack is left, any may be chosen (B6)."""
    deals = [deal(mood=f"M{number}") for number in (1, 2, 2, 3)]
    state = opened("moods", 4, *deals, packs=TWO)
    state = play(state, "0:=a " + LOSE.format(0, 1)).state
    state = play(state, "1:=a -1").state
    assert can(state, 2) == "=a =b"
    state = play(state, "2:=a " + LOSE.format(2, 3)).state
    assert can(state, 3) == "=b"
    alone = opened("moods", 4, *deals[:2], deals[3])
    for cat in range(2):
        alone = play(alone, f"{cat}:=a " + LOSE.format(cat, cat + 1)).state
    assert can(alone, 2) == "=a"


def test_b20_not_what_the_cats_family_chose_in_a_finished_round() -> None:
    """The other family's choices do not matter; if no pack is left, any may be chosen."""
    state = opened("teams", 6, *[deal(6, 1)] * 4, packs=TWO)
    state = play(state, "0:=a " + _teams_round(0)).state
    assert can(state, 1) == "=a =b"
    state = play(state, "1:=a " + _teams_round(1)).state
    assert can(state, 2) == "=b"
    assert refused(state, "2:=a") == "B20"
    single = opened("teams", 6, *[deal(6, 1)] * 4)
    for cat in range(2):
        single = play(single, f"{cat}:=a " + _teams_round(cat)).state
    assert can(single, 2) == "=a"


def _teams_round(cat: int) -> str:
    """Returns moves of a round in which a family puts its totem on the mystery card, master 0."""
    one, two = [seat for seat in range(6) if seat % 2 == cat % 2 and seat != cat]
    turns = " ".join(f"{cat}:>{clue} time time" for clue in (2, 3, 4))
    return f"{cat}:ready {cat}:>0 {one}:?0 {two}:?0 time time {turns}"


def test_b3_masters_of_one_sex_clues_of_the_other() -> None:
    for number in range(20):
        options = GAME.options({"packs": {"s": SEXES}}, 2)
        state = play(GAME.start(2, options, bytes([number] * 32)).state, "").state
        cards = dealt(play(state, f"{GAME.to_act(state)[0]}:=s").state)
        masters_are_women = cards["mystery"] in WOMEN
        assert all((card in WOMEN) == masters_are_women for card in cards["masters"])
        assert sorted(cards["clues"]) == [c for c in range(1, 25) if (c in WOMEN) != masters_are_women]


def test_b5_b3_with_schizo_clues_are_the_whole_other_pack() -> None:
    state = GAME.start(
        2, GAME.options({"packs": {"s": SEXES, "t": SEXES}, "schizo": True}, 2), bytes(32)
    ).state
    cat = GAME.to_act(state)[0]
    cards = dealt(play(state, f"{cat}:=s {1 - cat}:=t").state)
    assert sorted(cards["clues"]) == list(range(1, 25))
    assert len({card % 2 for card in cards["masters"]}) == 1


@pytest.mark.parametrize(("mode", "mood", "count"), [
    ("discovery", "", 5), ("moods", "M1", 5), ("moods", "M7", 6), ("teams", "", 6), ("individual", "", 4),
])  # fmt: skip
def test_b6_number_of_masters(mode: str, mood: str, count: int) -> None:
    state = opened(mode, 6, deal(count, mood=mood), text="0:=a")
    assert len(dealt(state)["masters"]) == count
    for other in (count - 1, count + 1):
        with pytest.raises(RecordError):
            opened(mode, 6, deal(other, mood=mood), text="0:=a")


FITTING = deal()
SEXED: Json = {**FITTING, "masters": [1, 3, 5, 7, 9], "clues": [2, 4, 6, 8, 10, 12]}


def change(**changes: Any) -> Json:
    """Returns a deal that fits but for these changes; `key=...` omits the key."""
    return {key: value for key, value in (FITTING | changes).items() if value is not ...}


@pytest.mark.parametrize(
    "wrong",
    [
        change(masters=[1, 2, 3, 4, 4]), change(masters=[0, 1, 2, 3, 4]), change(masters=[1, 2, 3, 4, 31]),
        change(masters=[1, 2, 3, 4, "5"]), change(masters=[1, 2, 3, 4, True]), change(masters=None),
        change(mystery=6), change(mystery=None), change(mystery=True), change(mystery=1.0),
        change(clues=[11, 12, 13, 14, 15]), change(clues=[11] * 6), change(clues=[5, 11, 12, 13, 14, 15]),
        change(clues=[11, 12, 13, 14, 15, 31]), change(clues="11"), change(draws=None), change(draws={}),
        change(masters=...), change(mystery=...), change(clues=...), change(draws=...),
        change(mood="M1"), change(pack="a"), change(seed=1), [], None, 5,
    ],
    ids=str,
)  # fmt: skip
def test_a_deal_that_does_not_fit(wrong: Json) -> None:
    """It is an error when the game comes to it, and no sooner."""
    state = opened("discovery", 2, wrong)
    with pytest.raises(RecordError):
        play(state, "0:=a")


@pytest.mark.parametrize(
    "changes",
    [
        {"masters": [1, 3, 5, 7, 8]}, {"clues": [2, 4, 6, 8, 10, 11]}, {"clues": [3, 4, 6, 8, 10, 12]},
        {"clues": [2, 4, 6, 8, 10, 1]},
    ],
    ids=str,
)  # fmt: skip
def test_b3_sexes_of_a_deal(changes: Json) -> None:
    play(opened("discovery", 2, SEXED, packs={"s": SEXES}), "0:=s")
    with pytest.raises(RecordError):
        play(opened("discovery", 2, SEXED | changes, packs={"s": SEXES}), "0:=s")


def test_b5_deals_with_schizo() -> None:
    """Clues are of their own pack: any sex, and numbers of masters."""
    cards = SEXED | {"clues": [1, 2, 3, 4, 5, 6]}
    assert dealt(opened("discovery", 2, cards, packs={"s": SEXES, "t": SEXES}, schizo=True, text="0:=s 1:=t"))
    with pytest.raises(RecordError):
        opened("discovery", 2, SEXED | {"clues": [1, 2, 3, 4, 5, 25]}, packs={"s": SEXES, "t": SEXES},
               schizo=True, text="0:=s 1:=t")  # fmt: skip


def test_deals_that_are_missing_or_left_over() -> None:
    """What is left over is ignored, whatever it is."""
    with pytest.raises(RecordError):
        opened("discovery", 2, text="0:=a")
    assert opened("discovery", 2, deal(), None, {"draws": 3}, text="0:=a").phase.name == "look"  # type: ignore[arg-type]
