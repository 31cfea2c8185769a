"""Problems that somebody reports, over HTTP."""

from typing import Annotated

from pydantic import Field

from app.players.accounts.schemas import Body
from app.tables.chat.text_filter import LONGEST

Short = Annotated[str, Field(max_length=100)]


class PageState(Body):
    """How it stood with the page: what helps to see the same again."""

    path: Annotated[str, Field(max_length=200)]
    ply: Annotated[int, Field(ge=-1, le=20_000)] | None = None  # the position that it showed
    line: Short = ""  # of a table's page: how its line stood
    build: Short  # the client's version
    language: Short
    screen: Short  # like 390x844
    browser: Annotated[str, Field(max_length=300)]


class Problem(Body):
    """Something does not work as it should, at this table or in its replay."""

    table: Annotated[str, Field(min_length=1, max_length=16)]
    words: Annotated[str, Field(max_length=LONGEST)]
    page: PageState
