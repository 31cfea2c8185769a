"""What every message on a socket has in common."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """Strict, closed, immutable."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )
