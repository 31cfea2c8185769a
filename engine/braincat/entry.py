"""What Braincat brings to the server."""

from engine.braincat import Braincat
from engine.braincat.lessons import lessons
from engine.braincat.packs import built_in
from engine.braincat.packs.letters import assign_letters, dry_rounds
from engine.braincat.preview import draw
from engine.card_packs import PackRules
from engine.entry import GameEntry

LONG_TEXT = 60  # characters: the texts of the pack `jobs` are not longer

ENTRY = GameEntry(
    game=Braincat(),
    preview=draw,
    lessons=lessons(),
    packs=built_in(),
    pack_rules=PackRules(LONG_TEXT, assign_letters, dry_rounds),
)
