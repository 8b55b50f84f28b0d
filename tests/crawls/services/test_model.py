"""One audit, led through every order of answers, crashes and repeats that Hypothesis can think of."""

from __future__ import annotations

from itertools import count

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from billing.models import Account
from crawls.frontier.base import LEASE_MS, Refusal
from crawls.models import Audit, AuditState, AuditStep, Outbox, Page, PageState
from crawls.services import acknowledging, after_crawl, audits, lanes, recovery, sweeping
from crawls.services.audit_requests import AuditRequest
from tests.crawls.frontier.samples import Clock
from tests.crawls.services.answers import (
    NO_ANSWER,
    REFUSED_ADDRESS,
    html,
    redirect,
    response,
    urlset,
)
from tests.crawls.services.working import Worker, new_frontier

NUMBERS = count()
PATHS = [f"/{number}" for number in range(9)]
END_STATES = (AuditState.DONE, AuditState.PARTIAL, AuditState.CANCELLED, AuditState.FAILED)
QUIET_WITHIN = 200  # rounds
MINUTE_MS = 60_000

kinds = st.sampled_from(["page", "page", "page", "redirect", "404", "500", "none", "refused"])
links = st.lists(st.sampled_from([*PATHS, "twin", "away"]), max_size=5)
choices = st.integers(0, 7)
crashes = st.sampled_from(["no", "no", "no", "before commit", "after commit"])


class AuditMachine(RuleBasedStateMachine):
    @initialize(limit=st.integers(1, 7), in_flight=st.integers(1, 2), links=links)
    def start(self, limit, in_flight, links):
        self.clock = Clock()
        self.frontier = new_frontier(self.clock)
        recovery.ensure_open(self.frontier)
        self.host = f"s{next(NUMBERS)}.test"
        account = Account.objects.create(name=self.host)
        request = AuditRequest(
            url=f"https://{self.host}/", page_limit=limit, max_in_flight=in_flight
        )
        self.pk = audits.start_audit(account.pk, request).pk
        self.workers = []
        self.final = {}
        self.known_at_end = []
        audits.begin_audit(self.pk, self.frontier)
        if links:  # else the history begins before robots.txt and the seed
            for _ in range(2):
                self.ring(0)
                self.answer(0, "page", links, "no")

    @property
    def audit(self):
        return Audit.objects.get(pk=self.pk)

    @rule(choice=choices)
    def ring(self, choice):
        """A bell of one of the lanes, wanted or not."""
        known = sorted(lanes.lanes_of(self.audit), key=lambda lane: lane.host)
        worker = Worker.claim(known[choice % len(known)], self.frontier)
        if worker is not None:
            self.workers.append(worker)

    @precondition(lambda self: self.workers)
    @rule(choice=choices, kind=kinds, links=links, crash=crashes)
    def answer(self, choice, kind, links, crash):
        """An answer arrives, in time or long after the lease; the worker may die on the way."""
        worker = self.workers.pop(choice % len(self.workers))
        answer = self.answer_of(worker.errand.url, kind, links)
        with transaction.atomic():
            recorded = worker.record(answer)
            transaction.set_rollback(crash == "before commit")
        if crash == "no":
            acknowledging.acknowledge(worker.lease, recorded, self.frontier)

    def answer_of(self, url, kind, links):
        if url.endswith("robots.txt"):
            return self.robots_of(url, kind)
        targets = [self.url_of(link) for link in links]
        if url.endswith("sitemap.xml") and kind == "page":
            return response(url, body=urlset(targets))
        made = {
            "page": lambda: html(url, *targets),
            "redirect": lambda: redirect(url, targets[0] if targets else url),
            "404": lambda: response(url, 404),
            "500": lambda: response(url, 500),
            "none": lambda: NO_ANSWER,
            "refused": lambda: REFUSED_ADDRESS,
        }
        return made[kind]()

    def robots_of(self, url, kind):
        if kind == "redirect":
            return redirect(url, f"https://cdn.{self.host}/robots.txt")
        if kind in {"none", "refused"}:
            return NO_ANSWER
        return response(url, body=b"User-agent: *\nDisallow: /3\nDisallow: /4\n")

    def url_of(self, link):
        if link == "twin":
            return f"http://www.{self.host}/"
        return "https://away.test/" if link == "away" else f"https://{self.host}{link}"

    @rule(ms=st.sampled_from([1_000, LEASE_MS, MINUTE_MS]))
    def sweep(self, ms):
        self.clock.advance(ms)
        sweeping.sweep(self.frontier)

    @rule(choice=choices)
    def hang(self, choice):
        """A worker hangs until its lease has expired and another one has the URL."""
        self.ring(choice)
        self.sweep(LEASE_MS)
        self.ring(choice)

    @rule(choice=choices)
    def disturb(self, choice):
        """Somebody cancels, a bell rings twice, Redis is lost, or a lane loses an entry."""
        if choice == 0:
            audits.cancel_audit(self.pk, self.frontier)
        elif choice == 1:
            audits.begin_audit(self.pk, self.frontier)
        elif choice == 2:
            self.frontier = new_frontier(self.clock)
            assert recovery.ensure_open(self.frontier)
            self.clock.advance(MINUTE_MS)
        elif choice == 3:
            lease = self.frontier.claim(self.audit.lane)
            if not isinstance(lease, Refusal):
                self.frontier.ack(lease)

    @rule(choice=choices)
    def check(self, choice):
        """A bell of the outbox, answered by its task."""
        owed = list(Outbox.objects.filter(argument__in=self.arguments()).order_by("id"))
        if owed:
            self.run(owed[choice % len(owed)])

    def arguments(self):
        steps = AuditStep.objects.filter(audit=self.pk, kind="site_check")
        return [self.pk, *steps.values_list("pk", flat=True)]

    def run(self, bell):
        if bell.task == after_crawl.FINALISE:
            after_crawl.finalise_audit(bell.argument, self.frontier)
        elif bell.task == after_crawl.RUN_STEP:
            after_crawl.run_step(bell.argument)
        else:
            audits.begin_audit(bell.argument, self.frontier)

    @invariant()
    def counters_are_the_rows(self):
        audit, rows = self.audit, Page.objects.filter(audit=self.pk)
        done = rows.filter(state=PageState.DONE).count()
        queued = rows.filter(state=PageState.QUEUED).count()
        opened = AuditStep.objects.open().filter(audit=self.pk).count()
        assert (audit.finished, audit.admitted, audit.open_steps) == (done, done + queued, opened)
        assert audit.finished <= audit.admitted <= audit.page_limit

    @invariant()
    def no_more_in_flight_than_allowed(self):
        home = [lease for lease in self.frontier._deadlines if lease[0].endswith(f":{self.host}")]
        assert len(home) <= self.audit.max_in_flight

    @invariant()
    def a_final_page_stays_as_it_is(self):
        rows = Page.objects.filter(audit=self.pk, state__in=(PageState.DONE, PageState.SKIPPED))
        now = {row["url"]: row | {"in_sitemap": None} for row in rows.values()}
        assert {url: now[url] for url in self.final} == self.final
        self.final = now

    @invariant()
    def nothing_is_admitted_after_the_crawl(self):
        rows = Page.objects.filter(audit=self.pk).order_by("id")
        known = [(row.pk, row.state == PageState.OVER_LIMIT) for row in rows]
        if self.audit.state != AuditState.CRAWLING:
            self.known_at_end = self.known_at_end or known
            assert known == self.known_at_end

    @invariant()
    def an_unfinished_audit_waits_for_something(self):
        audit = self.audit
        if audit.state == AuditState.CRAWLING:
            assert not audit.crawl_is_over
        if audit.state in {AuditState.CHECKING, AuditState.FINALISING}:
            assert Outbox.objects.filter(argument__in=self.arguments()).exists()

    def teardown(self):
        """Let everything that is left happen: the audit ends, and its account adds up."""
        if not hasattr(self, "pk"):
            return
        for _ in range(QUIET_WITHIN):
            if self.audit.state in END_STATES:
                break
            self.one_round()
            self.counters_are_the_rows()
        self.assert_ended()

    def one_round(self):
        self.sweep(MINUTE_MS)
        for choice in range(4):
            self.ring(choice)
        while self.workers:
            self.answer(0, "page", [], "no")
        self.check(0)

    def assert_ended(self):
        audit = self.audit
        done = Page.objects.filter(audit=self.pk, state=PageState.DONE).count()
        assert audit.state == audit.end_state in END_STATES
        assert "" not in (audit.reason, audit.reason_text)
        assert (audit.pages_fetched, audit.credits) == (done, done)
        assert not Outbox.objects.filter(argument__in=self.arguments()).exists()
        assert self.frontier.claim(audit.lane) is Refusal.CLOSED
        if audit.state in {AuditState.DONE, AuditState.PARTIAL}:
            assert audit.finished == audit.admitted
            assert not Page.objects.filter(audit=self.pk, state=PageState.DISCOVERED).exists()


@pytest.mark.django_db
def test_audit_survives_every_history():
    run_machine(
        AuditMachine,
        settings=settings(
            max_examples=25,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
