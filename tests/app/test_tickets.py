"""Signed requests for a quick match and answers to its offers, and which groups are agreed."""

from uuid import uuid4

import pytest
from itsdangerous import BadSignature

from app.tables.lobby.protocol import RequestMatch
from app.tables.matchmaking.tickets import TICKET_TTL_S, Consent, Member, TicketSigner, is_agreed
from tests.app.match_queue import KEY
from tests.app.people import GAME, salt


def criteria() -> RequestMatch:
    """Returns a request for a table of three or four."""
    return RequestMatch(id=salt(), game=GAME, least=3, most=4, clock="relaxed")


def test_requests_and_answers_expire() -> None:
    """A person who copies them from Redis cannot use them later."""
    time = 0.0
    signer, player, asked = TicketSigner(KEY, lambda: time), uuid4(), criteria()
    request = signer.sign_request(player, asked)
    answer = signer.sign_answer(player, asked, "bots")
    time = TICKET_TTL_S - 1
    assert signer.verify_member(player.hex, request, answer) == Member(player, asked, "bots")
    time = TICKET_TTL_S + 1
    for expired in ((request, ""), (signer.sign_request(player, asked), answer)):
        with pytest.raises(BadSignature):
            signer.verify_member(player.hex, *expired)


@pytest.mark.parametrize(
    ("consent", "seats", "agreed"), [("bots", 3, True), ("people", 3, False), ("people", 2, True)]
)
def test_only_players_who_agreed_to_bots_get_bots(consent: Consent, seats: int, agreed: bool) -> None:
    """To agree to a smaller table of people is not to agree to bots."""
    assert is_agreed(seats, [Member(uuid4(), criteria(), consent) for _ in range(2)]) == agreed
