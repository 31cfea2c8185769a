"""The bots of Cat in the Box besides `random`: `sensible`, `casual` and `strong`."""
