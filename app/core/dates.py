"""Dates and moments: bounds of those that requests may ask for, and their form in responses."""

from datetime import date, datetime

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)


def unix_ms(moment: datetime) -> int:
    """Returns the milliseconds from 1970-01-01 UTC until this moment."""
    return int(moment.timestamp() * 1000)
