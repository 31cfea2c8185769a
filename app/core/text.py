"""Characters of Unicode that need care in texts of people."""

import re

# Joiners and variation selectors: invisible, but needed by Persian, Sinhala and emoji sequences.
JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
