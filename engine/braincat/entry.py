"""What Braincat brings to the server."""

from engine.braincat import Braincat
from engine.braincat.packs import built_in
from engine.entry import GameEntry

ENTRY = GameEntry(game=Braincat(), packs=built_in())
