"""Test vectors that the engine and the client share."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "vectors" / "shuffle.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
