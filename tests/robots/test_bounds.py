"""Whatever 500 KiB hold, reading and judging them takes less than a second of CPU."""

from __future__ import annotations

import time

import pytest

from robots.rules import read

LIMIT = 500 * 1024
BOT = "SEOFixBot"
LONGEST_URL = 8 * 1024


def filled(line, *, head=b"User-agent: *\n"):
    """A file of 500 KiB: `head`, then `line` again and again, `%d` counting."""
    lines = [head]
    size = len(head)
    for number in range(LIMIT):
        text = line.replace(b"%d", b"%d" % number) + b"\n"
        size += len(text)
        if size > LIMIT:
            break
        lines.append(text)
    return b"".join(lines)


def agents_and_rules(agents, rules):
    names = [b"User-agent: %s" % (b"a" * (number % 40 + 1)) for number in range(agents)]
    return b"\n".join(
        [*names, b"User-agent: SEOFixBot", *[b"Disallow: /%d" % n for n in range(rules)]]
    )


SHAPES = {
    "many agents, many rules": agents_and_rules(10_000, 1_000),
    "more agents, more rules": agents_and_rules(15_000, 2_000),
    "one agent repeated": filled(b"User-agent: SEOFixBot"),
    "one group repeated": filled(b"User-agent: SEOFixBot\nDisallow: /%d"),
    "agents and delays": filled(b"User-agent: SEOFixBot\nCrawl-delay: 1"),
    "many short rules": filled(b"allow:/"),
    "many literal rules": filled(b"Disallow: /%d"),
    "many wildcard rules": filled(b"allow:*%d"),
    "many anchored rules": filled(b"allow:/*%d$"),
    "rules of every length": b"\n".join([b"User-agent: *", *[b"Allow: /" + b"a" * n for n in range(980)]]),
    "almost matching": filled(b"allow:*aab%d"),
    "almost matching, long": filled(b"allow:/*" + b"a" * 48 + b"b%d" + b"a" * 48),
    "many stars": filled(b"Disallow: " + b"*a" * 8_000 + b"b"),
    "only stars": filled(b"Disallow: " + b"*" * 16_000),
    "many escapes": filled(b"Disallow: /" + b"%61%ff" * 2_000),
    "long lines": filled(b"Disallow: /" + b"a" * 60_000),
    "no newlines": b"User-agent: * Disallow: /" + b"a" * LIMIT,
    "all CR": b"\r" * LIMIT,
    "all CRLF": b"\r\n" * (LIMIT // 2),
    "all NUL": b"\0" * LIMIT,
    "all blanks": b" " * LIMIT,
    "all colons": b":\n" * (LIMIT // 2),
    "all comments": b"#\n" * (LIMIT // 2),
    "many sitemaps": filled(b"sitemap:%d"),
}  # fmt: skip
PATHS = {
    "short": "/a",
    "usual": "/shop/shoes?colour=red&page=2",
    "all a": "/" + "a" * (LONGEST_URL - 1),
    "all escapes": "/" + "%61" * (LONGEST_URL // 3 - 1),
}


def cpu_seconds(act):
    """The lesser of two runs: a busy machine costs caches, and so CPU time."""
    spent = []
    for _ in range(2):
        start = time.process_time()
        act()
        spent.append(time.process_time() - start)
    return min(spent)


@pytest.mark.parametrize("shape", SHAPES)
def test_reading_takes_less_than_a_second(shape):
    body = SHAPES[shape]

    assert cpu_seconds(lambda: read(body)) < 1


@pytest.mark.parametrize("shape", SHAPES)
def test_the_first_verdict_takes_less_than_a_second(shape):
    files = [read(SHAPES[shape]), read(SHAPES[shape])]

    assert cpu_seconds(lambda: files.pop().verdict(BOT, "/a")) < 1


@pytest.mark.parametrize("shape", SHAPES)
def test_any_further_verdict_takes_less_than_a_second(shape):
    file = read(SHAPES[shape])
    file.verdict(BOT, "/a")

    spent = {name: cpu_seconds(lambda p=path: file.verdict(BOT, p)) for name, path in PATHS.items()}

    assert [name for name, seconds in spent.items() if seconds >= 1] == []


def test_200_stars_against_5_kb_take_no_time():
    file = read(b"User-agent: *\nDisallow: /" + b"*a" * 200 + b"*b")

    assert cpu_seconds(lambda: file.verdict(BOT, "/" + "a" * 5_000)) < 0.01


@pytest.mark.parametrize("shape", ["many agents, many rules", "agents and delays"])
def test_the_crawl_delay_takes_no_time(shape):
    file = read(SHAPES[shape])

    assert cpu_seconds(lambda: file.crawl_delay(BOT)) < 0.1
