"""Statements as they go to the driver: nothing is left out in silence."""

from typing import Any

import pytest
from sqlalchemy import bindparam, insert

from app.models import PlayerRow
from app.statements import Statement

PLAYERS: Any = PlayerRow.__table__


def test_a_parameter_that_is_not_given_is_missed() -> None:
    statement = Statement(insert(PLAYERS).values(id=bindparam("id"), name="Ada", created_at=bindparam("at")))
    assert "Ada" in statement.arguments({"id": 1, "at": 2})
    with pytest.raises(KeyError, match="at"):
        statement.arguments({"id": 1})


def test_a_column_is_not_left_to_a_default_that_the_driver_does_not_know() -> None:
    with pytest.raises(AssertionError, match="default"):
        Statement(insert(PLAYERS).values(id=bindparam("id"), name=bindparam("name")))
