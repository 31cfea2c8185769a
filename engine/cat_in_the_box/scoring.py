"""The points of a round (C17-C19) and the winners of a game (C20)."""

from operator import add
from typing import NamedTuple

from engine.cat_in_the_box.board import neighbors
from engine.cat_in_the_box.setups import MOST_TRICKS_FOR_BONUS
from engine.cat_in_the_box.state import Player, ScoredRound, State
from engine.groups import largest_group
from engine.types import Seat


class Result(NamedTuple):
    """The end of a game (C20)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def score_round(state: State, paradox: Seat | None) -> ScoredRound:
    """Scores the round that has just ended (C17-C19); `paradox` is the seat that caused one."""
    beside = neighbors(state.setting.layout, state.setting.setup.columns)
    groups = tuple([largest_group(player.tokens, beside) for player in state.players])
    trick_points = tuple([-p.won if seat == paradox else p.won for seat, p in enumerate(state.players)])
    bonuses = tuple(
        [
            group.bit_count() if seat != paradox and _earns_bonus(player) else 0
            for seat, (group, player) in enumerate(zip(groups, state.players, strict=True))
        ]
    )
    return ScoredRound(
        players=state.players,
        blocked=state.blocked,
        groups=groups,
        trick_points=trick_points,
        bonuses=bonuses,
        points=tuple(map(add, trick_points, bonuses)),
        paradox=paradox,
    )


def _earns_bonus(player: Player) -> bool:
    """Returns whether the bid is met, or, with two seats, at most four tricks are won (C18)."""
    return player.won <= MOST_TRICKS_FOR_BONUS if player.bid is None else player.won == player.bid


def result(rounds: tuple[ScoredRound, ...]) -> Result:
    """Returns scores and winners: the highest total, then the highest score in the last round (C20)."""
    stood = standings(rounds)
    best = max(stood)
    scores = tuple(score for score, _ in stood)
    return Result(scores, tuple(Seat(seat) for seat, one in enumerate(stood) if one == best))


def places(rounds: tuple[ScoredRound, ...]) -> tuple[int, ...]:
    """Returns places by seat, from 1; seats that are level by C20 share one."""
    stood = standings(rounds)
    return tuple(1 + sum(other > mine for other in stood) for mine in stood)


def standings(rounds: tuple[ScoredRound, ...]) -> list[tuple[int, int]]:
    """Returns by seat the total and the score in the last round; higher tuples win (C20)."""
    totals = [sum(points) for points in zip(*(scored.points for scored in rounds), strict=True)]
    return list(zip(totals, rounds[-1].points, strict=True))
