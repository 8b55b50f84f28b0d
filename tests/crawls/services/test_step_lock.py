from __future__ import annotations

import time

import psycopg
import pytest
from django.db import connection

from crawls.checks import SITE_RULES
from crawls.models import AuditStep, Outbox, StepKind
from crawls.services import after_crawl
from crawls.services.advisory import LockClass
from crawls.services.ending import RUN_STEP
from tests.crawls.services.answers import SITE, html
from tests.crawls.services.driving import answer_sitemap, fresh, record


@pytest.fixture
def step(crawling):
    record(crawling, html(f"{SITE}/"))
    answer_sitemap(crawling)
    return AuditStep.objects.filter(audit=crawling, kind=StepKind.SITE_CHECK).first()


@pytest.fixture
def other_worker():
    """A worker's own session, in the same database."""
    parameters = connection.get_connection_params()
    wanted = {key: parameters[key] for key in ("host", "port", "dbname", "user", "password")}
    with psycopg.connect(**wanted, autocommit=True) as session:
        yield session


def end(session):
    """Close it and wait until the server has noticed, as it does of a killed process."""
    pid = session.info.backend_pid
    session.close()
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE pid = %s", [pid])
            if cursor.fetchone() == (0,):
                return
            time.sleep(0.01)
    raise TimeoutError(f"the server still knows session {pid}")


def test_step_that_another_worker_runs_is_left_to_it(step, other_worker):
    other_worker.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.STEP, step.pk])

    after_crawl.run_step(step.pk)

    assert fresh(step.audit).open_steps == len(SITE_RULES)
    assert AuditStep.objects.get(pk=step.pk).attempts == 0
    assert Outbox.objects.filter(task=RUN_STEP, argument=step.pk).count() == 1


def test_step_whose_worker_died_runs_at_the_next_bell(step, other_worker):
    other_worker.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.STEP, step.pk])
    end(other_worker)

    after_crawl.run_step(step.pk)

    assert fresh(step.audit).open_steps == len(SITE_RULES) - 1
