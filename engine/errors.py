"""Why the engine refuses. Every error bears a stable `code`; the sentence is for logs and developers.

RulesError
├── RefusedMove         the position is unchanged
│   ├── MalformedMove   malformed     not a move of this game at all
│   ├── NotToAct        not_to_act    this seat has nothing to choose now
│   ├── WrongPhase      wrong_phase   a move of another phase
│   ├── GameIsOver      game_over
│   └── IllegalMove     C5, C9 …      the number of the rule that forbids it
└── RecordError         record        the record itself is wrong
"""

from engine.types import Seat


class RulesError(Exception):
    """Base of all refusals of the engine."""

    code: str


class RefusedMove(RulesError):
    """A move that may not be played here."""


class MalformedMove(RefusedMove):
    code = "malformed"


class NotToAct(RefusedMove):
    code = "not_to_act"

    def __init__(self, seat: Seat | None) -> None:
        super().__init__(f"seat {seat} is not to act")


class WrongPhase(RefusedMove):
    code = "wrong_phase"

    def __init__(self, kind: str, phase: str) -> None:
        super().__init__(f"{kind} is no move of the phase {phase}")


class GameIsOver(RefusedMove):
    code = "game_over"

    def __init__(self) -> None:
        super().__init__("the game is over")


class IllegalMove(RefusedMove):
    """A well-formed move at the right time that a rule forbids."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.code = rule


class RecordError(RulesError):
    code = "record"
