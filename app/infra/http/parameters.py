"""Parameters that endpoints of several packages have in their paths."""

from typing import Annotated

from fastapi import Path
from pydantic import AfterValidator

Code = Annotated[str, Path(), AfterValidator(str.lower)]  # of a table, a game or what else a link opens
# A Code; what cannot be one is refused as malformed.
CheckedCode = Annotated[str, Path(pattern="^[0-9A-Za-z]{1,16}$"), AfterValidator(str.lower)]
