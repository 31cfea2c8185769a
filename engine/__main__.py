"""Command line: checks records and prints one JSON line per record.

`python -m engine replay [--steps] FILE…` replays them.
`python -m engine autopsy FILE…` also prints the findings of their games' analyses.
The file `-` stands for standard input with one record per line.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.autopsy import examine
from engine.errors import RecordError, RefusedMove
from engine.record import describe_position, read_record, replay, result_of
from engine.types import Json


def main() -> int:
    """Returns the exit status: 0 if every record is valid, else 1."""
    parser = argparse.ArgumentParser(prog="python -m engine")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("replay", help="replay records (boxcats-record/1)")
    command.add_argument("--steps", action="store_true", help="print who may do what before each move")
    examining = commands.add_parser("autopsy", help="say which move led to a paradox, and how likely it was")
    examining.set_defaults(steps=False, autopsy=True)
    for one in (command, examining):
        one.add_argument(
            "files", nargs="+", metavar="FILE", help="a record, or - for one a line on standard input"
        )
    arguments = parser.parse_args()
    ok = True
    for text in _texts(arguments.files):
        answer = _check(text, steps=arguments.steps, autopsy="autopsy" in arguments)
        print(json.dumps(answer), flush=True)
        ok = ok and answer["ok"]
    return 0 if ok else 1


def _texts(files: list[str]) -> Iterator[bytes | None]:
    for file in files:
        if file == "-":
            yield from (line for line in sys.stdin.buffer if line.strip())
        else:
            yield _read(file)


def _read(file: str) -> bytes | None:
    try:
        return Path(file).read_bytes()
    except OSError:
        return None


def _check(text: bytes | None, *, steps: bool, autopsy: bool) -> Json:
    """Returns the output line of one record; with `steps`, first prints a line per position."""
    ply: int | None = None
    try:
        record = read_record(_parse(text))
        for position in replay(record):
            ply = position.ply
            if steps and ply < len(record.moves):
                print(json.dumps(describe_position(record.game, position)))
    except RecordError as error:
        return _refusal(None, error)
    except RefusedMove as error:
        return _refusal(ply, error)
    answer = {"ok": True, "result": result_of(record.game, position), "plies": position.ply}
    return answer | {"autopsies": examine(record)} if autopsy else answer


def _parse(text: bytes | None) -> object:
    if text is None:
        raise RecordError("the file cannot be read")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"invalid JSON: {error}") from error


def _refusal(ply: int | None, error: RecordError | RefusedMove) -> Json:
    return {"ok": False, "ply": ply, "rule": error.code, "error": str(error)}


if __name__ == "__main__":
    sys.exit(main())
