"""The analysis of paradoxes (C15): by hand, against a simple search, and from a seat's knowledge."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.autopsy import examine
from engine.cat_in_the_box import autopsy
from engine.cat_in_the_box.autopsy import SAMPLE_DEALS, Autopsy, HindsightSearch, Made, autopsies
from engine.cat_in_the_box.moves import Bid
from engine.cat_in_the_box.redeal import Round
from engine.cat_in_the_box.state import State
from engine.errors import RefusedMove
from engine.record import read_record
from engine.shuffle import Stream
from engine.types import Seat
from tests.engine.builders import GAME, moves, position
from tests.engine.redeals import redeal
from tests.engine.walks import Walk, walk

RECORDED = Path(__file__).parent / "recorded"
GAMES = [walk(seats, "white", seats) for seats in GAME.seat_counts]


def course(game: Walk) -> list[Made]:
    return [Made(state, *made) for state, made in zip(game.states, game.moves, strict=False)]


def line(state: State, text: str) -> list[Made]:
    """Returns the moves of a text from a state on."""
    made = []
    for seat, move in moves(text):
        made.append(Made(state, seat, move))
        state = GAME.apply(state, seat, move).state
    return made


# --- by hand: seat 1 holds three 4s and a 5, blue is led, and then no space for a 4 is left


def test_c11_c15_not_following_was_fatal() -> None:
    """Not following with the 5 loses blue, with the last space for a 4; following would win the trick."""
    board = """
        . . . 0 . .
        . . . . . .
        . . . 0 . .
        . . . 0 . .
    """
    state = position(board, ["1 2 3", "4 4 4 5", "1 5 5 5"], "0:1b").state
    played = line(state, "1:5g 2:1y 0:2b")
    search = HindsightSearch(played, Seat(1))
    assert not search.is_lost(state)
    assert search.is_lost(played[1].state)


def test_c15_unavoidable_paradox() -> None:
    """The 5 has one space, and no 4 has any."""
    board = """
        . . . 0 0 .
        . . . 0 . .
        . . . 0 0 .
        . . . 0 0 .
    """
    state = position(board, ["1 2 3", "4 4 4 5", "1 5 5 5"], "0:1b").state
    assert HindsightSearch(line(state, "1:5b 2:1y"), Seat(1)).is_lost(state)


@pytest.mark.parametrize(("after", "lost"), [("2:1y 0:2b", True), ("2:5b 2:1y 0:2y", False)])
def test_c9_c15_alternative_play_avoids_the_paradox(after: str, lost: bool) -> None:
    """The 5 can be yellow or blue; blue is the space that seat 2 actually took."""
    board = """
        . . . 0 0 .
        . . . 0 . .
        . . . 0 . .
        . . . 0 0 .
    """
    state = position(board, ["1 2 3", "4 4 4 5", "1 5 5 5"], "0:1b").state
    assert HindsightSearch(line(state, f"1:5y {after}"), Seat(1)).is_lost(state) == lost


# --- against a simple search


def plainly_lost(state: State, causer: Seat, to_come: list[Made], round: int) -> bool:
    """Tries every alternative without a cache; takes the other seats' moves from the rest of the game."""
    if len(state.scored) > round:
        return state.scored[round].paradox == causer
    seat = min(GAME.to_act(state), key=lambda seat: seat == causer)
    if seat == causer:
        return all(
            plainly_lost(GAME.apply(state, seat, move).state, causer, to_come, round)
            for move in GAME.legal_moves(state, seat)
        )
    for at, made in enumerate(to_come):
        if made.seat == seat:
            try:
                after = GAME.apply(state, seat, made.move).state
            except RefusedMove:
                return False
            return plainly_lost(after, causer, to_come[:at] + to_come[at + 1 :], round)
    return False


@cache
def paradoxes() -> list[tuple[list[Made], Autopsy]]:
    """Yields each paradox of all games, with the moves of its round."""
    return [
        ([made for made in course(game)[: found.ply + 1] if made.state.round == found.round], found)
        for game in GAMES
        for found in autopsies(course(game))
    ]


@pytest.mark.slow
def test_search_agrees_with_an_exhaustive_search() -> None:
    """Compares both searches at the causer's last three moves before every paradox."""
    answers = []
    for whole, found in paradoxes():
        search = HindsightSearch(whole, found.causer)
        own = [at for at, made in enumerate(whole) if made.seat == found.causer]
        for at in own[-3:]:
            others = [made for made in whole[at:] if made.seat != found.causer]
            answers.append(search.is_lost(whole[at].state))
            assert answers[-1] == plainly_lost(whole[at].state, found.causer, others, found.round)
    assert set(answers) == {True, False}


def test_fatal_move_is_the_turning_point() -> None:
    assert len(paradoxes()) > 5
    for whole, found in paradoxes():
        assert found.fatal is not None
        fatal = whole[found.fatal - found.ply - 1]
        search = HindsightSearch(whole, found.causer)
        assert fatal.seat == found.causer
        assert not isinstance(fatal.move, Bid), "a bid brings no paradox nearer"
        assert not search.is_lost(fatal.state)
        assert search.is_lost(GAME.apply(*fatal).state)


def test_long_search_is_reported_as_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autopsy, "MAX_POSITIONS", 0)
    found = next(autopsies(course(GAMES[0])))
    assert (found.fatal, found.doomed) == (None, False)


# --- from the causer's knowledge


@pytest.mark.slow
def test_chance_is_independent_of_hidden_cards() -> None:
    """C21: redealt games with the same moves have exactly the same probability."""
    rng, compared = Random(3), 0
    for game in GAMES[:2]:
        for found in autopsies(course(game)):
            ply = found.chances[len(found.chances) // 2].ply
            so_far = Walk(
                game.seats, game.layout, game.secret, game.states[: ply + 2], game.step_events[: ply + 2]
            )
            so_far.moves = game.moves[: ply + 1]
            start = max(at for at, state in enumerate(so_far.states) if len(GAME.to_act(state)) == game.seats)
            for other in filter(None, (redeal(so_far, found.causer, rng) for _ in range(3))):
                same = [autopsy.chance(course(one)[start:], ply, found.causer) for one in (so_far, other)]
                assert same[0] == same[1]
                assert same[0] in found.chances
                compared += 1
    assert compared > 2


def test_chance_matches_random_deals_and_play() -> None:
    """Compares with another sampling: whole games redealt and played on by the tests' random walks."""
    game, rng = GAMES[0], Random(5)
    found = next(autopsies(course(game)))
    for chance in found.chances[2:5:2]:
        so_far = Walk(
            game.seats,
            game.layout,
            game.secret,
            game.states[: chance.ply + 2],
            game.step_events[: chance.ply + 2],
        )
        so_far.moves = game.moves[: chance.ply + 1]
        others = [other for other in (redeal(so_far, found.causer, rng) for _ in range(300)) if other]
        ends = [played_out(other.states[-1], found.round, rng) == found.causer for other in others]
        assert chance.deals == SAMPLE_DEALS
        assert abs(chance.chance - sum(ends) / len(ends)) < 0.15  # three times the deviation of 120 deals


def test_causer_has_the_paradox_with_any_other_cards() -> None:
    """A deal with which another seat would have had no space contradicts what the causer saw."""
    ended = 0
    for whole, found in paradoxes():
        opened, seen = whole[0].state, Round.opened(whole[0].state)
        for made in whole:
            seen.add(made.seat, made.move)
            if made.seat == found.causer:
                stream = Stream(b"test", f"{len(seen.moves)}")
                for _ in range(40):
                    state = autopsy._replayed(
                        seen.redealt(found.causer, stream.shuffle), opened, found.causer
                    )
                    if state is not None and len(state.scored) > found.round:
                        assert state.scored[-1].paradox == found.causer
                        ended += 1
    assert ended > 0


def played_out(state: State, round: int, rng: Random) -> Seat | None:
    while len(state.scored) == round:
        seat = GAME.to_act(state)[0]
        state = GAME.apply(state, seat, rng.choice(list(GAME.legal_moves(state, seat)))).state
    causer: Seat | None = state.scored[round].paradox
    return causer


# --- records


def test_paradox_forced_by_its_causer_is_certain() -> None:
    """C15: seat 0 wins a trick and cannot lead the next."""
    record = read_record(json.loads((RECORDED / "2-purple.json").read_text("utf-8")))
    [found] = examine(record)
    last = found["chances"][-1]
    assert (last["ply"], last["chance"], last["deals"]) == (found["ply"], 1, SAMPLE_DEALS)


@pytest.mark.slow
def test_command_reports_each_paradox() -> None:
    files = [RECORDED / "4-white.json", RECORDED / "4-white-abandoned.json"]
    command = [sys.executable, "-m", "engine", "autopsy", *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    answers = [json.loads(text) for text in run.stdout.splitlines()]
    found = [[(one["round"], one["causer"]) for one in answer["autopsies"]] for answer in answers]
    assert found == [[(0, 3), (1, 3), (2, 0)], [(0, 3)]]
