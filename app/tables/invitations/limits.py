"""Who may invite whom, and how many invitations may be open."""

from uuid import UUID

from app.infra.database.query import Cursor
from app.players.friends import repository as friends
from app.players.friends.errors import PlayerNotFound
from app.tables.invitations import repository
from app.tables.invitations.errors import AlreadyInvited, CannotInvite, InvitationsFull, TooManyInvitations

MAX_SENT = 10  # open invitations of one host
MAX_RECEIVED = 20  # open invitations to one player
MAX_FROM_STRANGERS = 10  # of them, so that people whom the player does not follow leave room for others


async def check_may_invite(cursor: Cursor, host: UUID, handle: str) -> UUID:
    """Locks both players and returns the one with this handle if the host may invite them now.

    A block by the invited player changes no answer. Raises PlayerNotFound, CannotInvite, AlreadyInvited,
    TooManyInvitations, InvitationsFull.
    """
    found = await friends.find(cursor, handle)
    if found is None:
        raise PlayerNotFound
    await friends.lock(cursor, host, found.id)
    state = await repository.state(cursor, host, found.id)
    if host == found.id or state.blocked or not (state.account or state.follows_me):
        raise CannotInvite
    if state.between:
        raise AlreadyInvited
    if state.sent >= MAX_SENT:
        raise TooManyInvitations
    if state.received >= (MAX_RECEIVED if state.follows_me else MAX_FROM_STRANGERS):
        raise InvitationsFull
    return found.id
