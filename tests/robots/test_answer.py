from __future__ import annotations

import pytest

from robots.answer import AnswerKind, judge_answer

CLOSED = b"User-agent: *\nDisallow: /"


@pytest.mark.parametrize(
    ("status", "body", "kind", "is_allowed"),
    [
        (200, CLOSED, AnswerKind.READ, False),
        (200, b"", AnswerKind.READ, True),
        (200, None, AnswerKind.UNREACHABLE, True),  # no body that could be decoded
        (204, CLOSED, AnswerKind.UNAVAILABLE, True),
        (206, CLOSED, AnswerKind.UNAVAILABLE, True),
        (301, CLOSED, AnswerKind.UNAVAILABLE, True),  # more hops than are followed
        (401, CLOSED, AnswerKind.UNAVAILABLE, True),
        (403, None, AnswerKind.UNAVAILABLE, True),
        (404, CLOSED, AnswerKind.UNAVAILABLE, True),
        (410, b"", AnswerKind.UNAVAILABLE, True),
        (429, CLOSED, AnswerKind.UNREACHABLE, True),
        (500, CLOSED, AnswerKind.UNREACHABLE, True),
        (503, b"", AnswerKind.UNREACHABLE, True),
        (599, b"", AnswerKind.UNREACHABLE, True),
        (600, b"", AnswerKind.UNAVAILABLE, True),
        (None, None, AnswerKind.UNREACHABLE, True),
    ],
)
def test_each_outcome_has_a_name_and_only_a_file_forbids(status, body, kind, is_allowed):
    answer = judge_answer(status, body)

    assert (answer.kind, answer.status) == (kind, status)
    assert answer.verdict("SEOFixBot", "/a").allowed is is_allowed


def test_a_body_that_lost_its_end_is_read_without_its_last_line():
    answer = judge_answer(200, CLOSED, is_cut=True)

    assert answer.verdict("SEOFixBot", "/a").allowed
    assert answer.file.was_cut
