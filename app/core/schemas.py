"""Base of all pydantic models that validate input and describe output."""

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """No conversion of types, no unknown fields, immutable."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )
