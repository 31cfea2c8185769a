"""A person as others see them."""

from app.players.accounts.schemas import Body
from app.players.friends.schemas import Ties


class Rated(Body):
    """How well somebody plays."""

    points: int
    games: int  # that were rated
    provisional: bool  # they were few


class Played(Body):
    """What somebody made of the finished games of one kind; all are sums."""

    game: str
    games: int
    wins: int
    score: int
    counts: dict[str, int]  # by the game's own names
    rated: list[Rated]  # empty without a rated game


class Profile(Body):
    """Numbers alone: not where, nor with whom."""

    handle: str
    name: str
    you: bool
    account: bool  # or a guest
    since: str  # the month
    ties: Ties
    played: list[Played]
