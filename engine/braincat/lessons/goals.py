"""The goals of lessons, judged by the events of the rules."""

from engine.braincat.events import Decided, PawPlaced, RoundScored, VoteCast
from engine.lesson import Attempt, Goal, Goals, Verdict


def points_at(clue: int) -> Goal:
    """The cat's paw points at this clue (B7, B8)."""

    def judge(attempt: Attempt) -> Verdict | None:
        paws = attempt.of(PawPlaced)
        if not paws:
            return None
        first = paws[0]
        done, rule = first.at == clue, "B8" if first.paw else "B7"
        return Verdict(done, "pointed" if done else "pointed_away", rule, {"clue": clue + 1})

    return judge


def keeps_mystery() -> Goal:
    """The debate turns out a false lead, by the seat's own vote (B13, B14)."""

    def judge(attempt: Attempt) -> Verdict | None:
        decided = attempt.of(Decided)
        if not decided:
            return None
        votes = attempt.of(VoteCast, attempt.seat)
        if not votes:
            return Verdict(False, "not_voted", "B12")
        if votes[-1].choice == "clue":
            return Verdict(False, "clue_instead", "B15")
        lost = any(scored.won is False for scored in attempt.of(RoundScored))
        return Verdict(not lost, "mystery_out" if lost else "false_lead_out", "B14")

    return judge


def asks_clue() -> Goal:
    """The debate asks for another clue (B12, B15)."""

    def judge(attempt: Attempt) -> Verdict | None:
        decided = attempt.of(Decided)
        if not decided:
            return None
        done = decided[0].choice == "clue"
        return Verdict(done, "clue_asked" if done else "card_kept", "B15")

    return judge


GOALS: Goals = {goal.__name__: goal for goal in (points_at, keeps_mystery, asks_clue)}
