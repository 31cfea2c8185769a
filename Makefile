# Everything starts here, and only Python 3.11 or newer has to be there before: see README.md.
.DEFAULT_GOAL := help
.PHONY: help play dev test test-fast soak check bench lock clean
.NOTPARALLEL:
SHELL := /bin/sh

prepare = py=$$(sh tools/find-python) && "$$py" -m tools.prepare

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 	/p' Makefile

play: ## sets up what is missing and serves the game, on port 8000 unless PORT says otherwise
	@$(prepare) web && exec .venv/bin/python -m app

dev: ## serves on port 8000, and the client with hot reload on port 5173
	@$(prepare) web && exec .venv/bin/python -m tools.dev

test: ## all checks and all tests, with servers and a browser of their own
	@$(prepare) tests && exec .venv/bin/python -m tools.check test

test-fast: ## the loop while writing: engine, server on SQLite, client; nothing slow and no browser
	@$(prepare) tests && exec .venv/bin/python -m tools.check fast

soak: ## all tests, many times as long as in `make test`: every fault as a whole, twenty times as many examples
	@$(prepare) tests && SOAK=20 .venv/bin/python -m pytest --timeout=1800 --pictures

check: ## the quick part: format, lint, types, imports
	@$(prepare) checks && exec .venv/bin/python -m tools.check

bench: ## measures the engine, the bots and the server
	@$(prepare) tests && for file in tests/bench/bench_*.py; do PYTHONPATH=. .venv/bin/python "$$file" || exit; done

lock: ## pins the newest packages that pyproject.toml allows
	@$(prepare) packages && sh tools/lock

clean: ## removes what was installed and built, but no game
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/build web/.svelte-kit web/src/lib/paraglide tests/e2e/screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
