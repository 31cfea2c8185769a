# Entry points for development and operation. They need Python 3.11 or newer only: see README.md.
.DEFAULT_GOAL := help
.PHONY: help play dev test test-fast test-deps soak check bench pictures lock clean
.NOTPARALLEL:
SHELL := /bin/sh

prepare = py=$$(sh tools/find-python) && "$$py" -m tools.prepare

help: ## lists these commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 	/p' Makefile

play: ## installs what is missing and serves the game on port 8000, or PORT
	@$(prepare) web && exec .venv/bin/python -m app

dev: ## serves on port 8000, and the client with hot reload on port 5173
	@$(prepare) web && exec .venv/bin/python -m tools.dev

test-deps: ## installs what tests need: packages, and with apt-get missing servers, a browser and a font
	@$(prepare) tests

test: test-deps ## all checks and all tests, with servers and a browser of their own
	@exec .venv/bin/python -m tools.check test

test-fast: test-deps ## the loop while writing: engine, server on SQLite, client; nothing slow and no browser
	@exec .venv/bin/python -m tools.check fast

soak: test-deps ## all tests, many times as long as in `make test`: faults in full, twenty times as many examples
	@SOAK=20 .venv/bin/python -m pytest --timeout=1800 --pictures

check: ## format, lint, types and import contracts
	@$(prepare) checks && exec .venv/bin/python -m tools.check

bench: test-deps ## measures the engine, the bots and the server
	@for file in tests/bench/bench_*.py; do PYTHONPATH=. .venv/bin/python "$$file" || exit; done

pictures: test-deps ## takes the pictures of the README from the real pages
	@$(prepare) web && exec .venv/bin/python -m tests.e2e.pictures

lock: ## updates the lock files to the newest versions that pyproject.toml allows
	@$(prepare) packages && sh tools/lock

clean: ## removes everything installed or built, but no data
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/build web/.svelte-kit web/src/lib/message-types web/src/lib/fonts tests/e2e/screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
