# Plain `make` says what there is. Everything below happens in $(VENV); nothing needs root.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# The deal that `make demo` solves, and the same one under other names of suits and seats.
ifndef DEAL
DEAL := manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8
TURNED := manillen S W:K9.A97.J7.J AJ.TQ.T.AK7 TQ..AQ9.TQ8 87.KJ8.K8.9
endif

CYTHON_SOURCES := $(shell find solver client server -name '*.pyx' -o -name '*.px[di]')
SHELL := /bin/sh
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help demo test lint build full-deals signature bars service advice instructions techniques \
	peers peers-bridge prototype hard clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo    build in $(VENV), start a server, and have it solve a deal twice, the second'
	@echo '             time by other names and from its memory: make demo DEAL="manillen S N:..."'
	@echo 'make test    build in $(VENV) and run the tests'
	@echo 'make lint    ruff, mypy and cython-lint'
	@echo 'make build   build in $(VENV), after a change only what changed'
	@echo 'make full-deals   full random deals of every game, each answer checked (some minutes)'
	@echo 'make signature    the nodes of a fixed set of positions'
	@echo 'make bars    every bar of the kernel with the figure measured now (BARS=--quick: fewer deals;'
	@echo '             SOLVER=... compares with another solver program too)'
	@echo 'make advice  every bar of the advice, with few hands (ADVICE="calibration --full": all)'
	@echo 'make service   every bar of the gRPC service likewise, with a real Redis (SERVICE=--quick: less)'
	@echo 'make instructions   the instructions of one value, by valgrind'
	@echo 'make techniques   what each technique of the kernel brings, game by game'
	@echo 'make peers   Belote deals through colver and through us, values and CPU time compared'
	@echo 'make peers-bridge   bridge deals through DDS and through us (some minutes)'
	@echo 'make prototype SOLVER=...   deals through another solver program and through us'
	@echo 'make hard    the worst of 10,000 random deals of every game (an hour or more; it goes on after Ctrl-C)'
	@echo 'make clean   remove $(VENV) and everything else that was made'
	@echo
	@echo 'PYTHON=python3.13 chooses another Python (3.11 or newer), VENV=.venv-3.13 another folder.'

# A server on a free port, and two questions; its first line of output ends the wait for it.
demo: build
	@echo "$$ manille serve --port 0"; \
	mkfifo $(VENV)/ready.$$$$; \
	$(BIN)/manille serve --port 0 --log-level warning > $(VENV)/ready.$$$$ & server=$$!; \
	trap 'kill $$server; wait $$server' EXIT; \
	read -r line < $(VENV)/ready.$$$$; rm $(VENV)/ready.$$$$; \
	test -n "$$line" || exit 1; echo "$$line"; \
	port=$$(expr "$$line" : '.* on [^ ]*:\([0-9]*\)'); \
	for deal in '$(DEAL)' '$(or $(TURNED),$(DEAL))'; do \
		echo; echo "$$ manille solve --server 127.0.0.1:$$port '$$deal'"; \
		$(BIN)/manille solve --server 127.0.0.1:$$port "$$deal" || exit 1; \
	done

# Tests of one xdist_group stay in one worker, so what they share is made once.
test: build $(VENV)/test.txt
	$(BIN)/python -m pytest -n 2 --dist loadgroup

# cython-lint looks for pycodestyle on the PATH.
lint: build $(VENV)/lint.txt
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python setup.py --quiet view
	$(BIN)/mypy
	PATH="$(abspath $(BIN)):$$PATH" cython-lint solver

full-deals: build
	$(BIN)/python benchmarks/full_deals.py

signature: build
	$(BIN)/python benchmarks/signature.py

# With BARS= options and parts, such as BARS='--quick nodes tail'.
bars: build $(VENV)/peers.txt
	$(BIN)/python -m benchmarks.bars $(if $(SOLVER),--prototype '$(SOLVER)') $(BARS)

# With SERVICE= options and parts, such as SERVICE='--quick cached batch'. Where no redis-server is
# installed, it is the one that the tests have.
service: build $(VENV)/test.txt
	$(BIN)/python -m benchmarks.service $(SERVICE)

# With ADVICE= options and parts, such as ADVICE='regret match --full --markdown'.
advice: build $(VENV)/plot.txt
	$(BIN)/python -m benchmarks.advice $(ADVICE)

instructions: build
	$(BIN)/python -m benchmarks.instructions

techniques: build
	$(BIN)/python -m benchmarks.techniques

peers: build $(VENV)/peers.txt
	$(BIN)/python -m benchmarks.peers.belote

peers-bridge: build $(VENV)/peers.txt
	$(BIN)/python -m benchmarks.peers.bridge

prototype: build
	$(BIN)/python -m benchmarks.prototype '$(SOLVER)'

hard: build
	$(BIN)/python -m benchmarks.hard

build: $(VENV)/built

clean:
	rm -rf build dist *.egg-info $(VENV) .venv-* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find solver client server tests benchmarks \
		\( -name '*.so' -o -name '*.pyd' -o -name '*.pyc' \) -exec rm -f {} +
	find solver client server tests benchmarks -name __pycache__ -empty -delete

# What a machine may lack is said in a sentence here, instead of by a traceback of pip's later.
$(VENV)/made:
	@command -v $(PYTHON) >/dev/null || \
		{ echo '$(PYTHON): not found; make PYTHON=... names another Python' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "manille needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1);" \
			'make PYTHON=... names another' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo '$(PYTHON) has no venv module (Debian has it in the package python3-venv)' >&2; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; \
		sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || \
		{ echo '$(PYTHON) has no Python.h (Debian has it in the package python3-dev)' >&2; exit 1; }
	@cc=$${CC:-$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_config_var("CC"))')}; \
		command -v $${cc%% *} >/dev/null || \
		{ echo "no C compiler: $$cc is not found; CC=... names another" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The requirements in pyproject.toml: those of the build, or those of an extra. Installing an
# extra through pip would build and compile the whole package again.
$(VENV)/%.txt: pyproject.toml $(VENV)/made
	@$(BIN)/python -c 'import sys, tomllib; \
		project = tomllib.load(open("pyproject.toml", "rb")); \
		wants = {"build": project["build-system"]["requires"]}; \
		wants |= project["project"]["optional-dependencies"]; \
		print("\n".join(wants[sys.argv[1]]))' $* > $@
	$(BIN)/python -m pip install --quiet -r $@
	@touch $@

# After a change in the Cython sources alone, only what depends on them is compiled.
$(VENV)/built: $(VENV)/build.txt pyproject.toml setup.py $(CYTHON_SOURCES)
	$(if $(filter-out $(CYTHON_SOURCES),$?), \
		$(BIN)/python -m pip install --quiet --no-build-isolation --editable ., \
		$(BIN)/python setup.py --quiet build_ext --inplace)
	@touch $@
