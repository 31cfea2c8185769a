"""Errors of the engine. Each has a stable `code` for clients; the message is for logs and developers.

RulesError
├── RefusedMove         the state is unchanged
│   ├── MalformedMove   malformed     not a move of this game
│   ├── NotToAct        not_to_act    the seat has no move to make now
│   ├── WrongPhase      wrong_phase   a move of another phase
│   ├── GameIsOver      game_over
│   └── IllegalMove     C5, C9 …      the number of the rule that forbids it
└── RecordError         record        the record is invalid
"""

from engine.types import Seat


class RulesError(Exception):
    """Base class of the engine's errors."""

    code: str


class RefusedMove(RulesError):
    """Base class of errors about a move that cannot be made in this state."""


class MalformedMove(RefusedMove):
    """The move's JSON does not have the fields and types of a move."""

    code = "malformed"


class NotToAct(RefusedMove):
    """The seat has no choice to make now."""

    code = "not_to_act"

    def __init__(self, seat: Seat | None) -> None:
        super().__init__(f"seat {seat} is not to act")


class WrongPhase(RefusedMove):
    """The phase has no moves of this kind."""

    code = "wrong_phase"

    def __init__(self, kind: str, phase: str) -> None:
        super().__init__(f"{kind} is not a move of the phase {phase}")


class GameIsOver(RefusedMove):
    """The game has ended."""

    code = "game_over"

    def __init__(self) -> None:
        super().__init__("the game is over")


class IllegalMove(RefusedMove):
    """A well-formed move of the right seat and phase that a rule forbids."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.code = rule


class RecordError(RulesError):
    """The record, its options or its deals are invalid."""

    code = "record"
