"""Parameters that endpoints of several packages have in their paths."""

from typing import Annotated

from fastapi import Path
from pydantic import AfterValidator

Code = Annotated[str, Path(), AfterValidator(str.lower)]  # of a table, a game or what else a link opens
