"""The goals of lessons, judged by events and states of the rules."""

from engine.cat_in_the_box.board import COLOR, COLUMN
from engine.cat_in_the_box.events import Declared, ParadoxCaused, RoundScored, TrickWon
from engine.cat_in_the_box.state import Player, State
from engine.lesson import Attempt, Goal, Goals, Verdict


def follows() -> Goal:
    """The seat follows the lead color (C11)."""

    def judge(attempt: Attempt) -> Verdict | None:
        declared = _own(attempt)
        led = _led(attempt)
        if declared.color == led:
            return Verdict(True, "followed", "C11", {"color": led})
        return Verdict(False, "not_followed", "C11", {"color": led})

    return judge


def keeps_colors() -> Goal:
    """The seat loses no color (C11)."""

    def judge(attempt: Attempt) -> Verdict | None:
        lost = _own(attempt).lost
        if lost:
            return Verdict(False, "lost_color", "C11", {"color": lost})
        return Verdict(True, "kept_colors", "C11")

    return judge


def wins_trick(*, wanted: bool = True) -> Goal:
    """The seat wins the trick of its first move, or does not (C13)."""

    def judge(attempt: Attempt) -> Verdict | None:
        won = attempt.of(TrickWon)
        if not won:
            return None
        winner = won[0].seat
        if (winner == attempt.seat) == wanted:
            return Verdict(True, "trick_won" if wanted else "trick_left", "C13", {"seat": winner})
        return Verdict(False, "trick_lost" if wanted else "trick_taken", "C13", {"seat": winner})

    return judge


def avoids_paradox(moves: int) -> Goal:
    """The seat causes no paradox before its next turn after so many moves, or the round's end (C15)."""

    def judge(attempt: Attempt) -> Verdict | None:
        if attempt.of(ParadoxCaused, attempt.seat):
            return Verdict(False, "paradox", "C15")
        done = len(attempt.moves) >= moves and attempt.replies_done
        return Verdict(True, "no_paradox", "C15") if done or attempt.of(RoundScored) else None

    return judge


def scores(points: int) -> Goal:
    """The seat scores at least so many points in the round (C17-C19)."""

    def judge(attempt: Attempt) -> Verdict | None:
        rounds = attempt.of(RoundScored)
        if not rounds:
            return None
        scored = rounds[0].points[attempt.seat]
        values = {"points": scored, "wanted": points}
        return Verdict(scored >= points, "scored" if scored >= points else "scored_less", "C19", values)

    return judge


def fits() -> Goal:
    """The hand has a free space for each of its cards (C9)."""

    def judge(attempt: Attempt) -> Verdict | None:
        state: State = attempt.state
        crowded = _crowded(state.players[attempt.seat], state.taken | state.blocked)
        if crowded is None:
            return Verdict(True, "fits", "C9")
        return Verdict(False, "crowded", "C9", {"card": crowded})

    return judge


def _crowded(player: Player, closed: int) -> int | None:
    """Returns a number of which the player holds more cards than there are free spaces."""
    for card in player.hand:
        if player.hand.count(card) > (COLUMN[card] & ~closed).bit_count():
            return card
    return None


def _own(attempt: Attempt) -> Declared:
    """Returns the seat's first declaration."""
    declared: Declared = attempt.of(Declared, attempt.seat)[0]
    return declared


def _led(attempt: Attempt) -> str:
    """Returns the lead color of the trick that the seat's first declaration belongs to."""
    state: State = attempt.first
    return str(COLOR[state.trick[0]]) if state.trick else _own(attempt).color


GOALS: Goals = {
    goal.__name__: goal for goal in (follows, keeps_colors, wins_trick, avoids_paradox, scores, fits)
}
