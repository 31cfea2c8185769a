"""`python -m app admin NAME` and `python -m app dismiss NAME`: appoints and dismisses administrators."""

import sys

from app.cli.database import run_with_database
from app.infra.database.engine import Database
from app.moderation import repository
from app.players.accounts.lookalikes import name_key
from app.players.accounts.names import parse_name_keys
from app.settings import load_settings


def appoint(name: str, *, dismiss: bool) -> None:
    """Prints the result.

    Exits with status 1 if no account has this name, or the settings still make it an administrator.
    """
    found = run_with_database(lambda database: _change(database, name, dismiss=dismiss))
    if found is None:
        sys.exit(f"Nobody has an account named {name!r}.")
    if dismiss and name_key(found) in parse_name_keys(load_settings().admins):
        sys.exit(f"{found} is still an administrator: remove the name from ADMINS and restart the server.")
    sys.stdout.write(f"{found} is {'no longer' if dismiss else 'now'} an administrator.\n")


async def _change(database: Database, name: str, *, dismiss: bool) -> str | None:
    async with database.write() as cursor:
        account = await repository.account(cursor, name_key(name))
        if account is None:
            return None
        change = repository.dismiss if dismiss else repository.make_admin
        if await change(cursor, account.id):
            act = "dismiss" if dismiss else "admin"
            await repository.add_audit_entry(
                cursor, admin_id=None, admin="", act=act, about=account.name, why=""
            )
        return str(account.name)
