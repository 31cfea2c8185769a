"""Bots besides `sensible` (bots.py): `strong` searches."""
