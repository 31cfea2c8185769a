"""B16-B18: games of discovery and moods mode."""

import pytest

from engine.braincat.mood import MOODS
from engine.braincat.state import State
from engine.errors import RecordError
from engine.shuffle import Stream
from tests.engine.braincat.builders import (
    GAME,
    PLAIN,
    board,
    can,
    deal,
    opened,
    play,
    result,
    seeded,
)

WIN = "{1}:?red time {1}:?red time {1}:?red time {1}:?red time "  # the mystery card is master 0
LOSE = "{1}:?blue time "
START = "{0}:=a {0}:ready {0}:>0 "
CLUES = "{1}:?clue time {0}:>2 ", "{1}:?clue time {0}:>3 ", "{1}:?clue time {0}:>4 ", "{1}:?clue time {0}:>5 "


def rounds(outcomes: str) -> str:
    """Returns the moves of rounds of two seats: "L" lost, "W" won with one paw, "4" with four …"""
    text = ""
    for number, outcome in enumerate(outcomes):
        paws = int(outcome) if outcome.isdigit() else 1
        one = START + "".join(CLUES[: paws - 1]) + (LOSE if outcome == "L" else WIN)
        text += one.format(number % 2, 1 - number % 2)
    return text


@pytest.mark.parametrize(
    ("outcomes", "points", "won"),
    [("LL", [0, 0], False), ("LWL", [0, 1, 0], False), ("LWW", [0, 1, 1], True), ("WWL", [1, 1, 0], True),
     ("WWW", [1, 1, 1], True), ("WLL", [1, 0, 0], False)],
)  # fmt: skip
def test_b16_discovery_ends_lost_with_a_second_lost_round_else_after_three(
    outcomes: str, points: list[int], won: bool
) -> None:
    state = opened("discovery", 2, *[deal()] * 3, text=rounds(outcomes))
    assert result(state) == {
        "rounds": [[one, one] for one in points],
        "scores": [sum(points)] * 2,
        "winners": [0, 1] if won else [],
        "won": won,
    }
    before = opened("discovery", 2, *[deal()] * 3, text=rounds(outcomes[:-1]))
    assert GAME.result(before) is None


def moods_game(outcomes: str, target: int = 12) -> State:
    deals = [deal(mood=mood) for mood in ("M3", "M4", "M5", "M10")]
    return opened("moods", 2, *deals, text=rounds(outcomes), target=target)


@pytest.mark.parametrize(
    ("outcomes", "target", "points", "won"),
    [
        ("WL4", 12, [8, 0, 4], True), ("W4", 12, [8, 4], True), ("W4", 15, [8, 4], None),
        ("WW", 12, [8, 8], True), ("W4L", 15, [8, 4, 0], None), ("W4LL", 15, [8, 4, 0, 0], False),
        ("LLLL", 12, [0, 0, 0, 0], False), ("LLWL", 12, [0, 0, 8, 0], False), ("23", 12, [6, 5], None),
        ("2344", 15, [6, 5, 4], True), ("LL2W", 15, [0, 0, 6, 8], False), ("LLW2", 12, [0, 0, 8, 6], True),
    ],
)  # fmt: skip
def test_b17_points_by_paws_up_to_the_target(
    outcomes: str, target: int, points: list[int], won: bool | None
) -> None:
    """Worth a test: a target of 12 after 8 and 4 ends the game at once; the example of B17."""
    state = moods_game(outcomes[: len(points)], target)
    if won is None:
        assert GAME.result(state) is None
        assert [ended.points[0] for ended in state.finished] == points
    else:
        assert result(state)["rounds"] == [[one, one] for one in points]
        assert (result(state)["won"], result(state)["winners"]) == (won, [0, 1] if won else [])


def test_b17_no_limit_of_green_paws_over_the_game() -> None:
    deals = [deal(mood=mood) for mood in ("M3", "M4", "M5", "M10")]
    text = "1:=a 1:ready 1:>0 0:?clue time 1:>2 0:?clue time 1:>3"
    state = opened("moods", 2, *deals, text=rounds("L4L") + text)
    assert can(state, 0) == "?blue ?clue ?red ready"
    assert GAME.view(state, None).green_paws is None


def test_b18_a_mood_of_a_finished_round_does_not_come_back() -> None:
    with pytest.raises(RecordError):
        opened("moods", 2, deal(mood="M3"), deal(mood="M3"), text=rounds("L") + "1:=a")
    for wrong in ("M0", "M11", "m1", 3, None, ["M1"]):
        with pytest.raises(RecordError):
            opened("moods", 2, deal() | {"mood": wrong}, text="0:=a")
    with pytest.raises(RecordError):
        opened("moods", 2, deal(), text="0:=a")


def test_b18_moods_of_a_seed() -> None:
    """The first one that no finished round had: a void round's comes again, with other cards (B32)."""
    seed = bytes(range(32))
    order = Stream(seed, "moods").shuffle(MOODS)
    state = seeded("moods", 3, seed, {"a": PLAIN, "b": PLAIN})
    seen, decks = [], []
    for number in range(3):
        cat = board(state).cat
        state = play(state, f"{cat}:=a").state
        seen.append(board(state).mood)
        decks.append(GAME.deals(state)[-1]["clues"])
        if number == 0:
            state = play(state, f"-{cat} +{cat}").state
        else:
            while not len(state.finished) >= number and GAME.to_act(state):
                state = _next(state)
    assert seen == [order[0], order[0], order[1]]
    assert decks[0] != decks[1]


def _next(state: State) -> State:
    seat = GAME.to_act(state)[0]
    if GAME.time_limit(state) is not None:
        return play(state, "time").state
    after: State = GAME.apply(state, seat, GAME.legal_moves(state, seat)[0]).state
    return after
