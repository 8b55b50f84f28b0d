"""Redis and memory walk through the same history side by side, on one simulated clock."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import count

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from crawls.frontier.base import (
    FENCES_PER_EPOCH,
    OFFER_MS,
    STARTING_MS,
    Entry,
    FrontierClosed,
    Lane,
    Lease,
    LeaseLost,
    Pace,
    Refusal,
    Repaced,
    SlotTooFar,
)
from crawls.frontier.memory import MemoryFrontier
from crawls.frontier.redis_frontier import RedisFrontier
from tests.crawls.frontier.samples import Clock

LANES = [
    Lane(1, 1, "shop.test"),
    Lane(2, 2, "shop.test"),  # two customers, one host
    Lane(1, 1, "www.shop.test"),
    Lane(3, 10, "blog.test:8080"),  # sorts before account 2 as text
]
LEASE_MS = 6_000  # longer than a grant is remembered, as in production
ROUNDS_TO_DRAIN = 1_000
lanes = st.sampled_from(LANES)
paces = st.builds(
    Pace,
    state=st.sampled_from(["a", "b", '{"rate": 0.5}']),
    interval_ms=st.sampled_from([0, 333, 500]),
    guard_ms=st.sampled_from([0, 20]),
    max_in_flight=st.sampled_from([1, 2, 3]),
)
entry_counts = st.sampled_from([0, 1, 3, 40, 150])
holds = st.sampled_from([0, 0, 0, 700, 20_000])
steps_ms = st.sampled_from([1, 100, 333, 520, 1_000, LEASE_MS, OFFER_MS])


def ask(frontier, call):
    try:
        return call(frontier)
    except SlotTooFar as too_far:
        return SlotTooFar, too_far.wait_ms
    except (FrontierClosed, LeaseLost) as error:
        return type(error)


def ack_of(lease, frontier, entries=()):
    return frontier.ack(lease, entries)


def claim_of(lane, frontier):
    return frontier.claim(lane)


def nothing_more(lane, frontier):
    return frontier.fill(lane, [], has_more=False)


class FrontierMachine(RuleBasedStateMachine):
    def __init__(self, client):
        super().__init__()
        client.flushall()
        self.clock = Clock()
        self.redis = RedisFrontier(client, now_ms=self.clock, lease_ms=LEASE_MS)
        self.memory = MemoryFrontier(self.clock, lease_ms=LEASE_MS)
        self.client = client
        self.leases = []  # in flight
        self.closed_leases = []
        self.sequence = count()
        self.epoch = 0
        self.last_fence = 0
        self.free_from = defaultdict(int)  # host -> earliest next start its last one allows
        self.on_the_way = {}  # host -> lease that was granted a start, and until when it counts
        self.paces = {}
        self.open = set()
        self.recover(quarantine_ms=0, rebuilt=True)

    def both(self, call):
        answer = ask(self.redis, call)
        assert answer == ask(self.memory, call)
        return answer

    def entries(self, size):
        return [Entry(f"p{n}", n % 3, n) for n in (next(self.sequence) for _ in range(size))]

    @precondition(lambda self: self.clock.now_ms > self.recovered_ms + 20_000)
    @rule(quarantine_ms=st.sampled_from([0, 2_000]), rebuilt=st.booleans())
    def recover(self, quarantine_ms, rebuilt):
        self.epoch += 1
        self.recovered_ms = self.clock.now_ms
        self.both(lambda frontier: frontier.recover(self.epoch, quarantine_ms=quarantine_ms))
        self.closed_leases += self.leases
        self.leases, self.on_the_way = [], {}
        self.paces, self.open = {}, set()
        for number, lane in enumerate(LANES if rebuilt else []):
            self.open_lane(lane, Pace("rebuilt", 500, 20, 1 + number % 3))
            self.fill(lane, size=40, has_more=number == 0)

    @rule(lane=lanes, pace=paces, hold_ms=holds)
    def open_lane(self, lane, pace, hold_ms=0):
        self.both(lambda frontier: frontier.open_lane(lane, pace, hold_ms=hold_ms))
        self.hold(lane.host, hold_ms)
        self.paces.setdefault(lane, pace)
        self.open.add(lane)

    @rule(lane=lanes, size=entry_counts, has_more=st.booleans(), with_leased=st.booleans())
    def fill(self, lane, size, has_more, *, with_leased=False):
        entries = self.entries(size)
        if with_leased:
            leased = [lease.item for lease in self.leases if lease.lane == lane]
            entries += [Entry(item, 0, next(self.sequence)) for item in leased]
        self.both(lambda frontier: frontier.fill(lane, entries, has_more=has_more))

    @rule(lane=lanes)
    def close_lane(self, lane):
        self.both(lambda frontier: frontier.close_lane(lane))
        self.open.discard(lane)

    @rule(ms=steps_ms)
    def advance(self, ms):
        self.clock.advance(ms)

    @rule(limit=st.sampled_from([1, 2, 10]))
    def offer(self, limit):
        offers = self.both(lambda frontier: frontier.offer(limit))
        if offers is not FrontierClosed:
            assert set(offers.lanes) <= self.open
            assert 0 <= offers.wake_in_ms <= 1_000

    @rule(lane=lanes)
    def claim(self, lane):
        lease = self.both(lambda frontier: frontier.claim(lane))
        if not isinstance(lease, Lease):
            return
        assert lane in self.open
        assert lease.fence > self.last_fence
        self.last_fence = lease.fence
        self.leases.append(lease)
        in_flight = sum(held.lane.host == lane.host for held in self.leases)
        assert in_flight <= self.paces[lane].max_in_flight

    @rule(limit=st.sampled_from([1, 9]), data=st.data())
    def work(self, limit, data):
        offers = self.both(lambda frontier: frontier.offer(limit))
        for lane in [] if offers is FrontierClosed else offers.lanes:
            if data.draw(st.integers(0, 9)):  # else the message is lost
                self.claim(lane)
        if offers is not FrontierClosed:
            self.clock.advance(offers.wake_in_ms)

    @precondition(lambda self: self.leases)
    @rule(data=st.data(), max_wait_ms=st.sampled_from([0, 600, 5_000]))
    def take_slot(self, data, max_wait_ms):
        lease = data.draw(st.sampled_from(self.leases))
        wait = self.both(lambda frontier: frontier.take_slot(lease, max_wait_ms=max_wait_ms))
        if wait == 0:
            host = lease.lane.host
            before = self.on_the_way.get(host)
            assert before is None or before[0] == lease or before[1] <= self.clock.now_ms
            assert self.clock.now_ms >= self.free_from[host]
            self.on_the_way[host] = (lease, self.clock.now_ms + STARTING_MS)
            self.count_start(lease)
        elif isinstance(wait, int):
            assert 0 < wait <= max_wait_ms

    @precondition(lambda self: self.on_the_way)
    @rule(data=st.data())
    def start(self, data):
        host = data.draw(st.sampled_from(sorted(self.on_the_way)))
        lease, _ = self.on_the_way.pop(host)
        if self.both(lambda frontier: frontier.started(lease)) is None:
            self.count_start(lease)

    def count_start(self, lease):
        pace, host = self.paces[lease.lane], lease.lane.host
        step_ms = pace.interval_ms + pace.guard_ms
        self.free_from[host] = max(self.free_from[host], self.clock.now_ms + step_ms)

    @precondition(lambda self: self.leases)
    @rule(
        data=st.data(),
        size=entry_counts,
        again=st.booleans(),
        pace=st.none() | paces,
        hold_ms=holds,
    )
    def ack(self, data, size, again, pace, hold_ms):
        lease = data.draw(st.sampled_from(self.leases))
        entries = self.entries(size) + ([Entry(lease.item, 0, 0)] if again else [])
        repace = pace and (lambda _: Repaced(pace, hold_ms))
        acked = self.both(lambda frontier: frontier.ack(lease, entries, repace=repace))
        assert acked.is_current
        self.leases.remove(lease)
        self.closed_leases.append(lease)
        if self.on_the_way.get(lease.lane.host, (None,))[0] == lease:
            del self.on_the_way[lease.lane.host]
        if pace:
            self.paces[lease.lane] = pace
            self.hold(lease.lane.host, hold_ms)

    def hold(self, host, hold_ms):
        if hold_ms:
            self.free_from[host] = max(self.free_from[host], self.clock.now_ms + hold_ms)

    @precondition(lambda self: self.closed_leases)
    @rule(data=st.data())
    def use_a_closed_lease(self, data):
        lease = data.draw(st.sampled_from(self.closed_leases))
        acked = self.both(lambda frontier: frontier.ack(lease, self.entries(1)))
        assert not acked.is_current
        slot = self.both(lambda frontier: frontier.take_slot(lease, max_wait_ms=60_000))
        assert slot in {LeaseLost, FrontierClosed}

    @rule(limit=st.sampled_from([1, 9]), requeued=st.booleans())
    def sweep(self, limit, requeued):
        for lease in self.both(lambda frontier: frontier.expired(limit)):
            entries = [Entry(lease.item, 0, 0)] if requeued else []
            assert self.both(partial(ack_of, lease, entries=entries)).is_current
            self.leases = [held for held in self.leases if held.fence != lease.fence]

    @rule(lane=lanes)
    def look(self, lane):
        assert self.both(lambda frontier: frontier.pace(lane)) == self.paces.get(lane)
        self.both(lambda frontier: frontier.is_idle(lane))

    @invariant()
    def every_item_is_in_one_place(self):
        keys = sorted(self.client.scan_iter("{s0}window:*"))
        queued = [item for key in keys for item in self.client.zrange(key, 0, -1)]
        held = self.client.hgetall("{s0}held")

        assert len(queued) == len(set(queued))
        assert held.keys().isdisjoint(queued)
        assert held == {lease.item: str(lease.fence) for lease in self.leases}

    @invariant()
    def every_host_counts_its_leases(self):
        for host in {lane.host for lane in LANES}:
            in_flight = int(self.client.hget(f"{{s0}}host:{host}", "in_flight") or 0)
            assert in_flight == sum(lease.lane.host == host for lease in self.leases)

    @invariant()
    def fences_belong_to_their_epoch(self):
        fences = [lease.fence for lease in self.leases]
        assert all(fence // FENCES_PER_EPOCH == self.epoch for fence in fences)

    def teardown(self):
        """No wake-up was lost: whatever is queued in an open lane gets its turn by offers alone."""
        for lease in self.leases:
            self.both(partial(ack_of, lease))
        self.clock.advance(60_000)
        for _ in range(ROUNDS_TO_DRAIN):
            if all(self.memory.is_idle(lane) for lane in self.open):
                return
            self.serve_offers()
        raise AssertionError(f"offers did not reach {self.open}")

    def serve_offers(self):
        offers = self.both(lambda frontier: frontier.offer(9))
        for lane in offers.lanes:
            lease = self.both(partial(claim_of, lane))
            if isinstance(lease, Lease):
                self.both(partial(ack_of, lease))
            elif lease is Refusal.REFILL:
                self.both(partial(nothing_more, lane))
        self.clock.advance(offers.wake_in_ms)


def test_redis_and_memory_give_the_same_answers(redis_client):
    run_machine(
        lambda: FrontierMachine(redis_client),
        settings=settings(
            max_examples=40,
            stateful_step_count=60,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
