"""One attempt to send a request: its slot, its clock, its deadline."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class SlotRefused(Exception):
    """Carries what take_slot raised past the pool, which would strip its cause."""

    def __init__(self, original: Exception) -> None:
        super().__init__(original)
        self.original = original


class Exchange:
    """Watches httpcore's trace of one request.

    The slot is taken when the connection stands and the headers are about to be written, and
    `started` is told when they are. The deadline counts from there: waiting for the slot is not
    the site's fault.
    """

    def __init__(
        self, take_slot: Callable[[], None], started: Callable[[], None], total: timedelta
    ) -> None:
        self._take_slot = take_slot
        self._started = started
        self._total = total
        self._timeouts: dict[str, float] = {"pool": total.total_seconds()}
        self._sent_at = 0.0
        self._answered_at = 0.0

    @property
    def extensions(self) -> dict[str, Any]:
        """What httpcore wants to know. It reads the timeouts again after the trace has run."""
        return {"trace": self._trace, "timeout": self._timeouts}

    @property
    def ttfb(self) -> timedelta:
        return timedelta(seconds=self._answered_at - self._sent_at)

    def elapsed(self) -> timedelta:
        return timedelta(seconds=monotonic() - self._sent_at)

    def _trace(self, event: str, _: Mapping[str, Any]) -> None:
        if event == "http11.send_request_headers.started":
            self._start()
        elif event == "http11.send_request_headers.complete":
            self._started()
        elif event == "http11.receive_response_headers.complete":
            self._answered_at = monotonic()

    def _start(self) -> None:
        try:
            self._take_slot()
        except Exception as error:
            raise SlotRefused(error) from error
        self._sent_at = monotonic()
        deadline = self._sent_at + self._total.total_seconds()
        self._timeouts |= {"read": deadline, "write": deadline}
