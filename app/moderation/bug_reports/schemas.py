"""Bodies of the bug report endpoint."""

from typing import Annotated

from pydantic import Field

from app.core.schemas import StrictModel
from app.players.text_filter import MAX_LENGTH

PRINTABLE = r"^[^\x00-\x1f]*$"
ShortText = Annotated[str, Field(max_length=100, pattern=PRINTABLE)]


class PageState(StrictModel):
    """State of the client's page, to help reproduce the bug."""

    path: Annotated[str, Field(max_length=200, pattern=PRINTABLE)]
    ply: Annotated[int, Field(ge=-1, le=20_000)] | None = None  # the position shown
    line: ShortText = ""  # connection state of a table's page
    build: ShortText  # the client's version
    language: ShortText
    screen: ShortText  # like 390x844
    browser: Annotated[str, Field(max_length=300, pattern=PRINTABLE)]


class BugReport(StrictModel):
    """A bug report about a table or its replay."""

    table: Annotated[str, Field(min_length=1, max_length=16)]
    words: Annotated[str, Field(max_length=MAX_LENGTH)]
    page: PageState
