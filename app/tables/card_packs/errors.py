"""Errors of card packs that players write."""

from app.core.errors import AppError


class BadCards(AppError):
    """The list of cards has faults; the preview names them."""

    code, status = "bad_cards", 422


class TooManyPacks(AppError):
    """The player has the maximum number of packs."""

    code, status = "too_many_packs", 409


class PackNotFound(AppError):
    """No pack has this code or name, or its owner does not share it."""

    code, status = "pack_not_found", 404


class PackHidden(AppError):
    """An administrator has hidden the cards of this pack."""

    code, status = "pack_hidden", 403


class OwnPacksPrivate(AppError):
    """A public table has the game's own packs only."""

    code, status = "own_packs_private", 409
