"""The public list of commitments: what is not in it yet, and the chain."""

from sqlalchemy import BigInteger, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base


class UnpublishedCommitmentRow(Base):
    """A commitment that becomes an entry of the list within a second or two."""

    __tablename__ = "unpublished_commitments"

    id: Mapped[int] = mapped_column(primary_key=True)
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32))


class CommitmentRow(Base):
    """An entry of the list; it is never changed. No table and no person can be found by it."""

    __tablename__ = "commitments"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # from 1, without gaps
    at: Mapped[int] = mapped_column(BigInteger, index=True)  # when it was published, in ms since 1970
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
    previous: Mapped[bytes] = mapped_column(
        LargeBinary(32)
    )  # the hash of the entry before, zeros for the first
    hash: Mapped[bytes] = mapped_column(LargeBinary(32))
