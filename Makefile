VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin

.PHONY: demo test long lint generate

$(BIN)/mjlog: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/dev: $(BIN)/mjlog
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: $(BIN)/mjlog
	$(BIN)/mjlog demo $(if $(HEADLESS),--headless)

test: $(VENV)/dev
	$(BIN)/python -m pytest -n auto

long: $(VENV)/dev
	$(BIN)/python -m pytest -n auto -m long

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy mjlog

generate: $(VENV)/dev
	$(BIN)/python -m mjlog.generate
