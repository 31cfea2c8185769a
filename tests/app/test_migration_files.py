"""The migrations form one chain with consecutive numbers."""

from alembic.script import ScriptDirectory

from tests.app.revisions import VERSIONS, alembic, revisions


def test_there_is_one_newest_migration() -> None:
    """Two migrations with the same parent would leave it open which schema is the newest."""
    assert len(ScriptDirectory.from_config(alembic()).get_heads()) == 1


def test_files_are_numbered_in_the_order_of_the_migrations() -> None:
    numbers = [revision.revision for revision in revisions()]
    files = sorted(path.stem.split("_")[0] for path in VERSIONS.glob("*.py"))
    assert numbers == files == [f"{number:04}" for number in range(1, len(numbers) + 1)]
