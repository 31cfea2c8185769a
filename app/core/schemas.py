"""Bases of all pydantic models that validate input and describe output."""

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """No conversion of types, no unknown fields, immutable."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )


class SparseModel(StrictModel):
    """Base of bodies from whose JSON fields that are None are left out; they are described as optional."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)
