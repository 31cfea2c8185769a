"""Renders an SVG drawing from standard input as PNG to standard output.

Run as `python -m app.archive.link_previews.render_worker`.

It is a separate process because the library holds the GIL while it renders.
"""

import sys
from pathlib import Path

import resvg_py

FONTS = [str(file) for file in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
TEXT_FONT = "Nunito"


def render_png(drawing: str) -> bytes:
    """Renders an SVG as PNG; glyphs missing in the bundled fonts come from system fonts."""
    return resvg_py.svg_to_bytes(svg_string=drawing, font_files=FONTS, font_family=TEXT_FONT)


if __name__ == "__main__":
    sys.stdout.buffer.write(render_png(sys.stdin.buffer.read().decode()))
