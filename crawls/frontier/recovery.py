"""Making the frontier usable again after Redis lost something. Only one process may do so at a time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from crawls.frontier.base import FENCES_PER_EPOCH, HOST_MEMORY_MS
from crawls.frontier.connection import send
from crawls.frontier.scripts import PARTS, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import redis

    from crawls.frontier.keys import ShardKeys

BATCH = 1_000


def recover_shards(
    client: redis.Redis,
    shards: Sequence[ShardKeys],
    epoch: int,
    *,
    now_ms: int,
    quarantine_ms: int,
) -> None:
    """Close every gate, forget lanes and leases, set the gates to open later; scripts last.

    A crash at any point leaves a frontier that answers nobody, and the next call begins afresh.
    Raises ValueError for an epoch that is not higher than the latest one served.
    """
    fences = [_close_gate(client, keys, epoch) for keys in shards]
    for keys in shards:
        _forget_shard(client, keys, now_ms)
    for keys, fence in zip(shards, fences, strict=True):
        # Redis may have forgotten its last fence; the epoch, which PostgreSQL keeps, stands in.
        first = max(fence, epoch * FENCES_PER_EPOCH)
        gate = (keys.gate, epoch, now_ms + quarantine_ms, first)
        send(client, "EVAL", text_of("set_gate"), 1, *gate)
    for operation in PARTS:
        send(client, "SCRIPT LOAD", text_of(operation))


def _forget_shard(client: redis.Redis, keys: ShardKeys, now_ms: int) -> None:
    found = client.scan_iter(match=keys.key("*"), count=BATCH)
    while batch := list(islice(found, BATCH)):
        hosts = [key for key in batch if key.startswith(keys.host(""))]
        forgotten = [key for key in batch if key not in {keys.gate, *hosts}]
        if forgotten:
            send(client, "UNLINK", *forgotten)
        _calm_hosts(client, hosts, now_ms)


def _close_gate(client: redis.Redis, keys: ShardKeys, epoch: int) -> int:
    """The highest fence given so far. Epoch 0 is served to nobody."""
    latest, fence = send(client, "HMGET", keys.gate, "latest", "fence")
    if epoch <= int(latest or 0):
        raise ValueError(f"epoch {epoch} is not higher than {latest}, the latest one served")
    send(client, "HSET", keys.gate, "epoch", 0)
    return int(fence or 0)


def _calm_hosts(client: redis.Redis, hosts: list[str], now_ms: int) -> None:
    """Keep the clocks, end what was in flight, and let each expire as an idle host's would."""
    with client.pipeline(transaction=False) as pipe:
        for host in hosts:
            send(pipe, "HMGET", host, "next", "held_until")
        clocks = pipe.execute()
        for host, clock in zip(hosts, clocks, strict=True):
            silent_ms = max(0, *(int(time or 0) - now_ms for time in clock))
            send(pipe, "HSET", host, "in_flight", 0)
            send(pipe, "PEXPIRE", host, silent_ms + HOST_MEMORY_MS)
        pipe.execute()
