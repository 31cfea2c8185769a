"""A process that packs all finished games of a database: `python -m tests.faults.packing_process URL`."""

import asyncio
import sys
from datetime import timedelta

from app.infra.database.engine import Database, now
from app.maintenance.packing.service import GamePacker

LATER = timedelta(days=2)  # all games are due


async def main(url: str) -> None:
    database = Database(url)
    packer = GamePacker(database, lambda: now() + LATER, pause_s=0)
    sys.stdout.write("packing\n")
    sys.stdout.flush()
    await packer.pack_all()
    await packer.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
