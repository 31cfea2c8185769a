"""C21, C22: the content of views by observer."""

import json
from dataclasses import fields

from hypothesis import given
from pydantic import TypeAdapter

from engine.cat_in_the_box.moves import Bid, Declare, SetAside
from engine.cat_in_the_box.view_types import Layout, View
from engine.types import Seat
from tests.engine.builders import GAME, opened, play, position
from tests.engine.examples import examples, layouts, seat_counts, seeds
from tests.engine.walks import walk

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
ALONE = {"hand", "aside", "legal"}  # a seat's alone
DEALT = "0(4) 1(6) 2(3) 0=1 1=3 2=4"
SIXES = "\n".join([". . . . . x"] * 4)


def test_c21_what_is_private_to_a_seat() -> None:
    """C21: only a seat gets its hand, its card aside and its legal moves; all else is public."""
    state = opened("…", "…", "…", text=DEALT)
    views = {seat: GAME.view(state, seat) for seat in (None, Seat(0), Seat(1), Seat(2))}
    for seat, view in views.items():
        for field in fields(view):
            if field.name not in ALONE:
                assert getattr(view, field.name) == getattr(views[None], field.name)
            elif seat is None:
                assert getattr(view, field.name) is None
    assert views[Seat(1)].hand == (1, 1, 2, 3, 3, 4, 4, 5, 6)
    assert views[Seat(1)].aside == 6
    assert views[Seat(0)].legal is not None
    assert views[Seat(1)].legal is None


def test_c21_what_is_public() -> None:
    """C21: board, color tokens, bids, trick under way, last trick, tricks won, sizes of hands."""
    state = opened("…", "…", "…", text=f"{DEALT} 0:1b 1:2y 2:6b 2:5y")
    view = GAME.view(state, None)
    assert view.tokens == {"blue1": 0, "yellow2": 1, "blue6": 2, "yellow5": 2}
    assert [player.lost for player in view.players.values()] == [(), ("blue",), ()]
    assert [player.bid for player in view.players.values()] == [1, 3, 4]
    assert [player.won for player in view.players.values()] == [0, 0, 1]
    assert [player.hand for player in view.players.values()] == [8, 8, 7]
    assert (view.trick, view.to_act, view.phase, view.start) == (1, (0,), "play", 0)
    assert view.current is not None
    assert (view.current.leader, view.current.led, view.current.cards) == (2, "yellow", {"2": "yellow5"})
    assert view.last is not None
    assert (view.last.leader, view.last.led, view.last.winner) == (0, "blue", 2)
    assert view.last.cards == {"0": "blue1", "1": "yellow2", "2": "blue6"}


def test_c21_the_last_card_in_hand_stays_secret() -> None:
    """C21: summaries of rounds never contain hands or cards set aside, except for C16."""
    view = json.loads(VIEW.dump_json(GAME.view(walk(3, "white", seed=3).states[-1], None), exclude_none=True))
    assert set(view).isdisjoint({"hand", "aside", "legal"})
    for summary in view["scored"].values():
        assert set(summary) - {"paradox"} == {"seats", "tokens", "blocked"}
        for score in summary["seats"].values():
            assert set(score) == {"won", "trick_points", "bonus", "points", "group", "bid"}
        assert set(summary.get("paradox", ())) <= {"seat", "hand"}


def test_c22_legal_in_the_view_is_what_the_seat_may_do() -> None:
    """C22: at every ply and for every seat; spaces by name."""
    for state in walk(4, "purple", seed=6).states:
        for seat in map(Seat, range(4)):
            legal, moves = GAME.view(state, seat).legal, GAME.legal_moves(state, seat)
            if legal is None:
                assert not moves
                continue
            listed = [
                *map(SetAside, legal.set_aside or ()),
                *map(Bid, legal.bid or ()),
                *(Declare(int(space[-1]), space[:-1]) for space in legal.declare or ()),
            ]
            assert set(listed) == set(moves)
            assert len(listed) == len(moves)


def test_consequences_of_a_declaration() -> None:
    """C11: the lost color, and the spaces left for each number in hand."""
    board = """
        . . . 0 . x
        . . . 0 . x
        . . . . . x
        . . . . . x
    """
    legal = GAME.view(position(board, ["1 2", "3 4 4"], "0:1b").state, Seat(1)).legal
    follow, off = legal.declare["blue3"], legal.declare["red3"]
    assert (follow.loses, follow.keeps) == (None, {"4": 2})
    assert (off.loses, off.keeps) == ("blue", {"4": 2})
    off = legal.declare["yellow4"]
    assert (off.loses, off.keeps) == ("blue", {"3": 3, "4": 1})
    assert "red4" not in legal.declare


def test_consequences_ignore_blocked_spaces() -> None:
    """C4: with 4, 2, 4 revealed a 4 has red and blue left."""
    state = opened("4 4 …", "…", revealed="4 2 4", text="0(1) 1(3)")
    assert GAME.view(state, Seat(0)).legal.declare["blue1"].keeps["4"] == 2


def test_barred_colors_name_their_rule() -> None:
    """C9, C10: a color token lost, red not broken; nothing when red may be led."""
    state = position(SIXES, ["1 2", "3 4"], "1:1b 0:5b", lost=["", ""]).state
    assert GAME.view(state, Seat(0)).legal.barred == {"red": "C10"}
    state = position(SIXES, ["1 2", "3 4"], "1:1b 0:5b", lost=["g", ""]).state
    assert GAME.view(state, Seat(0)).legal.barred == {"green": "C9", "red": "C10"}
    state = position(SIXES, ["1 2", "3 4"], "1:1b 0:5r", lost=["yg", ""]).state
    assert GAME.view(state, Seat(0)).legal.barred == {"blue": "C9", "yellow": "C9", "green": "C9"}
    assert GAME.view(play(state, "0:1r").state, Seat(1)).legal.barred == {}


@examples(25)
@given(seat_counts, layouts, seeds)
def test_scores_are_the_sums_of_rounds(seats: int, layout: Layout, seed: int) -> None:
    """C17-C20: points by seat and round add up to each seat's score, at the end to the result."""
    game = walk(seats, layout, seed)
    for state in [*game.round_starts(), game.states[-1]]:
        view = GAME.view(state, None)
        for seat in map(str, range(seats)):
            scores = [one.seats[seat] for one in view.scored.values()]
            assert view.players[seat].score == sum(score.points for score in scores)
            assert all(score.points == score.trick_points + score.bonus for score in scores)
            assert all(score.bonus in (0, len(score.group)) for score in scores)
            assert all(abs(score.trick_points) == score.won for score in scores)
    assert view.result is not None
    assert view.result.scores == tuple(player.score for player in view.players.values())


@examples(10)
@given(seat_counts, layouts, seeds)
def test_view_serializes_to_its_type(seats: int, layout: Layout, seed: int) -> None:
    """JSON has no nulls, and parses to the same view."""
    game = walk(seats, layout, seed)
    for state in game.states[::7]:
        for seat in (None, *map(Seat, range(seats))):
            text = VIEW.dump_json(GAME.view(state, seat), exclude_none=True)
            assert b"null" not in text
            assert VIEW.validate_json(text) == GAME.view(state, seat)
