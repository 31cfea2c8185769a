"""Characters of Unicode that need care in texts of people."""

import re

# Joiners and variation selectors: invisible, but needed by Persian, Sinhala, Mongolian, rare kanji and emoji.
JOINERS = re.compile("[\u180b-\u180d\u180f\u200c\u200d\ufe0e\ufe0f\U000e0100-\U000e01ef]")
