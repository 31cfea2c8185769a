"""What Cat Box Lite brings to the server."""

from engine.bots import choose_random
from engine.cat_box_lite import CatBoxLite
from engine.cat_box_lite.bots import choose
from engine.cat_box_lite.lessons import lessons
from engine.cat_box_lite.preview import draw
from engine.entry import GameEntry

ENTRY = GameEntry(
    game=CatBoxLite(),
    bots={"sensible": choose, "random": choose_random},
    preview=draw,
    lessons=lessons(),
)
