"""Queues of downloads that read much of the database."""

from app.infra.fair_queue import FairQueue

MAX_PENDING, MAX_PENDING_EACH = 200, 2  # downloads waiting or running: in all, and of one player
MAX_RUNNING, MAX_RUNNING_PER_ADDRESS = 16, 8
MAX_RECORDS_EACH = 12  # records waiting or being written, of one player


def download_queue() -> FairQueue:
    """Returns a queue for downloads of personal data, which take long."""
    return FairQueue(
        MAX_PENDING,
        MAX_PENDING_EACH,
        max_running=MAX_RUNNING,
        max_running_per_address=MAX_RUNNING_PER_ADDRESS,
    )


def record_queue() -> FairQueue:
    """Returns a queue for records of games, which are small: one is written at a time."""
    return FairQueue(MAX_PENDING, MAX_RECORDS_EACH)
