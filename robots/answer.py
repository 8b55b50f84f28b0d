"""What became of asking a host for its robots.txt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from robots.rules import RobotsFile, read

if TYPE_CHECKING:
    from robots.verdict import Verdict

OK = 200
TOO_MANY_REQUESTS = 429
SERVER_ERRORS = range(500, 600)
NOTHING = read(b"")


class AnswerKind(StrEnum):
    """RFC 9309, section 2.3.1: the file was read, there is none, or nobody knows."""

    READ = "read"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"  # ask again soon, and say so in the report


@dataclass(frozen=True, slots=True)
class RobotsAnswer:
    """`status` is None when there was no HTTP answer; `file` holds no rules unless READ."""

    kind: AnswerKind
    status: int | None
    file: RobotsFile

    def verdict(self, token: str, url_path: str) -> Verdict:
        """As `RobotsFile.verdict`. What could not be read forbids nothing (crawl rules, section 4).

        RFC 9309 asks a bot to stay away from an unreachable file's host; SEOFixBot's published
        rule allows everything, so a caller that follows the RFC asks for `kind` first.
        """
        return self.file.verdict(token, url_path)


def judge_answer(
    status: int | None, body: bytes | None = None, *, is_cut: bool = False
) -> RobotsAnswer:
    """Name what came back, after redirects: an HTTP status, or None for a network failure.

    `body` is None when there was none that could be decoded; `is_cut` as in `rules.read`. 429 is
    unreachable, as with Google: it says "not now", which is no word on the file.
    """
    if status == OK and body is not None:
        return RobotsAnswer(AnswerKind.READ, status, read(body, is_cut=is_cut))
    is_unknown = status in {None, OK, TOO_MANY_REQUESTS} or status in SERVER_ERRORS
    kind = AnswerKind.UNREACHABLE if is_unknown else AnswerKind.UNAVAILABLE
    return RobotsAnswer(kind, status, NOTHING)
