"""Builds the `waiting` message: how many people are missing, and the open offer."""

from uuid import UUID

from app.tables.lobby.protocol import Needed, Offer, RequestMatch, Waiting
from app.tables.matchmaking.types import OpenOffer, QueueLine
from engine.registry import ENTRIES


def build_state(player: UUID, criteria: RequestMatch, line: QueueLine) -> Waiting:
    """Returns the state of this player's request in its line."""
    sizes = range(criteria.least, criteria.most + 1)
    needed = [Needed(seats=size, more=max(0, size - line.sizes.get(size, 0))) for size in sizes]
    return Waiting(
        id=criteria.id, people=line.people, needed=needed, offer=_offer(player, criteria, line.offer)
    )


def is_same_state(one: Waiting, other: Waiting) -> bool:
    """Compares states without the time left, which clients count down themselves."""
    return _without_time(one) == _without_time(other)


def _without_time(state: Waiting) -> Waiting:
    offer = state.offer and state.offer.model_copy(update={"seconds": 0.0})
    return state.model_copy(update={"offer": offer})


def _offer(player: UUID, criteria: RequestMatch, offer: OpenOffer | None) -> Offer | None:
    """Returns the offer as this player sees it; None if they were not asked."""
    if offer is None or player.hex not in offer.answers:
        return None
    people, counts = len(offer.answers), criteria.seat_counts
    seats = min(people, max(counts))
    filled, takes_bots = max(seats, criteria.least), bool(ENTRIES[criteria.game].bots)
    return Offer(
        id=offer.id,
        seconds=round(offer.seconds, 1),
        people=people,
        agreed=sum(answer in ("people", "bots") for answer in offer.answers.values()),
        seats=seats if seats >= min(counts) else 0,
        with_bots=filled if takes_bots and seats < filled <= criteria.most else 0,
        answer=offer.answers[player.hex],  # type: ignore[arg-type]  # pydantic looks
    )
