"""A client of a few small files, next to files that must not be served."""

from pathlib import Path

SECRET = "not a page"


def create_client(parent: Path) -> Path:
    """Creates a client's folder in this one, with links that lead out of it, and returns it."""
    folder = parent / "build"
    (folder / "_app" / "immutable").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><p>cats</p>")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "_app" / "immutable" / "start.js").write_text("let cat = 1;" * 1000)
    (folder / "_app" / "immutable" / "big.bin").write_bytes(bytes(8_000_000))
    (folder / ".boxcats").write_text(SECRET)
    (parent / "secret.txt").write_text(SECRET)
    (parent / "build-of-others").mkdir()
    (parent / "build-of-others" / "secret.txt").write_text(SECRET)
    (folder / "link.txt").symlink_to(parent / "secret.txt")
    (folder / "up").symlink_to(parent)
    return folder
