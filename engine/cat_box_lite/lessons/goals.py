"""The goals of lessons, judged by events and states of the rules."""

from engine.cat_box_lite.deck import COLORS, SQUARES, Color
from engine.cat_box_lite.events import GameOver, Placed
from engine.cat_box_lite.moves import Side
from engine.cat_box_lite.scoring import Score, score_all
from engine.cat_box_lite.state import State
from engine.lesson import Attempt, Goal, Goals, Verdict


def covers_color(color: Color) -> Goal:
    """The card covers a cat of this color (L9)."""

    def judge(attempt: Attempt) -> Verdict:
        covered = SQUARES[COLORS.index(color)] in _own(attempt).covers
        return Verdict(covered, "covered" if covered else "not_covered", "L9", {"color": color})

    return judge


def covers(squares: int) -> Goal:
    """The card covers so many squares (L8)."""

    def judge(attempt: Attempt) -> Verdict:
        done = len(_own(attempt).covers) == squares
        return Verdict(done, "covered_count" if done else "covered_other_count", "L8", {"count": squares})

    return judge


def plays_side(side: Side) -> Goal:
    """The seat plays this side of one of its own cards (L7)."""

    def judge(attempt: Attempt) -> Verdict:
        placed = _own(attempt)
        done = placed.holder == attempt.seat and placed.side == side
        return Verdict(done, "own_side" if done else "other_side", "L7")

    return judge


def plays_other_hand() -> Goal:
    """The seat plays a card from another hand (L7)."""

    def judge(attempt: Attempt) -> Verdict:
        done = _own(attempt).holder != attempt.seat
        return Verdict(done, "other_hand" if done else "own_hand", "L7")

    return judge


def has_points(points: int) -> Goal:
    """After the move the seat's color has at least so many points (L12)."""

    def judge(attempt: Attempt) -> Verdict:
        state: State = attempt.state
        has = _score(attempt, state.identities[attempt.seat]).points
        values = {"points": has, "wanted": points}
        return Verdict(has >= points, "points" if has >= points else "fewer_points", "L12", values)

    return judge


def has_group(size: int) -> Goal:
    """After the move the seat's color has a group of at least so many cats (L12)."""

    def judge(attempt: Attempt) -> Verdict:
        state: State = attempt.state
        has = _score(attempt, state.identities[attempt.seat]).group.bit_count()
        values = {"size": has, "wanted": size}
        return Verdict(has >= size, "group" if has >= size else "smaller_group", "L12", values)

    return judge


def splits_group(color: Color, size: int) -> Goal:
    """After the move no group of this color has more than so many cats (L9, L12)."""

    def judge(attempt: Attempt) -> Verdict:
        has = _score(attempt, color).group.bit_count()
        values = {"color": color, "size": has, "wanted": size}
        return Verdict(has <= size, "split" if has <= size else "not_split", "L12", values)

    return judge


def wins_game() -> Goal:
    """The seat wins the game alone with its move (L13)."""

    def judge(attempt: Attempt) -> Verdict | None:
        ends = attempt.of(GameOver)
        if not ends:
            return None
        winners = ends[0].winners
        if attempt.seat not in winners:
            return Verdict(False, "game_not_won", "L13")
        alone = winners == (attempt.seat,)
        return Verdict(alone, "game_won" if alone else "game_shared", "L13")

    return judge


def _score(attempt: Attempt, color: Color) -> Score:
    return score_all(attempt.state.area)[color]


def _own(attempt: Attempt) -> Placed:
    """Returns the seat's first move."""
    placed: Placed = attempt.of(Placed, attempt.seat)[0]
    return placed


GOALS: Goals = {
    goal.__name__: goal
    for goal in (
        covers_color,
        covers,
        plays_side,
        plays_other_hand,
        has_points,
        has_group,
        splits_group,
        wins_game,
    )
}
