from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.engine.response import BodyState
from crawls.frontier.base import Entry, Lane, Pace, Refusal, SlotTooFar
from crawls.models import AuditStep, RobotsFile
from crawls.services import acknowledging, audits, files
from crawls.services.errands import read_errand
from tests.crawls.services.answers import NO_ANSWER, SITE, redirect, response
from tests.crawls.services.driving import fresh, states

ROBOTS = f"{SITE}/robots.txt"
REFUSE_ALL = b"User-agent: *\nDisallow: /"


@pytest.fixture
def audit(start, frontier):
    """Begun; its robots.txt is not read yet."""
    audit = start()
    audits.begin_audit(audit.pk, frontier)
    return fresh(audit)


def step_of(audit):
    return AuditStep.objects.select_related("audit").get(audit=audit, kind="robots")


def record(audit, answer):
    return files.record_robots(step_of(audit), answer)


def kept(audit):
    return RobotsFile.objects.values_list("origin", "answer", "status", "was_cut").get(audit=audit)


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (200, "read"),
        (204, "unavailable"),
        (404, "unavailable"),
        (403, "unavailable"),
        (429, "unreachable"),
        (500, "unreachable"),
        (503, "unreachable"),
    ],
)
def test_answer_is_kept_for_the_report(audit, status, answer):
    record(audit, response(ROBOTS, status, body=b"User-agent: *"))

    assert kept(audit) == (SITE, answer, status, False)


def test_no_answer_is_unreachable_and_allows_everything(audit):
    record(audit, NO_ANSWER)

    assert kept(audit) == (SITE, "unreachable", None, False)
    assert states(audit) == {"/": "queued"}


def test_body_is_kept_as_it_was_sent(audit):
    record(audit, response(ROBOTS, body=b"Allow: /\xff\x00"))

    assert bytes(RobotsFile.objects.get().body) == b"Allow: /\xff\x00"


def test_cut_file_is_read_to_its_last_whole_line(audit):
    body = b"User-agent: *\nDisallow: /x\nDisallow: /"

    record(audit, response(ROBOTS, body=body, body_state=BodyState.CUT))

    assert kept(audit) == (SITE, "read", 200, True)
    assert states(audit) == {"/": "queued"}


@pytest.mark.parametrize("state", [BodyState.BROKEN_OFF, BodyState.TRUNCATED])
def test_file_that_was_lost_on_the_way_is_unread(audit, state):
    record(audit, response(ROBOTS, body=b"User-agent: *\nDisall", body_state=state))

    assert kept(audit) == (SITE, "unreachable", 200, True)
    assert states(audit) == {"/": "queued"}


def test_body_that_cannot_be_decoded_is_unreachable(audit):
    record(audit, response(ROBOTS, body=REFUSE_ALL, body_state=BodyState.UNDECODABLE))

    assert kept(audit)[1] == "unreachable"
    assert states(audit) == {"/": "queued"}


def test_file_read_twice_is_kept_once(audit):
    first, second = step_of(audit), step_of(audit)
    files.record_robots(first, response(ROBOTS))

    recorded = files.record_robots(second, response(ROBOTS, body=REFUSE_ALL))

    assert recorded.entries == []
    assert (RobotsFile.objects.count(), fresh(audit).open_steps) == (1, 0)


def test_redirect_on_the_same_host_is_followed(audit):
    recorded = record(audit, redirect(ROBOTS, "/r.txt"))

    step = step_of(audit)
    assert (step.url, step.host, step.hops, step.state) == (f"{SITE}/r.txt", "shop.test", 1, "open")
    assert [entry.item for entry in recorded.entries] == [f"s{step.pk}"]
    assert (recorded.moved_to, RobotsFile.objects.count()) == ("", 0)


def test_file_at_the_end_of_redirects_is_of_the_host_that_redirected(audit):
    record(audit, redirect(ROBOTS, "https://cdn.test/r.txt"))

    record(audit, response("https://cdn.test/r.txt", body=REFUSE_ALL))

    assert kept(audit)[0] == SITE
    assert fresh(audit).reason == "seed_disallowed"


def test_five_redirects_are_followed(audit):
    for hop in range(5):
        record(audit, redirect(step_of(audit).url, f"/{hop}"))
    assert step_of(audit).hops == 5

    record(audit, response(f"{SITE}/4", body=REFUSE_ALL))

    assert fresh(audit).reason == "seed_disallowed"


def test_sixth_redirect_means_there_is_no_file(audit):
    for hop in range(6):
        record(audit, redirect(step_of(audit).url, f"/{hop}"))

    assert (step_of(audit).hops, step_of(audit).state) == (5, "done")
    assert kept(audit) == (SITE, "unavailable", 301, False)
    assert states(audit) == {"/": "queued"}


def test_redirect_to_no_web_address_means_there_is_no_file(audit):
    record(audit, redirect(ROBOTS, "mailto:ada@shop.test"))

    assert kept(audit)[1] == "unavailable"


def test_one_redirect_recorded_twice_is_one_hop(audit):
    first, second = step_of(audit), step_of(audit)
    files.record_robots(first, redirect(ROBOTS, "/r.txt"))

    files.record_robots(second, redirect(ROBOTS, "/r.txt"))

    assert step_of(audit).hops == 1


@pytest.fixture
def moved(audit, frontier):
    """The file moved to another host: the worker has acknowledged that. Returns the new lane."""
    audit = fresh(audit)
    lease = frontier.claim(audit.lane)
    recorded = record(audit, redirect(ROBOTS, "https://cdn.test/r.txt"))
    acknowledging.acknowledge(lease, recorded, frontier)
    return Lane(audit.pk, audit.account_id, "cdn.test")


def test_file_that_moved_goes_on_in_a_lane_of_that_host(audit, moved, frontier):
    assert frontier.claim(audit.lane) is Refusal.EMPTY
    lease = frontier.claim(moved)

    assert lease.item == f"s{step_of(audit).pk}"
    assert read_errand(lease.item).url == "https://cdn.test/r.txt"


def test_lane_of_another_host_goes_at_the_pace_of_the_policy(start, frontier, settings):
    settings.SEOFIX_ALLOW_HOSTS = frozenset({"shop.test:8000", "www.shop.test:8000"})
    audit = start("http://shop.test:8000/", max_rps=100.0, max_in_flight=8)
    audits.begin_audit(audit.pk, frontier)
    lease = frontier.claim(audit.lane)
    recorded = record(audit, redirect(ROBOTS, "https://cdn.test/r.txt"))

    acknowledging.acknowledge(lease, recorded, frontier)

    pace = frontier.pace(Lane(audit.pk, audit.account_id, "cdn.test"))
    assert (pace.interval_ms, pace.guard_ms, pace.max_in_flight) == (500, 5, 1)
    assert frontier.pace(audit.lane).interval_ms == 10


def test_answer_of_another_host_does_not_move_the_pace_of_the_audit(audit, moved, frontier):
    before = fresh(audit)

    record(audit, response("https://cdn.test/r.txt", 500))

    after = fresh(audit)
    assert (after.pace, after.pace_version, after.slowdowns) == (
        before.pace,
        before.pace_version,
        before.slowdowns,
    )


def test_pages_go_on_in_the_audits_own_lane_when_the_file_was_read(audit, moved, frontier):
    lease = frontier.claim(moved)
    recorded = record(audit, response("https://cdn.test/r.txt"))

    acknowledging.acknowledge(lease, recorded, frontier)

    assert frontier.claim(audit.lane).item == f"p{audit.pages.get().pk}"
    assert frontier.claim(moved) is Refusal.CLOSED


def test_file_that_moves_back_goes_on_in_the_audits_own_lane(audit, moved, frontier):
    lease = frontier.claim(moved)
    recorded = record(audit, redirect("https://cdn.test/r.txt", f"{SITE}/r.txt"))

    acknowledging.acknowledge(lease, recorded, frontier)

    assert frontier.claim(audit.lane).item == f"s{step_of(audit).pk}"


def test_retry_after_of_another_host_holds_that_host_and_no_other(audit, moved, frontier):
    lease = frontier.claim(moved)
    recorded = record(audit, response("https://cdn.test/r.txt", 503, retry_after="60"))
    acknowledging.acknowledge(lease, recorded, frontier)
    assert recorded.hold == timedelta(seconds=60)
    assert fresh(audit).hold_until is None

    other = Lane(99, audit.account_id, "cdn.test")
    frontier.open_lane(other, Pace("1", interval_ms=500, guard_ms=5, max_in_flight=1))
    frontier.fill(other, [Entry("s1", rank=0, sequence=1)], has_more=False)

    with pytest.raises(SlotTooFar) as refused:
        frontier.take_slot(frontier.claim(other), max_wait_ms=5_000)
    assert refused.value.wait_ms == 60_000
