"""The migrations form one chain with consecutive numbers, and the tables that they create are described."""

import re

from alembic.script import ScriptDirectory

from app.core.paths import ROOT
from app.infra.database.models.base import Base
from tests.app.revisions import VERSIONS, alembic, revisions


def test_there_is_one_newest_migration() -> None:
    """Two migrations with the same parent would leave it open which schema is the newest."""
    assert len(ScriptDirectory.from_config(alembic()).get_heads()) == 1


def test_files_are_numbered_in_the_order_of_the_migrations() -> None:
    numbers = [revision.revision for revision in revisions()]
    files = sorted(path.stem.split("_")[0] for path in VERSIONS.glob("*.py"))
    assert numbers == files == [f"{number:04}" for number in range(1, len(numbers) + 1)]


def test_every_table_is_documented() -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", (ROOT / "docs" / "database.md").read_text("utf-8"), re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert Base.metadata.tables.keys() - described == set()
