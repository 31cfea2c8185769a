"""People over HTTP."""

from pydantic import BaseModel, ConfigDict

from app.models import Status


class Body(BaseModel):
    """What a page sends or gets: strict, closed, immutable."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )


class NewName(Body):
    """What this person wants to be called."""

    name: str


class MyTable(Body):
    """A table where this person sits."""

    code: str
    game: str
    status: Status


class Me(Body):
    """This person, for their own eyes."""

    name: str
    tables: list[MyTable]
