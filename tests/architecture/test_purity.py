"""What the core really loads. The linter misses a parent's __init__; an interpreter does not."""

from __future__ import annotations

import subprocess
import sys

import pytest

FRAMEWORKS = {"django", "celery", "redis", "httpcore", "psycopg", "structlog"}
PURE = [
    "robots.rules",
    "robots.answer",
    "crawls.engine.policy",
    "crawls.engine.urls",
    "crawls.engine.parse",
    "crawls.engine.pacing",
    "crawls.engine.waiting",
    "crawls.engine.graph",
    "crawls.engine.sitemap",
    "crawls.checks",
    "crawls.services.examination",
    "crawls.frontier.memory",
]


def modules_loaded_by(statement):
    code = f"import sys; {statement}; print(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).split())


@pytest.mark.parametrize("module", PURE)
def test_core_loads_without_frameworks(module):
    assert modules_loaded_by(f"import {module}") & FRAMEWORKS == set()


@pytest.mark.parametrize("module", ["crawls.engine.parse", "crawls.services.examination"])
def test_parsers_do_not_carry_the_link_graph(module):
    """Those cost each process half a second and 40 MB."""
    assert modules_loaded_by(f"import {module}") & {"numpy", "scipy"} == set()
    assert modules_loaded_by("import crawls.engine.graph") & {"numpy", "scipy"} != set()


def test_the_probe_would_see_a_framework():
    assert "django" in modules_loaded_by("import django.conf")


@pytest.mark.parametrize("package", ["crawls", "billing"])
def test_package_init_stays_empty(package, project):
    assert (project / package / "__init__.py").read_text() == ""
