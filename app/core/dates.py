"""Bounds of the dates that requests may ask for."""

from datetime import date

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
