"""The bots of Cat Box Lite: `sensible` and `strong`; `casual` overlooks moves of `sensible`."""
