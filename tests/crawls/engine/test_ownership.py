from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from crawls.engine.ownership import (
    Looked,
    Ownership,
    OwnershipRules,
    Proof,
    file_proves,
    look,
    meta_proves,
    record_proves,
    says_nothing,
)

NOW = datetime(2026, 5, 1, tzinfo=UTC)
WEEK = timedelta(days=7)
RULES = OwnershipRules()
NEVER = Ownership()
TOKEN = "Zk3_x-9"
VALUE = f"seofix-site-verification={TOKEN}".encode()


def owned(ago=timedelta(days=1), lost=None):
    return Ownership(NOW - ago, None if lost is None else NOW - lost)


@pytest.mark.parametrize(
    ("before", "proof", "after"),
    [
        (NEVER, Proof.FOUND, Looked(Ownership(NOW), may_crawl=True)),
        (NEVER, Proof.MISSING, Looked(NEVER, may_crawl=False)),
        (NEVER, Proof.UNKNOWN, Looked(NEVER, may_crawl=False)),
        (owned(), Proof.FOUND, Looked(Ownership(NOW), may_crawl=True)),
        (
            owned(),
            Proof.MISSING,
            Looked(Ownership(owned().verified_at, NOW), may_crawl=False, was_lost=True),
        ),
        (owned(WEEK), Proof.UNKNOWN, Looked(owned(WEEK), may_crawl=True)),
        (owned(2 * WEEK), Proof.UNKNOWN, Looked(owned(2 * WEEK), may_crawl=False)),
        (owned(lost=WEEK), Proof.FOUND, Looked(Ownership(NOW), may_crawl=True)),
        (owned(lost=WEEK), Proof.MISSING, Looked(owned(lost=WEEK), may_crawl=False)),
        (owned(lost=WEEK), Proof.UNKNOWN, Looked(owned(lost=WEEK), may_crawl=False)),
    ],
)
def test_look_decides_who_may_crawl_and_what_the_owner_is_told(before, proof, after):
    assert look(before, proof, NOW, RULES) == after


def test_only_trouble_of_the_host_leaves_the_question_open():
    assert [status for status in range(100, 700) if says_nothing(status)] == [
        *(408, 425, 429, 430),
        *range(500, 600),
    ]


@pytest.mark.parametrize(
    ("records", "proves"),
    [
        ([VALUE], True),
        ([b"v=spf1 -all", VALUE, b"google-site-verification=x"], True),
        ([b" " + VALUE + b"\n"], True),
        ([], False),
        ([VALUE + b"x"], False),
        ([VALUE.lower()], False),
        ([TOKEN.encode()], False),
        ([b"\xff\xfe"], False),
    ],
)
def test_record_is_the_name_and_the_token(records, proves):
    assert record_proves(records, TOKEN) is proves


@pytest.mark.parametrize(
    ("metas", "proves"),
    [
        ([("seofix-site-verification", TOKEN)], True),
        ([("description", "x"), ("seofix-site-verification", f" {TOKEN} ")], True),
        ([("seofix-site-verification", "other"), ("seofix-site-verification", TOKEN)], True),
        ([("seofix-site-verification", TOKEN.upper())], False),
        ([("google-site-verification", TOKEN)], False),
        ([("seofix-site-verification", "é")], False),
        ([], False),
    ],
)
def test_meta_tag_has_the_token_as_its_content(metas, proves):
    assert meta_proves(metas, TOKEN) is proves


@pytest.mark.parametrize(
    ("body", "proves"),
    [
        (TOKEN.encode(), True),
        (b"\xef\xbb\xbf" + TOKEN.encode() + b"\r\n", True),
        (f"<html>{TOKEN}</html>".encode(), False),
        (TOKEN.encode() * 2, False),
        (b"", False),
    ],
)
def test_file_holds_the_token_and_nothing_else(body, proves):
    assert file_proves(body, TOKEN) is proves
