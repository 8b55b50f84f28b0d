"""Names of the frontier's keys. All keys of a shard share a hash tag, so a Redis Cluster works."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from crawls.frontier.base import Lane, Lease


def lane_id(lane: Lane) -> str:
    return f"{lane.audit_id}:{lane.account_id}:{lane.host}"


def lane_of(text: str) -> Lane:
    audit_id, account_id, host = text.split(":", 2)
    return Lane(int(audit_id), int(account_id), host)


def lease_of(text: str) -> Lease:
    """The lease a member of the leases set names: `lane|item|fence`."""
    lane, item, fence = text.rsplit("|", 2)
    return Lease(lane_of(lane), item, int(fence))


def shard_of(host: str, shards: int) -> int:
    return crc32(host.encode()) % shards


@dataclass(frozen=True, slots=True)
class ShardKeys:
    """The keys of one shard: hashes `gate`, `spent`, `held`, `lane:*`, `host:*`; the rest sorted sets."""

    number: int

    def key(self, name: str) -> str:
        return f"{{s{self.number}}}{name}"

    @property
    def gate(self) -> str:
        return self.key("gate")

    @property
    def turns(self) -> tuple[str, ...]:
        """Virtual time of accounts with a due lane; earliest due of the others; their virtual time."""
        return (self.gate, self.key("turns"), self.key("waiting"), self.key("spent"))

    @property
    def leases(self) -> tuple[str, ...]:
        return (self.gate, self.key("leases"))

    def due(self, account_id: int) -> str:
        return self.key(f"due:{account_id}")

    def host(self, host: str) -> str:
        return self.key(f"host:{host}")

    def lane(self, lane: Lane) -> str:
        return self.key(f"lane:{lane_id(lane)}")

    def of_lane(self, lane: Lane) -> tuple[str, ...]:
        """KEYS of every script that works on a lane, in the order lua/parts/lane.lua names them."""
        return (
            *self.turns,
            self.due(lane.account_id),
            self.lane(lane),
            self.host(lane.host),
            self.key(f"window:{lane_id(lane)}"),
            self.key("held"),
            self.key("leases"),
        )
