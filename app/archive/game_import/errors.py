"""Errors of the import of game records."""

from typing import Any, ClassVar

from app.core.errors import AppError


class BadRecord(AppError):
    """The file is not a game record, or its parts contradict each other."""

    code, status = "bad_record", 422


class BadMove(AppError):
    """A move of the record is illegal; the details name its number and the rule."""

    code, status = "bad_move", 422
    detail_schema: ClassVar = {"ply": {"type": "integer"}, "rule": {"type": "string"}}

    def __init__(self, ply: int, rule: str) -> None:
        super().__init__(f"move {ply}: {rule}")
        self._ply, self._rule = ply, rule

    @property
    def details(self) -> dict[str, Any]:
        return {"ply": self._ply, "rule": self._rule}


class NewerFormat(AppError):
    """The record has a format of a later version."""

    code, status = "newer_format", 422


class TooManyImports(AppError):
    """The player has the maximum number of imported games."""

    code, status = "too_many_imports", 409


class StorageFull(AppError):
    """The player's imported games would be too large together."""

    code, status = "storage_full", 409
