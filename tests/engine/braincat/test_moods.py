"""B15, B17, B19: the moods."""

import pytest

from engine.braincat.deal import deal_round
from engine.braincat.events import Decided
from engine.braincat.mood import MOODS
from engine.braincat.state import State
from engine.errors import RecordError
from engine.shuffle import Stream
from engine.types import Json
from tests.engine.braincat.builders import (
    GAME,
    PLAIN,
    board,
    can,
    deal,
    moods,
    opened,
    play,
    seeded,
)

WIN = "1:?red time 1:?red time 1:?red time 1:?red time"  # the mystery card is master 0


def newest(state: State) -> int:
    """Returns the number of the newest clue."""
    return len(board(state).clues) - 1


def paws_allowed(mood: str) -> int:
    """Returns how many paws may be placed in a round."""
    state = moods(mood, 2, "0:=a 0:ready 0:>0")
    while state.phase.name == "paw" or "?clue" in can(state, 1):
        state = play(
            state, f"0:>{len(state.current.clues) - 1}" if state.phase.name == "paw" else "time"
        ).state
    return len(state.current.paws)


@pytest.mark.parametrize("mood", [mood for mood in MOODS if mood != "M6"])
def test_b15_b19_number_of_paws(mood: str) -> None:
    """Worth a test: M1 3, M2 5; chatty's second paw counts."""
    assert paws_allowed(mood) == {"M1": 3, "M2": 5}.get(mood, 4)


@pytest.mark.parametrize(
    ("mood", "clues", "points"),
    [("M1", 2, 5), ("M2", 4, 3), ("M2", 3, 4), ("M8", 0, 6), ("M8", 1, 5), ("M8", 2, 4)],
)
def test_b17_b19_points_of_a_mood(mood: str, clues: int, points: int) -> None:
    """Worth a test: cuddly with 5 paws 3, hungry with 3 paws 5, chatty without another clue 6."""
    state = moods(mood, 2, "0:=a 0:ready 0:>0" + (" 0:>2" if mood == "M8" else ""), mystery=1)
    for _ in range(clues):
        state = play(state, f"1:?clue time 0:>{newest(state) + 1}").state
    state = play(state, WIN).state
    assert state.finished[0].points == (points, points)


def test_b19_m4_in_a_hurry() -> None:
    state = moods("M4", 2, "0:=a 0:ready 0:>0")
    assert GAME.time_limit(state) == 60
    assert GAME.time_limit(moods("M1", 2, "0:=a 0:ready 0:>0", debate=180)) == 180


def test_b19_m7_greedy() -> None:
    """Six masters, five false leads must go."""
    state = moods("M7", 2, "0:=a 0:ready 0:>0 " + WIN, mystery=1)
    assert (state.finished, board(state).unopened, board(state).gone) == ((), 0, (1, 2, 3, 4))
    assert play(state, "1:?red time").state.finished[0].points == (8, 8)


def test_b19_m8_chatty() -> None:
    """After the blue paw clue 2 and its green paw come at once, then B11."""
    state = moods("M8", 2, "0:=a 0:ready 0:>1")
    assert (state.phase.name, can(state, 0), board(state).masters) == ("paw", ">0 >2", ())
    state = play(state, "0:>2").state
    assert (state.phase.name, board(state).masters, board(state).paws) == ("debate", (1, 2), (1, 2))


STUBBORN = "0:=a 0:ready 0:>0 "
FOUR_PAWS = STUBBORN + "time 0:>2 time 0:>3 time 0:>4 "


@pytest.mark.parametrize(
    ("before", "votes", "draws", "outcome"),
    [
        (STUBBORN, "1:?red 2:?red", "", Decided("red")),
        (STUBBORN, "1:?red 2:?red 3:?blue", "", Decided("clue")),
        (STUBBORN, "1:?clue 2:?clue", "", Decided("clue")),
        (STUBBORN, "1:?red 2:?clue", "", Decided("clue")),
        (STUBBORN, "", "", Decided("clue")),
        (FOUR_PAWS, "1:?red 2:?red 3:?blue", "", Decided("red")),
        (FOUR_PAWS, "1:?red 2:?blue", "1", Decided("blue", None, 1)),
        (FOUR_PAWS, "", "", Decided()),
    ],
)
def test_b19_m9_stubborn(before: str, votes: str, draws: str, outcome: Decided) -> None:
    """Worth a test: a card is kept only if all votes cast are for it, else a clue, or B13 without clues."""
    state = moods("M9", 4, before + votes, mystery=4, draws=draws)
    assert next(event for event in play(state, "time").events if isinstance(event, Decided)) == outcome


def test_b19_m10_brazen() -> None:
    """The letters rule is off."""
    packs = {"a": {"letters": ["A"] * 12 + ["B"] * 18, "memo": False}}
    for mood, clue in (("M10", 12), ("M3", 13)):
        given = deal(mystery=1, clues="10 11 12 13 14 15", mood=mood)
        state = opened("moods", 2, given, packs=packs, text="0:=a 0:ready 0:>0 time")
        assert board(state).clues == (10, 11, clue)


# --- M6


FOUR: Json = dict.fromkeys(("d", "c", "b", "a"), PLAIN)


def test_b19_m6_fickle_swaps_the_masters_pack() -> None:
    """For another one; it gives the clues, too, and counts as played (B18)."""
    fickle = deal(mood="M6", pack="c")
    state = opened("moods", 2, fickle, deal(mood="M1"), deal(mood="M2"), packs=FOUR, text="0:=a")
    assert (board(state).pack, board(state).clue_pack) == ("c", None)
    assert GAME.deals(state)[0]["pack"] == "c"
    lose = "{0}:ready {0}:>0 {1}:?blue time"
    state = play(state, lose.format(0, 1) + " 1:=c " + lose.format(1, 0)).state
    assert can(state, 0) == "=a =b =d"


@pytest.mark.parametrize("pack", ["a", "e", None, 3])
def test_b19_m6_a_pack_that_it_cannot_lead_to(pack: object) -> None:
    with pytest.raises(RecordError):
        opened("moods", 2, deal(mood="M6") | {"pack": pack}, packs=FOUR, text="0:=a")
    with pytest.raises(RecordError):
        opened("moods", 2, deal(mood="M6"), packs=FOUR, text="0:=a")


def test_b19_m6_not_the_clues_pack_of_schizo() -> None:
    packs: Json = {"a": PLAIN, "b": PLAIN, "c": PLAIN}
    state = opened("moods", 2, deal(mood="M6", pack="c"), packs=packs, schizo=True, text="0:=a 1:=b")
    assert (board(state).pack, board(state).clue_pack) == ("c", "b")
    with pytest.raises(RecordError):
        opened("moods", 2, deal(mood="M6", pack="b"), packs=packs, schizo=True, text="0:=a 1:=b")


def test_b19_m6_with_no_other_pack_it_stays() -> None:
    assert board(opened("moods", 2, deal(mood="M6", pack="a"), text="0:=a")).pack == "a"
    with pytest.raises(RecordError):
        opened("moods", 2, deal(mood="M6", pack="b"), text="0:=a")


def test_b19_m6_not_a_pack_that_was_played_twice() -> None:
    two = {"a": PLAIN, "b": PLAIN}
    deals = [deal(mood="M1"), deal(mood="M2"), deal(mood="M6", pack="a")]
    played = "{0}:=b {0}:ready {0}:>0 {1}:?blue time "
    text = played.format(0, 1) + played.format(1, 0)
    assert board(opened("moods", 2, *deals, packs=two, text=text + "0:=a")).pack == "a"


def test_b19_m6_of_a_seed() -> None:
    """The stream `swap:D` gives one of the others, ascending by name."""
    found = set()
    for number in range(200):
        seed = number.to_bytes(32, "big")
        if Stream(seed, "moods").shuffle(MOODS)[0] != "M6":
            continue
        state = seeded("moods", 2, seed, FOUR)
        cat = board(state).cat
        state = play(state, f"{cat}:=b").state
        assert board(state).pack == ["a", "c", "d"][Stream(seed, "swap:0").below(3)]
        assert deal_round(state._replace(round=state.current._replace(deal=None))).pack == board(state).pack
        found.add(board(state).pack)
    assert found == {"a", "c", "d"}
