"""How long tests try. `make soak` sets SOAK=20: twenty times as many examples, and every fault as a whole."""

import os

SOAK = int(os.environ.get("SOAK", "1"))
