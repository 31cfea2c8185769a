"""What Braincat brings to the server."""

from engine.braincat import Braincat
from engine.entry import GameEntry

ENTRY = GameEntry(game=Braincat())
