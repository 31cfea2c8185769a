"""Bodies of the friends endpoints."""

from app.core.schemas import StrictModel


class Relationship(StrictModel):
    """How the reader relates to another player. It does not reveal whether that player blocks the reader."""

    follows: bool  # the reader follows the other player
    follows_me: bool
    blocked: bool  # by the reader


class Contact(Relationship):
    """A player whom the reader follows or blocks, or who follows the reader."""

    handle: str
    name: str


class ContactList(StrictModel):
    """The reader's contacts sorted by name, and the reader's own handle."""

    handle: str
    people: list[Contact]
