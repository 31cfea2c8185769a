"""What Cat in the Box brings to the server."""

from engine.bots import choose_random
from engine.cat_in_the_box import CatInTheBox
from engine.cat_in_the_box.autopsy import autopsies
from engine.cat_in_the_box.bots import casual, sensible, strong
from engine.cat_in_the_box.bots.evaluation import evaluate
from engine.cat_in_the_box.explanation import explain
from engine.cat_in_the_box.lessons import lessons
from engine.cat_in_the_box.preview import draw
from engine.entry import GameEntry

ENTRY = GameEntry(
    game=CatInTheBox(),
    bots={
        "sensible": sensible.choose,
        "random": choose_random,
        "casual": casual.choose,
        "strong": strong.choose,
    },
    searching_bots=frozenset({"strong"}),
    daily_seats=4,
    analysis=autopsies,
    evaluate=evaluate,
    explain=explain,
    preview=draw,
    lessons=lessons(),
)
