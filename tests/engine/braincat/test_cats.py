"""B33: who is the cat."""

from engine.braincat.state import State
from engine.types import Seat
from tests.engine.braincat.builders import GAME, board, can, deal, opened, play, refused, result


def cat(state: State) -> int:
    """Returns the cat."""
    return board(state).cat


def lose(state: State) -> State:
    """Returns the state after the cat's round was lost at once; the mystery card is master 0."""
    now = cat(state)
    voter = next(seat for seat in state.in_play if seat != now)
    return play(state, f"{now}:=a {now}:ready {now}:>0 {voter}:?blue time").state


def test_b33_clockwise_from_the_first_seat_on() -> None:
    """The first seat is the first cat; after seat 3 comes seat 0."""
    state = opened("moods", 4, *(deal(mood=f"M{1 + i}") for i in range(4)), first=2)
    cats = []
    for _ in range(4):
        cats.append(cat(state))
        state = lose(state)
    assert cats == [2, 3, 0, 1]
    assert GAME.to_act(state) == ()


def test_b33_volunteers() -> None:
    """All eligible seats may volunteer; the first one is the cat; at `time_up` as clockwise."""
    state = opened("discovery", 3, first=1, cats="volunteers")
    assert (GAME.to_act(state), GAME.time_limit(state)) == ((0, 1, 2), 60)
    assert {can(state, seat) for seat in range(3)} == {"volunteer"}
    assert cat(play(state, "2:volunteer").state) == 2
    assert cat(play(state, "time").state) == 1


def test_b33_volunteers_at_time_up_clockwise_after_the_last_cat() -> None:
    state = lose(play(opened("discovery", 3, deal(), cats="volunteers"), "2:volunteer").state)
    assert state.phase.name == "cat"
    assert cat(play(state, "time").state) == 0


def test_b33_discovery_all_are_eligible() -> None:
    state = lose(play(opened("discovery", 2, deal(), cats="volunteers"), "1:volunteer").state)
    assert GAME.to_act(state) == (0, 1)


def test_b33_moods_those_that_were_it_least_often() -> None:
    """Only finished rounds count: the cat of a void round is eligible when it has returned."""
    state = opened("moods", 4, *(deal(mood=f"M{1 + i}") for i in range(3)), cats="volunteers")
    state = lose(play(state, "1:volunteer").state)
    assert GAME.to_act(state) == (0, 2, 3)
    assert refused(state, "1:volunteer") == "not_to_act"
    state = play(state, "2:volunteer 2:=a -2").state
    assert GAME.to_act(state) == (0, 3)
    assert GAME.to_act(play(state, "+2").state) == (0, 2, 3)
    assert GAME.to_act(play(state, "-0").state) == (3,)


def test_b33_clockwise_after_the_cat_of_a_void_round() -> None:
    state = opened("discovery", 4, deal(), first=1)
    assert cat(play(state, "-1").state) == 2
    assert cat(play(state, "-1 +1 -2").state) == 3


def test_b33_the_last_cat_may_be_the_next_one() -> None:
    """In a volunteers' discovery game one seat may be the cat in all rounds."""
    state = opened("discovery", 2, deal(), deal(), cats="volunteers")
    state = lose(play(state, "0:volunteer").state)
    assert cat(play(state, "0:volunteer").state) == 0


def test_b20_b33_families_provide_the_cat_in_turn() -> None:
    """first_seat's family is first; of a family those that were it least often."""
    families = ["red", "red", "red", "blue", "blue", "blue"]
    state = opened("teams", 6, *[deal(6, draws="0 0")] * 4, first=4, families=families, cats="volunteers")
    assert GAME.to_act(state) == (3, 4, 5)
    state = _finish(play(state, "3:volunteer").state)
    assert GAME.to_act(state) == (0, 1, 2)
    state = _finish(play(state, "2:volunteer").state)
    assert GAME.to_act(state) == (4, 5)
    assert GAME.to_act(play(state, "-4 +4 -5 +5").state) == (4, 5)
    state = _finish(play(state, "5:volunteer").state)
    assert GAME.to_act(state) == (0, 1)


def _finish(state: State) -> State:
    """Returns the state after a round of teams mode in which nobody did anything but the cat."""
    now = cat(state)
    state = play(state, f"{now}:=a {now}:ready").state
    for turn in range(4):
        state = play(state, f"{now}:>{turn if turn == 0 else turn + 1} time time").state
    three = GAME.legal_moves(state, Seat(now))[0]
    return play(GAME.apply(state, Seat(now), three).state, "time time").state


def test_b33_individual_those_that_were_not_yet() -> None:
    state = opened("individual", 3, *[deal(4)] * 3, cats="volunteers")
    state = _choose_all(play(state, "1:volunteer").state)
    assert GAME.to_act(state) == (0, 2)
    state = _choose_all(play(state, "0:volunteer").state)
    assert GAME.to_act(state) == (2,)
    assert GAME.to_act(_choose_all(play(state, "2:volunteer").state)) == ()


def _choose_all(state: State) -> State:
    """Returns the state after a round of individual mode in which tokens are placed and stay."""
    now = cat(state)
    others = [seat for seat in state.in_play if seat != now]
    state = play(state, f"{now}:=a {now}:>0 " + " ".join(f"{seat}:@1" for seat in others)).state
    for clue in (2, 3, 4):
        state = play(state, f"{now}:>{clue} " + " ".join(f"{seat}:stay" for seat in others)).state
    return state


def test_b33_nobody_is_eligible_any_more() -> None:
    """In individual mode the game is over when everyone in play has been the cat."""
    state = opened("individual", 4, *[deal(4)] * 4, cats="volunteers")
    for seat in range(3):
        state = _choose_all(play(state, f"{seat}:volunteer").state)
    assert GAME.to_act(state) == (3,)
    assert GAME.result(state) is None
    after = play(state, "-3").state
    assert GAME.to_act(after) == ()
    assert len(result(after)["rounds"]) == 3
    assert GAME.to_act(play(state, "-0 +0").state) == (3,)
