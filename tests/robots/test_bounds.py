"""Whatever 500 KiB hold: to read them and judge by them takes less than a second of CPU."""

from __future__ import annotations

import itertools
import time

import pytest

from robots.answer import judge_answer
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


def all_orders(parts, *, stars):
    """A rule for each way to put so many of `parts` between stars."""
    rules = (b"allow:*" + b"*".join(order) for order in itertools.product(parts, repeat=stars))
    return b"User-agent: *\n" + b"\n".join(rules)[:LIMIT]


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
    "almost matching, in turns": filled(b"allow:*" + b"ab" * 30 + b"c%d"),
    "one letter between stars": filled(b"allow:*a*%d"),
    "repeated stars, many rules": filled(b"Disallow: /a*a*a*a*b%d"),
    "every order of letters": all_orders([b"s", b"h", b"o", b"e", b"t", b"c", b"a"], stars=6),
    "every order of usual words": all_orders([b"shop", b"item", b"colour", b"red", b"page"], stars=6),
    "shared prefixes": filled(b"Allow: /shop/%d"),
    "shared prefixes and stars": filled(b"Allow: /shop/*%d"),
    "many index pages": filled(b"allow:*%d/index.htm"),
    "every group names the bot": filled(b"User-agent: SEOFixBot\nUser-agent: *\nAllow: /*%d*x"),
    "one line of stars": b"User-agent: *\nAllow: /" + b"*a" * (LIMIT // 2),
    "many stars": filled(b"Disallow: " + b"*a" * 8_000 + b"b"),
    "only stars": filled(b"Disallow: " + b"*" * 16_000),
    "many escapes": filled(b"Disallow: /" + b"%61%ff" * 2_000),
    "long lines": filled(b"Disallow: /" + b"a" * 60_000),
    "no newlines": b"User-agent: * Disallow: /" + b"a" * LIMIT,
    "all LF": b"\n" * LIMIT,
    "all CR": b"\r" * LIMIT,
    "all CRLF": b"\r\n" * (LIMIT // 2),
    "all NUL": b"\0" * LIMIT,
    "all blanks": b" " * LIMIT,
    "all colons": b":\n" * (LIMIT // 2),
    "all comments": b"#\n" * (LIMIT // 2),
    "many sitemaps": filled(b"sitemap:%d"),
}  # fmt: skip
PATHS = {
    "usual": "/shop/shoes?colour=red&page=2",
    "all a": "/" + "a" * (LONGEST_URL - 1),
    "in turns": "/" + "ab" * (LONGEST_URL // 2 - 1),
    "almost": "/" + ("a" * 48 + "c") * (LONGEST_URL // 49 - 1),
    "all escapes": "/" + "%61" * (LONGEST_URL // 3 - 1),
    "counting": ("/" + "".join(map(str, range(LONGEST_URL))))[:LONGEST_URL],
}  # fmt: skip
USUAL_PATHS = [
    f"/shop/cat{number % 7}/item-{number}?colour=red&page={number % 5}" for number in range(1_000)
]


def cpu_seconds(act, *, limit=1.0):
    """Of the first run within the limit, else of the second: a busy machine costs CPU time too."""
    for _ in range(2):
        start = time.process_time()
        act()
        spent = time.process_time() - start
        if spent < limit:
            break
    return spent


@pytest.mark.parametrize("shape", SHAPES)
def test_reading_a_file_and_judging_one_url_takes_less_than_a_second(shape):
    opened = []

    def open_file():
        opened.append(read(SHAPES[shape]))
        opened[-1].verdict(BOT, "/a")

    left = 1 - cpu_seconds(open_file)
    spent = {
        name: cpu_seconds(lambda p=path: opened[-1].verdict(BOT, p), limit=left)
        for name, path in PATHS.items()
    }

    assert [name for name, seconds in spent.items() if seconds >= left] == []


@pytest.mark.parametrize("shape", SHAPES)
def test_reading_a_file_and_judging_a_thousand_urls_takes_less_than_a_second(shape):
    def judge():
        file = read(SHAPES[shape])
        for path in USUAL_PATHS:
            file.verdict(BOT, path)

    assert cpu_seconds(judge) < 1


def test_200_stars_against_5_kb_take_no_time():
    file = read(b"User-agent: *\nDisallow: /" + b"*a" * 200 + b"*b")
    file.verdict(BOT, "/a")

    assert cpu_seconds(lambda: file.verdict(BOT, "/" + "a" * 5_000), limit=0.02) < 0.02


@pytest.mark.parametrize("shape", ["many agents, many rules", "agents and delays"])
def test_the_crawl_delay_takes_no_time(shape):
    file = read(SHAPES[shape])
    file.crawl_delay(BOT)

    assert cpu_seconds(lambda: file.crawl_delay(BOT), limit=0.1) < 0.1


def test_naming_an_answer_takes_no_file_apart():
    body = SHAPES["many short rules"]

    assert cpu_seconds(lambda: judge_answer(200, body), limit=0.01) < 0.01
