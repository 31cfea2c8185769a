"""B7-B9: the clue chain, paws and the letters rule."""

import pytest

from engine.braincat.clues import next_clue, paw_targets
from engine.braincat.pack_data import PackData
from engine.braincat.state import Round
from engine.types import Seat
from tests.engine.braincat.builders import GAME, board, can, deal, opened, play, refused

CLUES = "0:=a 0:ready 0:>{at} 1:?clue 1:ready"


def drawn(letters: str, chain: str, pile: str, aside: str = "", *, letters_rule: bool = True) -> str:
    """Returns chain, pile and cards set aside after the next clue; cards are numbers, "-" has no letter."""
    pack = PackData("a", tuple(one.replace("-", "") for one in letters.split()), "", memo=False)
    before = Round(Seat(0), (0, 0), pile=_cards(pile), aside=_cards(aside), clues=_cards(chain))
    after = next_clue(before, pack, letters_rule=letters_rule)
    return " | ".join(" ".join(map(str, cards)) for cards in (after.clues, after.pile, after.aside))


def _cards(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def test_b9_the_first_card_that_shares_no_letter_with_the_chain() -> None:
    """Those before it are set aside."""
    assert drawn("AB CD AX DY EF -", "1 2", "3 4 5 6") == "1 2 5 | 6 | 3 4"
    assert drawn("AB CD AX DY EF -", "1 2", "3 6 5 4") == "1 2 6 | 5 4 | 3"
    assert drawn("AB CD EF", "1 2", "3") == "1 2 3 |  | "
    assert drawn("AB CD AX DY EF - -", "1 2", "3 4 5 6", "7") == "1 2 5 | 6 | 7 3 4"


def test_b9_any_clue_of_the_chain_counts() -> None:
    assert drawn("AB CD EF CG GH IJ", "2 3 1", "4 5 6", "") == "2 3 1 5 | 6 | 4"


def test_b9_no_card_fits() -> None:
    """The first card comes as it is, and none is set aside."""
    assert drawn("A B A AB B", "1 2", "3 4 5") == "1 2 3 | 4 5 | "


def test_b9_the_pile_is_empty() -> None:
    """The cards set aside become the pile, in that order, and may be set aside again."""
    assert drawn("A B A AC C", "1 2", "", "3 4 5") == "1 2 5 |  | 3 4"
    assert drawn("A B A AC B", "1 2", "", "5 4 3") == "1 2 5 | 4 3 | "


def test_b9_the_last_card_of_the_pile_fits() -> None:
    """Then the next clue comes from the cards set aside."""
    letters = ["A", "B", "AB", "A", "C", *[""] * 25]
    given = deal(clues="1 2 3 4 5 30", masters=5) | {"masters": [10, 11, 12, 13, 14], "mystery": 14}
    given["clues"] = [1, 2, 3, 4, 3 + 3, 5]
    letters[5] = "B"
    state = opened(
        "discovery", 2, given, packs={"a": {"letters": letters, "memo": False}}, text=CLUES.format(at=0)
    )
    assert board(state).clues == (1, 2, 5)
    state = play(state, "0:>2 1:?clue 1:ready").state
    assert board(state).clues == (1, 2, 5, 3)
    assert state.current.pile == (4, 6)


def test_m10_and_packs_without_letters() -> None:
    assert drawn("A A A B", "1 2", "3 4", letters_rule=False) == "1 2 3 | 4 | "
    assert drawn("- - - -", "1 2", "3 4") == "1 2 3 | 4 | "


def test_b7_the_first_two_cards_are_clues_0_and_1() -> None:
    packs = {"a": {"letters": ["A"] * 30, "memo": False}}
    state = opened("discovery", 2, deal(clues="13 12 11 14 15 16"), packs=packs, text="0:=a 0:ready")
    assert board(state).clues == (13, 12)
    assert can(state, 0) == ">0 >1"
    assert refused(state, "0:>2") == "B7"
    assert refused(state, "0:>-1") == "B7"
    assert GAME.to_act(state) == (0,)


@pytest.mark.parametrize(("at", "neighbor"), [(0, 1), (1, 0)])
def test_b8_clue_2_lies_next_to_the_clue_that_the_claws_point_away_from(at: int, neighbor: int) -> None:
    state = opened("discovery", 2, deal(), text=CLUES.format(at=at))
    assert can(state, 0) == f">{neighbor} >2"
    assert refused(state, f"0:>{at}") == "B8"
    state = play(state, f"0:>{neighbor} 1:?clue 1:ready").state
    assert can(state, 0) == ">2 >3"
    assert refused(state, "0:>1") == "B8"
    state = play(state, "0:>2 1:?clue 1:ready").state
    assert can(state, 0) == ">3 >4"
    assert board(play(state, "0:>4").state).paws == (at, neighbor, 2, 4)


def test_b8_neighbors() -> None:
    def targets(paws: tuple[int, ...], clues: int) -> tuple[int, int]:
        return paw_targets(Round(Seat(0), (0, 0), clues=tuple(range(1, clues + 1)), paws=paws))

    assert targets((), 2) == (0, 1)
    assert targets((0,), 3) == (1, 2)
    assert targets((1,), 3) == (0, 2)
    assert targets((1, 2), 4) == (2, 3)
    assert targets((1, 0, 3, 3), 6) == (4, 5)
