"""The public chain of commitments, and those that are not published yet."""

from sqlalchemy import BigInteger, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base


class UnpublishedCommitmentRow(Base):
    """A commitment that is published within about two seconds."""

    __tablename__ = "unpublished_commitments"

    id: Mapped[int] = mapped_column(primary_key=True)
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32))


class CommitmentRow(Base):
    """An entry of the chain. It is never changed, and refers to no table and no player."""

    __tablename__ = "commitments"
    __table_args__ = (Index(None, "commitment", postgresql_using="hash"),)  # half as large as a B-tree

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # from 1, without gaps
    at: Mapped[int] = mapped_column(BigInteger)  # when it was published, in ms since 1970; never decreases
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32))
    previous: Mapped[bytes] = mapped_column(LargeBinary(32))  # empty; older versions repeat the hash before
    hash: Mapped[bytes] = mapped_column(LargeBinary(32))
