"""Downloads a server's public list of commitments, verifies the hash chain and prints the newest entry.

Run: python3 -m tools.commitments https://boxcats.example [NUMBER:HASH …]

Pass a printed NUMBER:HASH again later: as long as that entry is in the list, nothing before it was changed.
It needs only Python's standard library.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPException
from itertools import pairwise
from typing import Any
from urllib.request import urlopen

from app.tables.commitments.chain import GENESIS, ChainEntry, hash_of

Json = dict[str, Any]
Read = Callable[[str], Json]  # the answer to a query


def reader(server: str) -> Read:
    """Returns a function that queries this server."""

    def read(query: str) -> Json:
        with urlopen(f"{server.rstrip('/')}/api/commitments{query}", timeout=30) as answer:
            part: Json = json.load(answer)
        return part

    return read


def entries(read: Read) -> Iterator[ChainEntry]:
    """Yields all entries from the first one."""
    after = 0
    while True:
        part = read(f"?after={after}")
        yield from (_entry(one) for one in part["entries"])
        if not part["more"]:
            return
        after = part["entries"][-1]["number"]


def check(found: Sequence[ChainEntry], kept: Sequence[str]) -> str:
    """Returns a description of the first error, or an empty string."""
    for before, entry in pairwise([GENESIS, *found]):
        follows = (
            entry.number == before.number + 1 and entry.previous == before.hash and entry.at >= before.at
        )
        if not follows or entry.hash != hash_of(entry.previous, entry.number, entry.at, entry.commitment):
            return f"entry {entry.number} does not follow from the one before"
    there = {f"{entry.number}:{entry.hash.hex()}" for entry in found}
    missing = [one for one in kept if one not in there]
    return f"no longer there: {' '.join(missing)}" if missing else ""


def _entry(one: Json) -> ChainEntry:
    commitment, previous, own = (bytes.fromhex(one[name]) for name in ("commitment", "previous", "hash"))
    return ChainEntry(one["number"], one["at"], commitment, previous, own)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("Usage: python3 -m tools.commitments URL [NUMBER:HASH …]")
    server, *kept = sys.argv[1:]
    try:
        found = list(entries(reader(server)))
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
        sys.exit(f"The list of {server} cannot be read: {error}")
    if trouble := check(found, kept):
        sys.exit(trouble)
    newest = found[-1] if found else GENESIS
    sys.stdout.write(f"{len(found)} entries fit together. Keep: {newest.number}:{newest.hash.hex()}\n")


if __name__ == "__main__":
    main()
