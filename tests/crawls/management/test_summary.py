from __future__ import annotations

import io
import json
from dataclasses import replace
from decimal import Decimal

import pytest
from rich.console import Console

from crawls.checks.base import Severity
from crawls.management.summary import (
    FindingLine,
    LinkFigures,
    PacePoint,
    SitemapFile,
    Summary,
    UnreadRobots,
    summary_json,
)
from crawls.management.summary_text import render

GONE = FindingLine(
    check_id="http_4xx",
    severity=Severity.ERROR,
    title="Page answers with a client error",
    count=5,
    example_url="http://www.demo.localhost:8123/collections/seating/rocker/",
    example_evidence="410 Gone",
)
LOOP = FindingLine(
    check_id="redirect_loop",
    severity=Severity.ERROR,
    title="Redirects go round in a ring",
    count=1,
    example_url="http://www.demo.localhost:8123/session",
    example_evidence="",
)
TWINS = FindingLine(
    check_id="title_duplicate",
    severity=Severity.WARNING,
    title="Several pages share one title",
    count=1204,
    example_url="http://www.demo.localhost:8123/journal/cafe-tables/",
    example_evidence="Café tables",
)
SUMMARY = Summary(
    audit_id=12,
    url="http://demo.localhost:8123/",
    state="done",
    reason="Every URL that was found has been crawled.",
    pages=80,
    credits=Decimal("80.0"),
    max_rps=8.0,
    effective_rps=7.4213,
    slowdowns=4,
    speed_clamp_reason="",
    seconds=70.2,
    pages_by_status={"no answer": 1, "404": 5, "301": 6, "200": 68},
    findings=(TWINS, LOOP, GONE),
)
TROUBLED = replace(
    SUMMARY,
    blocked=3,
    skipped={"robots": 2, "section": 40},
    skipped_sections=("/jobs",),
    unread_robots=(UnreadRobots("https://shop.test", 503, 2, is_read_now=False),),
    sitemaps=(
        SitemapFile("https://shop.test/sitemap.xml", 200, "index", 2, ()),
        SitemapFile("https://shop.test/a.xml", 404, None, 0, ("There is no sitemap: status 404.",)),
    ),
    pace=(PacePoint(0.5, 8.0, 12, 2),),
)
AT_80_COLUMNS = """\
Audit 12 of http://demo.localhost:8123/
Done. Every URL that was found has been crawled.

Pages      80
Answers    200: 68, 301: 6, 404: 5, no answer: 1
Credits    80
Speed      7.42 pages a second, at most 8, slowed down 4 times
Time       1 min 10 s
Findings   6 errors, 1,204 warnings

Errors
     5  Page answers with a client error  http_4xx
        http://www.demo.localhost:8123/collections/seating/rocker/ and 4 more
        410 Gone
     1  Redirects go round in a ring  redirect_loop
        http://www.demo.localhost:8123/session

Warnings
 1,204  Several pages share one title  title_duplicate
        http://www.demo.localhost:8123/journal/cafe-tables/ and 1,203 more
        Café tables
"""


def plain(summary, width=80):
    out = io.StringIO()
    Console(file=out, width=width).print(render(summary))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


@pytest.mark.parametrize("width", [80, 200])
def test_summary_reads_from_headline_to_findings(width):
    assert plain(SUMMARY, width) == AT_80_COLUMNS


def test_nothing_is_wider_than_the_terminal():
    long = replace(GONE, example_url="http://h.test/" + "a/" * 4000, example_evidence="x" * 9000)
    lines = plain(replace(SUMMARY, findings=(long,)), width=40).splitlines()

    assert (max(map(len, lines)), len(lines) < 40) == (40, True)


def test_hostile_text_is_shown_as_text():
    hostile = FindingLine(
        check_id="title_too_long",
        severity=Severity.NOTICE,
        title="[blink]Title[/blink]",
        count=1,
        example_url="http://h.test/\x1b]8;;http://evil.test\x07",
        example_evidence="[link=http://evil.test]\u202eclick[/link]\x1b[2J\n\n[/]",
    )
    summary = replace(SUMMARY, findings=(hostile,), reason="[red]\x1b[31mall\x07 is well[/red]")

    assert [plain(summary).splitlines()[line] for line in (1, -3, -2, -1)] == [
        "Done. [red]\\x1b[31mall\\x07 is well[/red]",
        "     1  [blink]Title[/blink]  title_too_long",
        "        http://h.test/\\x1b]8;;http://evil.test\\x07",
        "        [link=http://evil.test]\\u202eclick[/link]\\x1b[2J  [/]",
    ]


@pytest.mark.parametrize(
    ("pages", "sentence"),
    [
        (0, "No page was fetched, so there is nothing to report."),
        (3, "Nothing to report in 3 pages."),
    ],
)
def test_a_summary_without_findings_says_why(pages, sentence):
    assert plain(replace(SUMMARY, pages=pages, findings=())).splitlines()[-1] == sentence


@pytest.mark.parametrize(
    ("slowdowns", "words"), [(0, "never slowed down"), (1, "slowed down once")]
)
def test_slowdowns_are_counted_in_words(slowdowns, words):
    line = plain(replace(SUMMARY, slowdowns=slowdowns)).splitlines()[6]

    assert line == f"Speed      7.42 pages a second, at most 8, {words}"


def test_state_is_named_in_words():
    summary = replace(SUMMARY, state="rate_limited", reason="")

    assert plain(summary).splitlines()[1] == "Rate limited."


def test_json_holds_plain_values():
    assert json.dumps(summary_json(TROUBLED)) == json.dumps(
        {
            "audit_id": 12,
            "state": "done",
            "reason": "Every URL that was found has been crawled.",
            "kind": "full",
            "incremental": False,
            "previous_audit_id": None,
            "pages": 80,
            "not_modified": 0,
            "blocked": 3,
            "skipped": {"robots": 2, "section": 40},
            "skipped_sections": ["/jobs"],
            "unread_robots": [
                {
                    "origin": "https://shop.test",
                    "status": 503,
                    "times": 2,
                    "is_read_now": False,
                }
            ],
            "sitemaps": [
                {
                    "url": "https://shop.test/sitemap.xml",
                    "status": 200,
                    "kind": "index",
                    "urls": 2,
                    "problems": [],
                },
                {
                    "url": "https://shop.test/a.xml",
                    "status": 404,
                    "kind": None,
                    "urls": 0,
                    "problems": ["There is no sitemap: status 404."],
                },
            ],
            "credits": 80,
            "max_rps": 8.0,
            "effective_rps": 7.4213,
            "slowdowns": 4,
            "speed_clamped": False,
            "speed_clamp_reason": "",
            "seconds": 70.2,
            "findings": {"http_4xx": 5, "redirect_loop": 1, "title_duplicate": 1204},
            "pages_by_status": {"200": 68, "301": 6, "404": 5, "no answer": 1},
            "pace": [{"seconds": 0.5, "rate_rps": 8.0, "response_ms": 12, "in_flight": 2}],
        }
    )


CLAMPED = replace(SUMMARY, speed_clamp_reason="speed lowered from 50 to 2 requests a second")


def test_lowered_speed_is_explained_below_the_speed():
    assert plain(CLAMPED).splitlines()[6:9] == [
        "Speed      7.42 pages a second, at most 8, slowed down 4 times",
        "           speed lowered from 50 to 2 requests a second",
        "Time       1 min 10 s",
    ]


def test_what_kept_pages_from_us_is_told_among_the_facts():
    assert plain(TROUBLED).splitlines()[3:9] == [
        "Pages        80 (3 blocked by a firewall)",
        "Skipped      2 by robots.txt, 40 in blocked sections (/jobs)",
        "robots.txt   https://shop.test: could not be read (status 503); everything was",
        "             allowed",
        "Sitemap      https://shop.test/a.xml: There is no sitemap: status 404.",
        "Answers      200: 68, 301: 6, 404: 5, no answer: 1",
    ]


def test_many_sitemaps_with_many_problems_take_a_few_lines():
    bad = [
        SitemapFile(f"https://h.test/{n}.xml", 200, "urlset", 1, ("One.", "Two.", "Three."))
        for n in range(5)
    ]

    text = plain(replace(SUMMARY, sitemaps=tuple(bad)))

    assert text.splitlines()[4:8] == [
        "Sitemap    https://h.test/0.xml: One. And 2 more problems.",
        "Sitemap    https://h.test/1.xml: One. And 2 more problems.",
        "Sitemap    https://h.test/2.xml: One. And 2 more problems.",
        "Sitemap    and 2 more with problems",
    ]


@pytest.mark.parametrize(
    ("previous", "said"),
    [
        (7, ["Unchanged   12 pages since audit 7"]),
        (
            None,
            [
                "Unchanged   no earlier audit from this start URL to compare with; every page was",
                "            asked for whole",
            ],
        ),
    ],
)
def test_incremental_audit_says_what_it_stands_on(previous, said):
    summary = replace(SUMMARY, is_incremental=True, previous_audit_id=previous, not_modified=12)

    assert plain(summary).splitlines()[4 : 4 + len(said)] == said


def test_robots_txt_that_was_read_later_is_told_too():
    later = UnreadRobots("https://shop.test", 200, 1, is_read_now=True)

    text = plain(replace(SUMMARY, unread_robots=(later,)))

    assert text.splitlines()[4:6] == [
        "robots.txt   https://shop.test: could not be read at first; until then",
        "             everything was allowed",
    ]


def test_json_says_that_the_speed_was_lowered_and_why():
    values = summary_json(CLAMPED)

    assert (values["speed_clamped"], values["speed_clamp_reason"]) == (
        True,
        "speed lowered from 50 to 2 requests a second",
    )


def test_json_keeps_a_part_of_a_credit():
    assert summary_json(replace(SUMMARY, credits=Decimal("12.2")))["credits"] == 12.2


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        (
            LinkFigures(1, 0, 6, 12),
            "1 orphan, 0 dead ends, the deepest page 6 clicks from the start, 12 suggestions",
        ),
        (
            LinkFigures(None, None, 1, 0),
            (
                "orphans and dead ends cannot be told from a part of the site, the deepest page "
                "1 click from the start, 0 suggestions"
            ),
        ),
        (LinkFigures(0, 0, None, 0), "0 orphans, 0 dead ends, 0 suggestions"),
    ],
)
def test_internal_links_are_told_where_they_were_looked_at(figures, said):
    told = replace(SUMMARY, links=figures)

    assert plain(told, 200).splitlines()[4] == f"Links      {said}"
    values = summary_json(told)
    assert {
        name: values[name] for name in ("orphans", "dead_ends", "max_depth", "suggestions")
    } == {
        "orphans": figures.orphans,
        "dead_ends": figures.dead_ends,
        "max_depth": figures.max_depth,
        "suggestions": figures.suggestions,
    }
