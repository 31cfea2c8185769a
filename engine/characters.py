"""Characters of Unicode that need care in texts of people."""

import re
import unicodedata

# Joiners and variation selectors: invisible, but needed by Persian, Sinhala, Mongolian, rare kanji and emoji.
JOINERS = re.compile("[\u180b-\u180d\u180f\u200c\u200d\ufe0e\ufe0f\U000e0100-\U000e01ef]")
# Without a glyph: Hangul fillers, the Braille blank, a joiner, inherent Khmer vowels, a place for an object.
INVISIBLE = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u034f", "\u17b4", "\u17b5", "\ufffc"}


def is_visible(character: str) -> bool:
    """Returns whether the character has a glyph: no control, format, private-use, unassigned or blank one."""
    unseen = unicodedata.category(character)[0] == "C" or character in INVISIBLE
    return not unseen and not 0xFE00 <= ord(character) <= 0xFE0D
