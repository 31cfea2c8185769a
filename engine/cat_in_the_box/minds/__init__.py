"""Bots besides `sensible` (bots.py): `strong` searches, `casual` makes mistakes."""
