"""The public chain of commitments, and those that are not published yet."""

from sqlalchemy import BigInteger, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base


class UnpublishedCommitmentRow(Base):
    """A commitment that is published within about two seconds."""

    __tablename__ = "unpublished_commitments"

    id: Mapped[int] = mapped_column(primary_key=True)
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32))


class CommitmentRow(Base):
    """An entry of the chain. It is never changed, and refers to no table and no person."""

    __tablename__ = "commitments"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # from 1, without gaps
    at: Mapped[int] = mapped_column(BigInteger, index=True)  # when it was published, in ms since 1970
    commitment: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
    previous: Mapped[bytes] = mapped_column(
        LargeBinary(32)
    )  # hash of the previous entry; zeros for the first
    hash: Mapped[bytes] = mapped_column(LargeBinary(32))
