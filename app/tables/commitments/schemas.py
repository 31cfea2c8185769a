"""Response bodies of the public commitment log."""

from app.core.schemas import SparseModel, StrictModel


class CommitmentEntry(StrictModel):
    """One entry; `hash` is SHA-256 of "boxcats/commitments/1", `previous`, number, time and commitment."""

    number: int  # from 1, without gaps
    at: int  # when it was published, in ms since 1970
    commitment: str  # hex, like the hashes
    previous: str  # the hash of the entry before
    hash: str


class Commitments(SparseModel):
    """A page of the log, and its current last entry."""

    entries: list[CommitmentEntry]
    more: bool  # another page follows: request it with the last number as `after`
    head: CommitmentEntry | None = None  # commits to all entries before it
    began_at: int | None = None  # when the first entry was published, in ms since 1970
