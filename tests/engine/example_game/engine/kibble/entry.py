"""What Kibble brings to the server: its rules, and none of the optional parts."""

from engine.entry import GameEntry

from . import Kibble

ENTRY = GameEntry(game=Kibble())
