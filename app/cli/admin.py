"""`python -m app admin NAME` and `python -m app dismiss NAME`: appoints and dismisses administrators."""

import asyncio
import sys

from app.infra.database.engine import Database
from app.moderation import repository
from app.players.accounts.lookalikes import name_key
from app.settings import SettingsError, load_settings


def appoint(name: str, *, dismiss: bool) -> None:
    """Prints the result; exits with status 1 if no account has this name."""
    try:
        found = asyncio.run(_change(load_settings().database, name, dismiss=dismiss))
    except SettingsError as error:
        sys.exit(f"Boxcats cannot do it: {error}")
    if found is None:
        sys.exit(f"Nobody has an account named {name!r}.")
    sys.stdout.write(f"{found} is {'no longer' if dismiss else 'now'} an administrator.\n")


async def _change(address: str, name: str, *, dismiss: bool) -> str | None:
    database = Database(address)
    try:
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
    finally:
        await database.close()
