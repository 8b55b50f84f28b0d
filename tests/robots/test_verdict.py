"""Where parsers of robots.txt are known to go wrong, and what is right."""

from __future__ import annotations

import pytest

from robots.rules import read
from robots.verdict import GroupKind, Verdict

BOT = "SEOFixBot"


def allowed(text, path, token=BOT):
    body = text if isinstance(text, bytes) else text.encode()
    return read(body).verdict(token, path).allowed


@pytest.mark.parametrize(
    ("body", "path", "expected"),
    [
        (b"\xef\xbb\xbfUser-agent: *\nDisallow: /", "/", False),
        (b"\xef\xbbUser-agent: *\nDisallow: /", "/", False),
        (b"\xefUser-agent: *\nDisallow: /", "/", False),
        (b"\xef\x13\xbfUser-agent: *\nDisallow: /", "/", True),
        (b"\xbb\xbfUser-agent: *\nDisallow: /", "/", True),
        (b"User-agent: *\n\xef\xbb\xbfDisallow: /", "/", True),
        ("User-agent: *\nDisallow: /".encode("utf-16"), "/", True),
        (b"# caf\xdf\nUser-agent: *\nDisallow: /x", "/x", False),
        (b"", "/", True),
    ],
)
def test_bytes_of_any_encoding_are_read(body, path, expected):
    assert allowed(body, path) is expected


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("SEOFixBot", False),
        ("seofixbot", False),
        ("SEO", True),
        ("s", True),
        ("FixBot", True),
        ("SEOFixBot-Image", True),
        ("SEOFixBots", True),
        ("SEOFixBot/1.0", False),
        ("SEOFixBot/2.0", False),
        ("SEOFixBot (audit)", False),
        ("SEOFixBot*", False),
        ("* bots", False),
        ("*\tbots", False),
        ("*", False),
        ("*SEOFixBot*", True),
        ("*bots", True),
        ("Mozilla/5.0 (compatible; SEOFixBot/1.0)", True),
        ("compatible", True),
        ("", True),
        ("/1.0", True),
    ],
)
def test_a_group_is_for_the_bot_whose_whole_token_it_names(agent, expected):
    assert allowed(f"User-agent: {agent}\nDisallow: /", "/") is expected


@pytest.mark.parametrize("token", ["", "*", "Mozilla/5.0 (compatible; SEOFixBot/1.0)"])
@pytest.mark.parametrize("agent", ["", "Mozilla", "compatible", "SEOFixBot"])
def test_what_is_no_product_token_has_no_group_of_its_own(token, agent):
    assert allowed(f"User-agent: {agent}\nDisallow: /", "/", token)


def test_a_full_user_agent_header_gets_the_group_for_all():
    text = "User-agent: Mozilla\nDisallow:\n\nUser-agent: *\nDisallow: /"

    assert not allowed(text, "/", "Mozilla/5.0 (compatible; SEOFixBot/1.0)")


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        # all groups that name the token hold together, whatever stands between
        ("User-agent: SEOFixBot\nDisallow: /a\n\nUser-agent: SEOFixBot/1.0\nDisallow: /b", "/a", False),
        ("User-agent: SEOFixBot\nDisallow: /a\n\nUser-agent: SEOFixBot/1.0\nDisallow: /b", "/b", False),
        ("User-agent: SEOFixBot\nAllow: /\n\nUser-agent: *\nDisallow: /", "/a", True),
        ("User-agent: SEOFixBot\n\nUser-agent: *\nDisallow: /", "/a", False),
        ("User-agent: SEOFixBot\nDisallow:\nUser-agent: *\nDisallow: /", "/a", True),
        ("User-agent: Other\nDisallow: /", "/", True),
        ("Disallow: /\nUser-agent: *\nAllow: /b", "/a", True),
        # records that are no rules end no group
        ("User-agent: SEOFixBot\nCrawl-delay: 2\nUser-agent: *\nDisallow: /", "/", False),
        ("User-agent: *\nCrawl-delay: 2\nUser-agent: Googlebot\nDisallow: /search/", "/search/", False),
        ("User-agent: SEOFixBot\nContent-Signal: ai-train=no\nUser-agent: *\nDisallow: /", "/", False),
        ("User-agent: SEOFixBot\nSitemap: /s.xml\nUser-agent: *\nDisallow: /", "/", False),
        ("User-agent: SEOFixBot\nHost: h.test\nUser-agent: *\nDisallow: /", "/", False),
        ("User-agent: SEOFixBot\nx: y\nUser-agent: *\nDisallow: /", "/", False),
        ("User-agent: SEOFixBot\n\n\nDisallow: /", "/", False),
    ],
)  # fmt: skip
def test_groups_are_formed_as_the_standard_says(text, path, expected):
    assert allowed(text, path) is expected


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_end_at_lf_crlf_or_cr(newline):
    text = newline.join(["User-agent: *", "", "Disallow: /x", "Allow: /x/y"])

    assert read(text.encode()).verdict(BOT, "/x") == Verdict(
        allowed=False, line=3, rule="Disallow: /x", group=GroupKind.ALL
    )


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x00"])
def test_nothing_else_ends_a_line(separator):
    assert allowed(f"User-agent: *\nAllow: /a{separator}Disallow: /b", "/b")


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/a$xyz", True),
        ("Disallow: /a$", "/a?x", True),
        ("Disallow: /a$b", "/a$b", False),
        ("Disallow: /a%24", "/a$", False),
        ("Disallow: /a$$", "/a$", False),
        ("Disallow: /a*c$", "/abc", False),
        ("Disallow: /a*c$", "/abcd", True),
        ("Disallow: /a*c$", "/abcdc", False),
        ("Disallow: /ab*b$", "/ab", True),
        ("Disallow: /ab*$", "/abc", False),
        ("Disallow: $", "/", True),
        ("Disallow: *$", "/", False),
        ("Disallow: *", "/", False),
        ("Disallow: **a", "/ba", False),
        ("Disallow: /a%2Ab", "/a*b", False),
        ("Disallow: /a%2Ab", "/axb", True),
        ("Disallow: /a%3Fb", "/a?b", True),
        ("Disallow: /a?b", "/a%3Fb", True),
        ("Disallow: /x?a=%26", "/x?a=&", True),
        ("Disallow: /x?a%3d1", "/x?a=1", True),
        ("Disallow: /x?a%3d1", "/x?a%3D1", False),
        ("Disallow: /a%FF", "/a%FE", True),
        ("Disallow: /a%ff", "/a%FF", False),
        ("Disallow: /a%zz", "/a%zz", False),
        ("Disallow: /~joe", "/%7Ejoe", False),
        ("Disallow: /%7Ejoe", "/~joe", False),
        ("Disallow: /néo", "/n%C3%A9o", False),
        ("Disallow: /a b", "/a%20b", False),
        ("Disallow: /a|b", "/a%7Cb", False),
        ("Disallow: /a%7Cb", "/a|b", False),
        ("Disallow: //x", "//x/y", False),
        ("Disallow: /a;p=1", "/a;p=1", False),
        ("Disallow: /?", "/", True),
        ("Disallow: /?", "/?a=1", False),
        ("Disallow: /*.jsp", "/a/b.jsp", False),
        ("Disallow: /en-uk/*q=*relevance*", "/en-uk/x/c/4018?q=%3Arelevance%3Atype", False),
        ("Disallow: /*/filter/page=*/$", "/a/filter/page=2/", False),
        ("Disallow: /A", "/a", True),
        ("Disallow: a", "/a", True),
        ("Disallow: http://h.test/x", "/x", True),
        ("Disallow: http://h.test/x", "/http://h.test/x", True),
        ("Disallow:", "/", True),
        ("Disallow: # all", "/", True),
        ("Disallow: /foo#bar", "/foo", False),
        ("# Disallow: /", "/", True),
        ("Disallow: /", "", False),
        ("Disallow: /", "/robots.txt", True),
        ("Disallow: /", "/robots.txt?x", False),
        ("Disallow: /", "/a/robots.txt", False),
    ],
)
def test_a_disallow_forbids_exactly_what_its_pattern_matches(line, path, expected):
    assert allowed(f"User-agent: *\n{line}", path) is expected


@pytest.mark.parametrize(
    ("line", "path", "expected"),
    [
        ("Allow: /d/index.htm", "/d/", True),
        ("Allow: /d/index.html", "/d/", True),
        ("Allow: /d/index.html", "/d/x", False),
        ("Allow: /d/index.html", "/d/index.htm", False),
        ("Allow: /d/index.php", "/d/", False),
        ("Allow: index.html", "/", False),
        ("Allow: /$", "/", True),
        ("Allow: /$", "/a", False),
        ("Allow: /%61", "/%61", True),
        ("Allow: /%61", "/a", False),  # the standard opens it, Google does not: closed
        ("Allow: /a", "/%61", False),
        ("Allow:", "/", False),
        ("Allow: /", "/a", True),  # a tie
    ],
)
def test_an_allow_opens_what_a_disallow_of_all_closed(line, path, expected):
    assert allowed(f"User-agent: *\nDisallow: /\n{line}", path) is expected


@pytest.mark.parametrize(
    ("path", "line"),
    [("/page", 2), ("/page.html", 3), ("/pages/x.html", 4), ("/pages/x", 4), ("/other", None)],
)
def test_the_longest_pattern_decides_and_is_named(path, line):
    file = read(b"User-agent: *\nAllow: /page\nDisallow: /*.html\nAllow: /pages/*\n")

    assert file.verdict(BOT, path).line == line


def test_of_equal_rules_the_first_line_is_named():
    file = read(b"User-agent: *\nDisallow: /a*\nDisallow: /*a\nDisallow: /a*\n")

    assert file.verdict(BOT, "/a").line == 2


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        (b"", Verdict(allowed=True)),
        (b"User-agent: *\nDisallow: /a", Verdict(allowed=True, group=GroupKind.ALL)),
        (
            b"User-agent: SEOFixBot\r\n \tDISALLOW :/  # the cart \r\n",
            Verdict(allowed=False, line=2, rule="DISALLOW :/  # the cart", group=GroupKind.TOKEN),
        ),
    ],
)
def test_a_verdict_names_the_line_and_the_group(body, verdict):
    assert read(body).verdict(BOT, "/b") == verdict


def test_a_long_line_is_quoted_in_part():
    verdict = read(b"User-agent: *\nDisallow: /\n" + b"Allow: /" + b"a" * 400).verdict(
        BOT, "/" + "a" * 400
    )

    assert verdict.rule == "Allow: /" + "a" * 292 + "…"


@pytest.mark.parametrize(
    "line",
    [
        "Disallowed: /",
        "dissallow: /",
        "dissalow: /",
        "disalow: /",
        "diasllow: /",
        "disallaw: /",
        "Disallow /",
        "Disallow\t \t/",
        "DISALLOW:/",
        "disallow : /",
        "Disallow: / # all",
    ],
)
@pytest.mark.parametrize(
    "agent", ["User-agent: *", "useragent: *", "USER AGENT: *", "User-agent *"]
)
def test_common_misspellings_are_obeyed(agent, line):
    assert not allowed(f"{agent}\n{line}", "/")


@pytest.mark.parametrize("line", ["Disallow / x", "Dis allow: /", "Disallow", ": /", "/"])
def test_other_misspellings_are_not(line):
    assert allowed(f"User-agent: *\n{line}", "/")


def test_a_web_page_in_its_place_has_no_rules():
    page = b"<!doctype html><title>User-agent: * Disallow: /</title><p>Disallow: /</p>"

    assert allowed(page, "/")


def test_rules_at_the_start_of_a_web_pages_lines_count():
    assert not allowed("<html>\nUser-agent: *\nDisallow: /\n</html>", "/")
