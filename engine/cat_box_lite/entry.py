"""What Cat Box Lite brings to the server."""

from engine.bots import careless, choose_random
from engine.cat_box_lite import CatBoxLite
from engine.cat_box_lite.bots import sensible, strong
from engine.cat_box_lite.bots.evaluation import evaluate
from engine.cat_box_lite.explanation import alike, explain
from engine.cat_box_lite.lessons import lessons
from engine.cat_box_lite.preview import draw
from engine.entry import GameEntry

NOTICED_BY_CASUAL = 0.4  # of its moves: it wins a third of its games against `sensible`

ENTRY = GameEntry(
    game=CatBoxLite(),
    bots={
        "sensible": sensible.choose,
        "random": choose_random,
        "casual": careless(sensible.choose, NOTICED_BY_CASUAL),
        "strong": strong.choose,
    },
    searching_bots=frozenset({"strong"}),
    daily_seats=3,
    evaluate=evaluate,
    mistake=3.0,
    explain=explain,
    alike=alike,
    preview=draw,
    lessons=lessons(),
)
