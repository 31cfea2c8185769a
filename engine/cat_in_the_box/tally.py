"""Results and statistics of a finished game by seat."""

from engine.cat_in_the_box import scoring
from engine.cat_in_the_box.state import ScoredRound, State
from engine.game import SeatResult
from engine.types import Seat


def seat_results(state: State) -> tuple[SeatResult, ...]:
    """Returns results by seat; seats that are level by C20 share a place."""
    stood, placed = scoring.standings(state.scored), scoring.places(state.scored)
    return tuple(
        SeatResult(
            score=stood[seat][0],
            place=placed[seat],
            counts=_counts(state.scored, seat),
        )
        for seat in state.setting.seats
    )


def places(state: State) -> tuple[int, ...] | None:
    """Returns places by seat after the rounds scored so far (C20); None before the first."""
    return scoring.places(state.scored) if state.scored else None


def _counts(rounds: tuple[ScoredRound, ...], seat: Seat) -> dict[str, int]:
    players = [scored.players[seat] for scored in rounds]
    counts = {
        "rounds": len(rounds),
        "tricks": sum(player.won for player in players),
        "bonus": sum(scored.bonuses[seat] for scored in rounds),
        "paradoxes": sum(scored.paradox == seat for scored in rounds),
    }
    return counts if players[0].bid is None else {**counts, **_against_bids(rounds, seat)}


def _against_bids(rounds: tuple[ScoredRound, ...], seat: Seat) -> dict[str, int]:
    """Returns statistics of bids. Games of two seats are left out, as they have no bids (C6)."""
    players = [scored.players[seat] for scored in rounds]
    met = [
        scored.paradox != seat and player.won == player.bid
        for scored, player in zip(rounds, players, strict=True)
    ]
    return {
        "bids": len(rounds),
        "bid": sum(player.bid or 0 for player in players),
        "won": sum(player.won for player in players),
        "met": sum(met),
    }
