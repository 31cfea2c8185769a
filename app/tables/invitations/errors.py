"""Errors of invitations to tables."""

from app.core.errors import AppError


class CannotInvite(AppError):
    """Players cannot invite themselves nor people they block; guests only those who follow them."""

    code, status = "cannot_invite", 409


class AlreadyInvited(AppError):
    """An invitation of this player is open, or was declined and its table is open."""

    code, status = "already_invited", 409


class TooManyInvitations(AppError):
    """The player has sent the maximum number of invitations that are open."""

    code, status = "too_many_invitations", 409


class InvitationsFull(AppError):
    """The other player has the maximum number of open invitations."""

    code, status = "invitations_full", 409
