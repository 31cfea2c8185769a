"""`python -m app`: migrates the database and serves; with a command, runs that command instead.

Only the modules of the command are imported: those of the server take longer than most commands.
"""

import gc
import sys
from importlib import import_module
from types import ModuleType

USAGE = "Usage: python -m app [admin NAME | dismiss NAME | export PLAYER|TABLE | import FILE… | copy URL]"


def main() -> None:
    gc.disable()  # it would pass over all objects of the modules several times; the server enables it
    match sys.argv[1:]:
        case []:
            import_module("app.serve").serve()
        case ["admin" | "dismiss" as command, *name] if name:
            import_module("app.cli.admin").appoint(" ".join(name), dismiss=command == "dismiss")
        case ["export", *names] if names:
            _records().export_records(" ".join(names))
        case ["import", *files] if files:
            _records().import_records(files)
        case ["copy", url]:
            gc.enable()
            import_module("app.cli.copy_database").copy(url)
        case _:
            sys.exit(USAGE)


def _records() -> ModuleType:
    """Returns the module of the commands for records; an import may be long, so it needs the collector."""
    module = import_module("app.cli.records")
    gc.enable()
    return module


if __name__ == "__main__":
    main()
