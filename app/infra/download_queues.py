"""Queues of downloads that read much of the database."""

from app.infra.fair_queue import FairQueue

WAITING, EACH = 200, 2  # downloads, waiting ones included: together, and of one person
AT_ONCE, FROM_ADDRESS = 16, 8
RECORDS = 12  # game files of one person, waiting ones included


def download_queue() -> FairQueue:
    """One download at a time for a person, and only so many for an address and for all."""
    return FairQueue(WAITING, EACH, at_once=AT_ONCE, from_address=FROM_ADDRESS)


def record_queue() -> FairQueue:
    """Game files are small: one at a time is read and written."""
    return FairQueue(WAITING, RECORDS)
