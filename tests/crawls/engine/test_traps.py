"""Which addresses form a trap, and which only look like one."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass
from itertools import product

import pytest

from crawls.engine.traps import TrapKind, find_traps, repeated_segments, template_of

H = "https://h.test"


@dataclass(frozen=True)
class Seen:
    url: str
    depth: int
    title: str | None


def pages(*paths, depth=1, title="A page"):
    return [Seen(H + path, depth, title) for path in paths]


def chain(paths, title=lambda _: "A page", *, start=1):
    """Each page one link deeper than the one before."""
    return [Seen(H + path, start + at, title(path)) for at, path in enumerate(paths)]


def named(seen):
    return [(trap.kind, trap.template, trap.count) for trap in find_traps(seen)]


ENDLESS = chain(["/docs/" + "x/" * times for times in range(1, 26)])
MONTHS = [f"/cal?month={2026 + n // 12}-{n % 12 + 1:02}" for n in range(25)]
NAMES = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
CALENDAR = chain(MONTHS, lambda path: f"{NAMES[int(path[-2:]) - 1]} {path[11:15]}")
PATH_CALENDAR = chain([f"/events/{2026 + n // 12}/{n % 12 + 1:02}/" for n in range(25)])
SESSIONS = pages(*(f"/{page}?sid={chr(97 + n)}{n:013}x9" for n in range(10) for page in "abc"))
IN_PATH = pages(*(f"/{page};jsessionid={n:032X}" for n in range(10) for page in "abc"))
FACETS = pages(
    *(f"/shoes?colour={a}&size={b}&sort={c}" for a, b, c in product(range(9), range(9), range(3)))
)


@pytest.mark.parametrize(
    ("seen", "trap"),
    [
        (ENDLESS, (TrapKind.ENDLESS_PATH, "/docs/x/\u2026", 23)),
        (CALENDAR, (TrapKind.CALENDAR, "/cal?month={date}", 25)),
        (PATH_CALENDAR, (TrapKind.CALENDAR, "/events/{date}/", 25)),
        (SESSIONS, (TrapKind.SESSION_ID, "{page}?sid={session}", 30)),
        (IN_PATH, (TrapKind.SESSION_ID, "{page};jsessionid={session}", 30)),
        (FACETS, (TrapKind.PARAMETERS, "/shoes?colour=\u2026&size=\u2026&sort=\u2026", 243)),
    ],
    ids=["endless path", "calendar", "calendar in the path", "session", "jsessionid", "facets"],
)
def test_trap_is_named_with_what_its_addresses_have_in_common(seen, trap):
    assert named(seen) == [trap]


def test_trap_gives_its_ends_as_examples_and_says_why():
    (trap,) = find_traps(CALENDAR)

    assert trap.examples == (f"{H}/cal?month=2026-01", f"{H}/cal?month=2028-01")
    assert trap.reason == "each page leads to the next date, 25 links deep"


ARTICLES = [
    f"/{year}/{month:02}/{day:02}/"
    for year, month, day in product((2023, 2024), range(1, 13), range(1, 29))
]
FALSE_ALARMS = {
    "5,000 products": pages(*(f"/product/{n}" for n in range(5_000)), title="Shoes"),
    "products by two parameters": [Seen(f"{H}/p?cat={n % 9}&id={n}", 2, f"Shoe of {chr(97 + n % 26)}{n:b}".replace("1", "i").replace("0", "o")) for n in range(999)],
    "dated articles": [Seen(f"{H}{day}title-of-{at}", 2, "News") for at, day in enumerate(ARTICLES)],
    "archive of days": pages(*ARTICLES, depth=3, title="Archive"),
    "numbered list": chain([f"/page/{n}" for n in range(2, 26)]),
    "numbered list by parameter": pages(*(f"/blog?page={n}" for n in range(300)), title="Blog"),
    "year by month": chain([f"/archive/2025/{month:02}/" for month in range(1, 12)]),
    "language folder": pages("/de/de/", "/de/de/kontakt", "/en/de/", "/fr/de/"),
    "documentation": chain(["/a/b/c/d/e/f/g/"[: 2 * n] for n in range(1, 8)]),
    "one loop page": pages("/a/x/x/x/"),
    "one visitor's session": pages(*(f"/{n}?PHPSESSID=1a2b3c4d5e6f7a" for n in range(500))),
    "story numbers": pages(*(f"/story?sid={n}" for n in range(500)), title="Story"),
    "few filters": pages(*(f"/shoes?a={a}&b={b}" for a, b in product(range(9), range(9)))),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE_ALARMS)
def test_ordinary_site_has_no_trap(name):
    assert named(FALSE_ALARMS[name]) == []


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/product/123", "/product/{number}"),
        ("/cal?month=2026-12", "/cal?month={date}"),
        ("/2026/12/05/title", "/{date}/title"),
        ("/f/1a2b3c4d5e6f", "/f/{id}"),
        ("/a;jsessionid=1A2B?x=1", "/a;jsessionid={session}?x={number}"),
        ("/docs/x/x/x/", "/docs/x/\u2026"),
        ("/about", "/about"),
    ],
)
def test_template_folds_what_varies(path, template):
    assert template_of(H + path) == template


@pytest.mark.parametrize(
    ("path", "repeated"),
    [
        ("/x/x/x/", {"x": 3}),
        ("/a/x/b/x/c/x", {"x": 3}),
        ("/de/de/", {}),
        ("/1/1/1/", {}),
        ("/-/-/-/", {}),
        ("/?p=x/x/x", {}),
    ],
)
def test_folder_that_comes_three_times_is_repeated(path, repeated):
    assert repeated_segments(H + path) == repeated


def test_memory_does_not_grow_with_the_crawl():
    def crawl(count):
        return (
            Seen(f"{H}/{n % 3_000}/x{n}?a={n}&b={n % 7}&sid=a{n:013}", n % 25, f"t{n}")
            for n in range(count)
        )

    peaks = []
    for count in (5_000, 15_000):
        tracemalloc.start()
        find_traps(crawl(count))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[1] < 1.2 * peaks[0]
    assert peaks[1] < 40_000_000
