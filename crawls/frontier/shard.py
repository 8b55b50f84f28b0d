"""One shard's scripts: sent raw, under the epoch this process knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import redis

from crawls.frontier.base import FrontierClosed, Lane
from crawls.frontier.connection import StaleEpoch, closing_on_errors, refusal_of, send
from crawls.frontier.keys import ShardKeys, lane_id
from crawls.frontier.scripts import PARTS, sha1_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Call = tuple[str, tuple[str, ...], tuple[object, ...]]  # operation, KEYS, ARGV behind now_ms


class Shard:
    """Thread safe: the epoch is one reference, and every call is one round trip."""

    def __init__(
        self, client: redis.Redis, number: int, *, now_ms: Callable[[], int] | None
    ) -> None:
        self.keys = ShardKeys(number)
        self._client = client
        self._now_ms = now_ms
        self._epoch = 0  # 0: not read yet

    def call(self, operation: str, keys: tuple[str, ...], *args: object) -> Any:
        return self.call_all([(operation, keys, args)])[0]

    def call_lane(self, operation: str, lane: Lane, *args: object) -> Any:
        keys, own = self.lane_arguments(lane)
        return self.call(operation, keys, *own, *args)

    def lane_arguments(self, lane: Lane) -> tuple[tuple[str, ...], tuple[object, ...]]:
        return self.keys.of_lane(lane), (lane.account_id, lane_id(lane))

    def call_all(self, calls: Sequence[Call]) -> list[Any]:
        """The answers in order. Reads the epoch once more when it is stale, then gives up."""
        with closing_on_errors():
            if self._epoch == 0:
                self._read_epoch()
            try:
                return self._send(calls)
            except StaleEpoch:
                self._read_epoch()
            try:
                return self._send(calls)
            except StaleEpoch as error:
                raise FrontierClosed("the epoch changed twice during one call") from error

    def due_lanes(self, account_ids: Sequence[int], *, now_ms: int, limit: int) -> list[list[str]]:
        """Each account's due lanes, the longest due first."""
        with closing_on_errors(), self._client.pipeline(transaction=False) as pipe:
            for account_id in account_ids:
                due = self.keys.due(account_id)
                send(pipe, "ZRANGEBYSCORE", due, "-inf", now_ms, "LIMIT", 0, limit)
            return pipe.execute()

    def lane_fields(self, lane: Lane, *fields: str) -> list[str | None]:
        """Read outside any script: good for a guess that a script then compares."""
        with closing_on_errors():
            values: list[str | None] = send(self._client, "HMGET", self.keys.lane(lane), *fields)
            return values

    def _send(self, calls: Sequence[Call]) -> list[Any]:
        now = "" if self._now_ms is None else self._now_ms()
        commands = [
            ("EVALSHA", sha1_of(operation), len(keys), *keys, self._epoch, now, *args)
            for operation, keys, args in calls
        ]
        if len(commands) == 1:
            return [self._send_one(commands[0])]
        with self._client.pipeline(transaction=False) as pipe:
            for command in commands:
                send(pipe, *command)
            return [_checked(answer) for answer in pipe.execute(raise_on_error=False)]

    def _send_one(self, command: Sequence[object]) -> Any:
        try:
            return send(self._client, *command)
        except redis.exceptions.ResponseError as error:
            raise refusal_of(error) from error

    def _read_epoch(self) -> None:
        epoch = int(send(self._client, "HGET", self.keys.gate, "epoch") or 0)
        if epoch == 0:
            raise FrontierClosed("Redis holds no gate: it was emptied or is being recovered")
        if epoch < self._epoch:
            raise FrontierClosed(
                f"Redis serves epoch {epoch} after {self._epoch}: a former primary"
            )
        self._epoch = epoch

    def has_scripts(self) -> bool:
        """Whether Redis knows every script of this process; an older process's are others."""
        with closing_on_errors():
            return all(send(self._client, "SCRIPT EXISTS", *map(sha1_of, PARTS)))

    def now_ms(self) -> int:
        if self._now_ms is not None:
            return self._now_ms()
        seconds, microseconds = send(self._client, "TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000


def _checked(answer: Any) -> Any:
    if isinstance(answer, redis.exceptions.RedisError):
        raise refusal_of(answer) from answer
    return answer
