"""What Braincat brings to the server."""

from engine.braincat import Braincat
from engine.braincat.packs import built_in
from engine.braincat.preview import draw
from engine.entry import GameEntry

ENTRY = GameEntry(game=Braincat(), preview=draw, packs=built_in())
