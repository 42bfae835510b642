# Two commands on a fresh machine: `make run`, `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help run test bench bench-extract lint clean
help:            ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

.venv/installed-test: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,triton,iree]'
	touch $@

run: .venv/installed        ## optimise a real kernel and compare it with the input (and with Triton's pass, if Triton is there)
	$(BIN)/egraph-opt compare benchmarks/kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir

lint: .venv/installed-test  ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint                  ## lint, types, tests
	$(BIN)/pytest -n auto

bench: .venv/installed-test ## the benchmark tables: all kernels, all cost models, against Triton's greedy pass
	$(BIN)/python -m benchmarks.sweep
	$(BIN)/python -m benchmarks.sweep --like-triton

bench-extract: .venv/installed-test ## extractors on a folder of e-graphs in egraph-serialize JSON: make bench-extract DIR=...
	$(BIN)/python -m benchmarks.extraction $(DIR)

clean:                      ## remove the virtual environment and caches
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache build *.egg-info
