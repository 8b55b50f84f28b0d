"""One request that belongs to no audit, under the same clock and the same rules as all others.

It has a lane of its own on its host, closed afterwards whatever happens. A crash leaves a lease
that nobody knows: the sweeper closes it with its lane.
"""

from __future__ import annotations

import secrets
import time
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from crawls.engine import pacing, urls
from crawls.engine.redirects import redirect_target
from crawls.engine.response import Response
from crawls.frontier.base import (
    Entry,
    FrontierClosed,
    Lane,
    Lease,
    LeaseLost,
    Pace,
    Repaced,
    SlotTooFar,
)
from crawls.services.advisory import release_connection
from crawls.services.errors import HostBusy
from crawls.services.lanes import MILLISECOND
from crawls.services.pace import asked_to_wait
from crawls.services.slots import SlotTaker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.policy import BotPolicy
    from crawls.services.crawling import Collaborators
    from crawls.services.visits import Answer

LONE = "x"  # items that stand for no row
NUMBERS = 2**40
LOOK_AGAIN_S = 0.1
PATIENCE = timedelta(seconds=20)


def fetch_alone(
    url: str,
    *,
    account_id: int,
    policy: BotPolicy,
    shared: Collaborators,
    max_body: int | None = None,
    patience: timedelta = PATIENCE,
) -> Answer:
    """GET a normalised URL at its host's next free slot, following nothing. Raises HostBusy when
    there is none in time.
    """
    release_connection()
    give_up_at = time.monotonic() + patience.total_seconds()
    lane = Lane(-1 - secrets.randbelow(NUMBERS), account_id, urls.politeness_key(url))
    try:
        with _open(lane, policy, shared):
            while time.monotonic() < give_up_at:
                wait_s, answer = _try(lane, url, policy, shared, max_body)
                if answer is not None:
                    return answer
                if time.monotonic() + wait_s > give_up_at:
                    break  # the host is held for longer than anybody waits here
                time.sleep(LOOK_AGAIN_S)
    except FrontierClosed as error:
        raise HostBusy("Requests are being held back for a moment; try again soon.") from error
    raise HostBusy(f"{lane.host} is busy with other requests of ours; try again soon.")


def fetch_on_site(
    url: str,
    *,
    account_id: int,
    policy: BotPolicy,
    shared: Collaborators,
    max_body: int | None = None,
) -> Answer:
    """As `fetch_alone`, following redirects within the site as far as a start URL's are."""
    for _ in range(policy.max_seed_redirects):
        answer = fetch_alone(
            url, account_id=account_id, policy=policy, shared=shared, max_body=max_body
        )
        target = redirect_target(answer) if isinstance(answer, Response) else None
        if target is None or not urls.is_same_site(target, url):
            return answer
        url = target
    return fetch_alone(url, account_id=account_id, policy=policy, shared=shared, max_body=max_body)


@contextmanager
def _open(lane: Lane, policy: BotPolicy, shared: Collaborators) -> Iterator[None]:
    state = pacing.new_pace(policy.rps, policy.pace)
    pace = Pace(
        state="0",
        interval_ms=pacing.interval(state) // MILLISECOND,
        guard_ms=pacing.guard(state, policy.pace) // MILLISECOND,
        max_in_flight=policy.max_in_flight,
    )
    shared.frontier.open_lane(lane, pace)
    try:
        yield
    finally:
        shared.frontier.close_lane(lane)


def _try(
    lane: Lane, url: str, policy: BotPolicy, shared: Collaborators, max_body: int | None
) -> tuple[float, Answer | None]:
    """The seconds until the host may have a slot, with no answer; or the answer. A worker that was
    rung for the lane meanwhile may have thrown our item away: it is put back.
    """
    shared.frontier.fill(lane, [Entry(f"{LONE}{-lane.audit_id}", 0, 0)], has_more=False)
    lease = shared.frontier.claim(lane)
    if not isinstance(lease, Lease):
        return 0.0, None
    hold = pacing.NO_HOLD
    try:
        slot = SlotTaker(shared.frontier, lease)
        answer = shared.fetcher_for(policy).fetch(
            url, take_slot=slot.take, started=slot.started, max_body=max_body
        )
        hold = asked_to_wait(answer)
    except SlotTooFar as far:
        return far.wait_ms / 1000, None
    except LeaseLost:
        return 0.0, None
    else:
        return 0.0, answer
    finally:
        shared.frontier.ack(lease, repace=partial(Repaced, hold_ms=hold // MILLISECOND))
