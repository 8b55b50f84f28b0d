# A clone, Python 3.11 or newer, git and make are all that is needed.
# Recipes `exec` the command they end with: no shell stands between Ctrl-C and its clean shutdown.

PYTHON ?= python3
VENV_PYTHON = .venv/bin/python
PIP = PIP_DISABLE_PIP_VERSION_CHECK=1 $(VENV_PYTHON) -m pip --quiet
PIP_TOOLS = pip-tools==7.6.2
COMPILE = compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

# Unexpanded, so that a $ in a URL stays one, and through the environment, so that & and ? do.
override URL := $(value URL)
override ARGS := $(value ARGS)
export URL MAX_PAGES MAX_RPS IN_FLIGHT JSON ARGS FOLDER

# An environment whose interpreter is gone (upgraded, or a moved clone) is made again.
ifneq ($(shell $(VENV_PYTHON) -c 'print("runs")' 2>/dev/null),runs)
.venv/base.stamp .venv/dev.stamp: .FORCE
endif

.PHONY: help audit test faults bench check format lock .FORCE
.DEFAULT_GOAL := help

help:
	@echo 'make audit           audit the demo site, with everything it needs started for you'
	@echo 'make audit URL=...   audit a real site; also MAX_PAGES= MAX_RPS= IN_FLIGHT= JSON= ARGS='
	@echo 'make test            run all tests; ARGS= goes to pytest'
	@echo 'make faults          kill its processes in mid-crawl, measure its manners; ten minutes'
	@echo 'make bench           how evenly it knocks; FOLDER= also how fast it audits those files'
	@echo 'make check           format, lint, types, imports, migrations'
	@echo 'make format          rewrite the code in the one format'
	@echo 'make lock            pin requirements/*.in anew'

audit: .venv/base.stamp
	@set -f; set --; \
	[ -z "$$URL" ] || set -- "$$@" "$$URL"; \
	[ -z "$$MAX_PAGES" ] || set -- "$$@" --max-pages "$$MAX_PAGES"; \
	[ -z "$$MAX_RPS" ] || set -- "$$@" --max-rps "$$MAX_RPS"; \
	[ -z "$$IN_FLIGHT" ] || set -- "$$@" --in-flight "$$IN_FLIGHT"; \
	[ -z "$$JSON" ] || set -- "$$@" --json "$$JSON"; \
	exec $(VENV_PYTHON) manage.py audit "$$@" $$ARGS

test: .venv/dev.stamp
	@set -f; exec $(VENV_PYTHON) -m pytest $$ARGS

faults: .venv/dev.stamp
	@set -f; exec $(VENV_PYTHON) -m pytest tests/faults $$ARGS

bench: .venv/dev.stamp
	@set -f; $(VENV_PYTHON) -m benchmarks.spacing $$ARGS
	@[ -z "$$FOLDER" ] || exec $(VENV_PYTHON) -m benchmarks.pages_per_second "$$FOLDER"

check: .venv/dev.stamp
	$(VENV_PYTHON) -m ruff format --check .
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m mypy
	$(VENV_PYTHON) -c 'from importlinter.cli import lint_imports_command as run; run()' \
		--no-logo tests/architecture/importlinter.ini
	$(VENV_PYTHON) manage.py makemigrations --check --dry-run

format: .venv/dev.stamp
	@$(VENV_PYTHON) -m ruff check --fix-only --quiet .
	@exec $(VENV_PYTHON) -m ruff format .

lock:
	@set -e; scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	$(PYTHON) -m venv "$$scratch"; \
	"$$scratch/bin/python" -m pip --quiet --disable-pip-version-check install '$(PIP_TOOLS)'; \
	for name in base dev; do \
		"$$scratch/bin/python" -m piptools $(COMPILE) \
			--output-file "requirements/$$name.txt" "requirements/$$name.in"; \
	done

.venv/base.stamp: requirements/base.txt
	@$(call install,base)
	@touch $@

.venv/dev.stamp: requirements/dev.txt
	@$(call install,dev)
	@touch .venv/base.stamp $@

define install
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
{ echo 'SEOFix needs Python 3.11 or newer as $(PYTHON): install it, or name one: make $(MAKECMDGOALS) PYTHON=python3.11' >&2; exit 1; }; \
$(VENV_PYTHON) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv || \
{ echo '$(PYTHON) cannot make a virtual environment: install its venv module (Debian: python3-venv).' >&2; exit 1; }; \
echo 'Installing requirements/$(1).txt into .venv ...'; \
$(PIP) install --require-hashes --requirement requirements/$(1).txt
endef
