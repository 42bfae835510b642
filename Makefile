# Two commands on a fresh machine: `make run`, `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin
# What is installed is not compiled at once but when it is first imported, and what is compiled is kept.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
unexport PYTHONDONTWRITEBYTECODE
EXTRACT := build/egraph-extract

.PHONY: help run test tests quick docs proofs man matrix bench bench-tables bench-trust bench-extract extract-source extract-wheel lint clean
help:            ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(INSTALL) -e '.[triton]'
	touch $@

.venv/installed-test: .venv/installed
	@$(BIN)/pip freeze | grep '^triton==' | grep -vxFf constraints.txt | sed 's/$$/ in .venv is replaced by the version of constraints.txt/' || true
	$(INSTALL) -e '.[test,docs,triton,iree]'
	touch $@

run: .venv/installed        ## a real kernel as it is given, after Triton's own pass, and after ours, side by side
	@echo 'A kernel of gated linear attention. Triton spends time on moving tensors between layouts ("converts").'
	@echo 'egraph_opt finds a program that moves fewer and proves that it computes the same: less is better.'
	@echo
	@$(BIN)/egraph-opt compare benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_intra/rlc3.before.ttgir

lint: .venv/installed-test  ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint tests            ## lint, types, tests

tests: .venv/installed-test ## tests alone
	$(BIN)/pytest -n auto --dist worksteal

QUICK := text ir rules extract linear_layout core
quick: .venv/installed-test ## the tests of the inner loop, in less than a minute: text, ir, rules, extraction, layouts, core
	$(BIN)/pytest -n auto --dist worksteal -m 'not slow and not long' --ignore-glob='*/test_unsound*' $(wildcard $(QUICK:%=tests/%))

docs: .venv/installed-test  ## the documentation as a site: build/site/index.html
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs . build/site

proofs: .venv/installed     ## every rule and how it is proved, as a table: build/PROOFS.md
	$(INSTALL) -e '.[proofs]'
	mkdir -p build
	$(BIN)/egraph-opt prove --table > build/PROOFS.md

man: .venv/installed        ## manual pages of the command and of each subcommand: build/man/man1
	$(INSTALL) -e '.[docs]'
	$(BIN)/python -m egraph_opt.command.manual build/man/man1

matrix:          ## a short suite for each Python, egglog and Triton that can be installed; bytes of outputs compared
	$(PYTHON) -m benchmarks.engine.matrix build/matrix

bench: bench-tables bench-trust ## all tables in benchmarks/results that need no GPU: about three hours

bench-tables: .venv/installed-test ## all kernels and cost models against Triton's greedy pass; pointers; dispatch regions
	$(BIN)/python -m benchmarks.compare.sweep
	$(BIN)/python -m benchmarks.compare.sweep --like-triton
	$(BIN)/python -m benchmarks.compare.models --write
	$(BIN)/python -m benchmarks.compare.pointers
	$(BIN)/python -m benchmarks.compare.pointer_ptx
	$(BIN)/python -m benchmarks.compare.regions

bench-trust: .venv/installed-test ## mutants of rules and of programs, generated programs, damaged programs, forks and kills, the slow tests
	$(BIN)/pytest -m slow tests/trust --write-tables
	$(BIN)/pytest -m slow --ignore=tests/trust

bench-extract: .venv/installed-test ## extractors on a folder of e-graphs in egraph-serialize JSON: make bench-extract DIR=...
	$(BIN)/python -m benchmarks.engine.extraction $(DIR)

# The same files under the name egraph_extract, so that the package needs nothing else of this project.
extract-source:
	rm -rf $(EXTRACT)
	for folder in . base greedy integer registers search read; do mkdir -p $(EXTRACT)/egraph_extract/$$folder; done
	cp extract/pyproject.toml LICENSE $(EXTRACT)
	cd extract && for file in *.py */*.py; do sed 's/egraph_opt\.extract/egraph_extract/g' $$file > $(abspath $(EXTRACT))/egraph_extract/$$file; done
	sed 's/egraph_opt\.extract/egraph_extract/g' extract/README.md > $(EXTRACT)/README.md
	touch $(EXTRACT)/egraph_extract/py.typed

extract-wheel: extract-source ## the extractors as a package of their own, egraph-extract: build/wheels
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir $(dir $(EXTRACT))wheels $(EXTRACT)

clean:                      ## remove the virtual environment and caches
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache build *.egg-info
