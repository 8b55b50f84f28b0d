"""Cases that were published, each by its name: Google's own tests, and reports of other parsers."""

from __future__ import annotations

import pytest

from robots.rules import SitemapLine, read

BOT = "SEOFixBot"
ALL = "User-agent: *\n"
LONGEST_LINE = 2083 * 8 - 1


def judged(body, paths, token):
    file = read(body if isinstance(body, bytes) else body.encode())
    return {path: file.written_verdict(token, path).allowed for path in paths}


def rows(*cases):
    return [pytest.param(body, expected, id=name) for name, body, expected in cases]


GROUPS = """allow: /foo/bar/

user-agent: FooBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: FooBot
allow: /z/
disallow: /
"""
SITEMAP_BETWEEN = "User-agent: BarBot\nSitemap: https://h.test/s\nUser-agent: *\nDisallow: /\n"
LONG = "/x/" + "a" * (LONGEST_LINE - len("disallow: /x/"))
GOOGLE = [
    ("GoogleOnly_SystemTest", "FooBot", "", {"": True}),
    ("GoogleOnly_SystemTest, no agent", "", "user-agent: FooBot\ndisallow: /", {"": True}),
    ("GoogleOnly_SystemTest, no URL", "FooBot", "user-agent: FooBot\ndisallow: /", {"": False}),
    ("ID_LineSyntax_Line", "FooBot", "user-agent: FooBot\ndisallow: /", {"/x/y": False}),
    ("ID_LineSyntax_Line, unknown", "FooBot", "foo: FooBot\nbar: /", {"/x/y": True}),
    ("ID_LineSyntax_Line, no colon", "FooBot", "user-agent FooBot\ndisallow /", {"/x/y": False}),
    ("ID_LineSyntax_Groups", "FooBot", GROUPS, {"/x/b": True, "/z/d": True, "/y/c": False, "/foo/bar/": False}),
    ("ID_LineSyntax_Groups, blank lines", "BarBot", GROUPS, {"/y/c": True, "/w/a": True, "/z/d": False, "/foo/bar/": False}),
    ("ID_LineSyntax_Groups, shared", "BazBot", GROUPS, {"/z/d": True, "/x/b": False, "/foo/bar/": False}),
    ("ID_LineSyntax_Groups_OtherRules", "BarBot", SITEMAP_BETWEEN, {"/a": False}),
    ("ID_LineSyntax_Groups_OtherRules, all", "FooBot", SITEMAP_BETWEEN, {"/a": False}),
    ("ID_LineSyntax_Groups_OtherRules, unknown", "BarBot", SITEMAP_BETWEEN.replace("Sitemap", "Invalid"), {"/a": False}),
    ("ID_REPLineNamesCaseInsensitive", "FooBot", "USER-AGENT: FooBot\naLLoW: /x/\nDISALLOW: /", {"/x/y": True, "/a/b": False}),
    ("ID_VerifyValidUserAgentsToObey, hyphen", "Foobot-Bar", "User-agent: Foobot-Bar\nDisallow: /", {"/": False}),
    ("ID_VerifyValidUserAgentsToObey, underscore", "Foo_Bar", "User-agent: Foo_Bar\nDisallow: /", {"/": False}),
    ("ID_VerifyValidUserAgentsToObey, version", "Foobot/2.1", "User-agent: Foobot/2.1\nDisallow: /", {"/": True}),
    ("ID_UserAgentValueCaseInsensitive, upper", "foo", "User-Agent: FOO BAR\nDisallow: /", {"/x": False}),
    ("ID_UserAgentValueCaseInsensitive, mixed", "Foo", "User-Agent: FoO bAr\nDisallow: /", {"/x": False}),
    ("GoogleOnly_AcceptUserAgentUpToFirstSpace", "Foo", "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /", {"/x/y": True, "/a": False}),
    ("GoogleOnly_AcceptUserAgentUpToFirstSpace, whole", "Foo Bar", "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /", {"/x/y": False}),
    ("ID_GlobalGroups_Secondary", "FooBot", "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /", {"/x": False}),
    ("ID_GlobalGroups_Secondary, none", "QuxBot", "user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /", {"/x": True}),
    ("ID_AllowDisallow_Value_CaseSensitive", "FooBot", ALL + "disallow: /x/", {"/x/y": False, "/X/y": True}),
    ("ID_LongestMatch, empty", "FooBot", ALL + "disallow:\nallow:", {"/x": True}),
    ("ID_LongestMatch, equal", "FooBot", ALL + "disallow: /\nallow: /", {"/x": True}),
    ("ID_LongestMatch, slash", "FooBot", ALL + "disallow: /x\nallow: /x/", {"/x": False, "/x/": True}),
    ("ID_LongestMatch, path", "FooBot", ALL + "disallow: /x/page.html\nallow: /x/", {"/x/page.html": False, "/x/": True}),
    ("ID_LongestMatch, star", "FooBot", ALL + "allow: /page\ndisallow: /*.html", {"/page.html": False, "/page": True}),
    ("ID_LongestMatch, star and dot", "FooBot", ALL + "allow: /x/page.\ndisallow: /*.html", {"/x/page.html": True, "/x/y.html": False}),
    ("ID_LongestMatch, own group", "FooBot", ALL + "disallow: /x/\nuser-agent: FooBot\ndisallow: /y/", {"/x/page": True, "/y/page": False}),
    ("ID_Encoding, query", "FooBot", ALL + "disallow: /\nallow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par", {"/foo/bar?qux=taz&baz=http://foo.bar?tar&par": True}),
    ("ID_Encoding, raw", "FooBot", ALL + "disallow: /\nallow: /foo/bar/\u30c4", {"/foo/bar/%E3%83%84": True, "/foo/bar/\u30c4": False}),
    ("ID_Encoding, escaped", "FooBot", ALL + "disallow: /\nallow: /foo/bar/%E3%83%84", {"/foo/bar/%E3%83%84": True, "/foo/bar/\u30c4": False}),
    ("ID_Encoding, unreserved", "FooBot", ALL + "disallow: /\nallow: /foo/bar/%62%61%7A", {"/foo/bar/%62%61%7A": True, "/foo/bar/baz": False}),
    ("ID_SpecialCharacters, star", "FooBot", ALL + "disallow: /foo/bar/quz\nallow: /foo/*/qux", {"/foo/bar/quz": False, "/foo/quz": True, "/foo//quz": True, "/foo/bax/quz": True}),
    ("ID_SpecialCharacters, dollar", "FooBot", ALL + "disallow: /foo/bar$\nallow: /foo/bar/qux", {"/foo/bar": False, "/foo/bar/qux": True, "/foo/bar/": True, "/foo/bar/baz": True}),
    ("ID_SpecialCharacters, comment", "FooBot", ALL + "# disallow: /\ndisallow: /foo/quz#qux", {"/foo/bar": True, "/foo/quz": False}),
    ("GoogleOnly_IndexHTMLisDirectory", "FooBot", ALL + "Allow: /allowed-slash/index.html\nDisallow: /", {"/allowed-slash/": True, "/allowed-slash/index.htm": False, "/allowed-slash/index.html": True, "/anyother-url": False}),
    ("GoogleOnly_LineTooLong", "FooBot", f"{ALL}disallow: {LONG}/qux", {"/fux": True, f"{LONG}/fux": False}),
    ("GoogleOnly_DocumentationChecks, /fish", "FooBot", ALL + "disallow: /\nallow: /fish", {"/fish": True, "/fish.html": True, "/fish/salmon.html": True, "/fishheads/yummy.html": True, "/fish.php?id=anything": True, "/Fish.asp": False, "/catfish": False, "/?id=fish": False}),
    ("GoogleOnly_DocumentationChecks, /fish*", "FooBot", ALL + "disallow: /\nallow: /fish*", {"/fish": True, "/fishheads": True, "/fish.php?id=anything": True, "/Fish.bar": False, "/?id=fish": False}),
    ("GoogleOnly_DocumentationChecks, /fish/", "FooBot", ALL + "disallow: /\nallow: /fish/", {"/fish/": True, "/fish/?salmon": True, "/fish": False, "/fish.html": False}),
    ("GoogleOnly_DocumentationChecks, /*.php", "FooBot", ALL + "disallow: /\nallow: /*.php", {"/filename.php": True, "/folder/any.php?parameters": True, "/folder/any.php.file.html": True, "/index?f=filename.php/": True, "/php/": False, "/windows.PHP": False}),
    ("GoogleOnly_DocumentationChecks, /*.php$", "FooBot", ALL + "disallow: /\nallow: /*.php$", {"/filename.php": True, "/folder/filename.php": True, "/filename.php?x": False, "/filename.php/": False, "/filename.php5": False}),
    ("GoogleOnly_DocumentationChecks, /fish*.php", "FooBot", ALL + "disallow: /\nallow: /fish*.php", {"/fish.php": True, "/fishheads/catfish.php?parameters": True, "/Fish.PHP": False}),
    ("GoogleOnly_DocumentationChecks, order 1", "FooBot", ALL + "allow: /p\ndisallow: /", {"/page": True}),
    ("GoogleOnly_DocumentationChecks, order 2", "FooBot", ALL + "allow: /folder\ndisallow: /folder", {"/folder/page": True}),
    ("GoogleOnly_DocumentationChecks, order 3", "FooBot", ALL + "allow: /page\ndisallow: /*.htm", {"/page.htm": False}),
    ("GoogleOnly_DocumentationChecks, order 4", "FooBot", ALL + "allow: /$\ndisallow: /", {"/": True, "/page.html": False}),
    ("ID_UTF8ByteOrderMarkIsSkipped", "FooBot", b"\xef\xbb\xbfuser-agent: *\ndisallow: /", {"/": False}),
    ("ID_UTF8ByteOrderMarkIsSkipped, wrong", "FooBot", b"\xef\x11\xbfuser-agent: *\ndisallow: /", {"/": True}),
    ("TestMaybeEscapePattern, raw", "FooBot", ALL + "disallow: /\u00e1", {"/%C3%A1": False}),
    ("TestMaybeEscapePattern, case", "FooBot", ALL + "disallow: /%aa", {"/%AA": False, "/%aa": False}),
    ("Reporting_LinesTooLong", "FooBot", f"{ALL}disallow: {LONG}\ndisallow: /b", {"/b": False, "/c": True}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("token", "body", "expected"), [pytest.param(*case[1:], id=case[0]) for case in GOOGLE]
)
def test_googles_own_cases_come_out_as_published(token, body, expected):
    assert judged(body, expected, token) == expected


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\r"])
def test_the_lines_of_a_sitemap_record_count_alike_before_and_after_groups(separator):
    text = separator.join(["Sitemap: /a", "User-agent: *", "", "Disallow: /", "sitemap: /b"])

    assert read(text.encode()).sitemaps == (SitemapLine(1, "/a"), SitemapLine(5, "/b"))


NAMED = "User-agent: {}\nDisallow: /"
DELAY_BETWEEN = "User-agent: *\nCrawl-delay: 2\nUser-agent: Googlebot\nDisallow: /search/"
REPORTED = rows(
    ("P1 byte order mark, scrapy#6195", b"\xef\xbb\xbfUser-agent: *\nDisallow: /", {"/": False}),
    ("P2 prefix of the token, protego#65", NAMED.format("SEO"), {"/": True}),
    ("P2 one letter", NAMED.format("s"), {"/": True}),
    ("P2 end of the token", NAMED.format("bot"), {"/": True}),
    ("P3 version", NAMED.format("SEOFixBot/2.0"), {"/": False}),
    ("P3 comment", NAMED.format("SEOFixBot (audit)"), {"/": False}),
    ("P4 whole header", NAMED.format("Mozilla/5.0 (compatible; SEOFixBot/1.0)"), {"/": True}),
    ("P5 star and words", NAMED.format("* bots"), {"/": False}),
    ("P6 star before the token", NAMED.format("*SEOFixBot*"), {"/": True}),
    ("P7 two spellings", "User-agent: SEOFixBot\nDisallow: /a\nUser-agent: SEOFixBot/1.0\nDisallow: /b", {"/a": False, "/b": False, "/c": True}),
    ("P8 Crawl-delay between names", "User-agent: SEOFixBot\nCrawl-delay: 2\nUser-agent: *\nDisallow: /", {"/": False}),
    ("P8 Content-Signal between names", "User-agent: SEOFixBot\nContent-Signal: search=yes\nUser-agent: *\nDisallow: /", {"/": False}),
    ("P8 congress.gov", DELAY_BETWEEN, {"/search/": False, "/": True}),
    *[(f"P9 U+{ord(end):04X} ends no line", f"User-agent: *\nAllow: /a{end}Disallow: /b", {"/b": True}) for end in "\u2028\x85\x0c\x0b"],
    ("P10 final dollar", ALL + "Disallow: /a$", {"/a": False, "/a$xyz": True}),
    ("P11 escaped question mark", ALL + "Disallow: /a%3Fb", {"/a?b": True, "/a%3Fb": False}),
    ("P11 escaped ampersand", ALL + "Disallow: /x?a=%26", {"/x?a=&": True, "/x?a=%26": False}),
    ("P11 escaped equals sign", ALL + "Disallow: /x?a%3d1", {"/x?a=1": True, "/x?a%3D1": False}),
    ("P12 octets of no character", ALL + "Disallow: /a%FF", {"/a%FE": True, "/a%FF": False}),
    ("P13 Disallowed", ALL + "Disallowed: /", {"/": False}),
    ("P14 index.htm", ALL + "Disallow: /\nAllow: /d/index.htm", {"/d/": True, "/d/x": False}),
    ("P15 absolute URL, protego#4", ALL + "Disallow: http://h/x", {"/x": True}),
    ("P19 lines of a web page", "<html>\nUser-agent: *\nDisallow: /\n</html>", {"/": False}),
    ("P19 a web page of one line", "<html>User-agent: * Disallow: /</html>", {"/": True}),
    ("UTF-16", "User-agent: *\nDisallow: /".encode("utf-16"), {"/": True}),
    ("longer token", NAMED.format("SEOFixBot-Image"), {"/": True}),
    ("scrapy#6292 not UTF-8", b"# caf\xdf\nUser-agent: *\nDisallow: /x", {"/x": False, "/y": True}),
    ("protego#28", ALL + "Disallow: /en-uk/*q=*relevance*", {"/en-uk/x/c/4018?q=%3Arelevance%3Atype": False}),
    ("protego#29", ALL + "Disallow: /*s=", {"/a?s=1": False, "/a?t=1": True}),
    ("protego#51", ALL + "Disallow: /*/filter/page=*/$", {"/a/filter/page=2/": False, "/a/filter/page=2/b": True}),
    ("cpython#88375", ALL + "Disallow: /?", {"/": True, "/?a=1": False}),
    ("cpython#114310, crawl4ai#699", ALL + "Disallow: /*.jsp", {"/a/b.jsp": False, "/a/b": True}),
    ("gleaner#90", ALL + "Disallow:", {"/": True}),
    ("lines of HTML between rules", ALL + "<br />\nDisallow: /a\n<br />\nDisallow: /b", {"/a": False, "/b": False, "/c": True}),
    ("blank line in a group", ALL + "\n\nDisallow: /a", {"/a": False}),
)  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), REPORTED)
def test_what_other_parsers_got_wrong_comes_out_right(body, expected):
    assert judged(body, expected, BOT) == expected


@pytest.mark.parametrize(
    ("line", "value"),
    rows(
        ("P18 a hash begins a comment", "Sitemap: https://a/d#e.xml", "https://a/d"),
        ("P18 relative", "Sitemap: /sm.xml", "/sm.xml"),
        ("P18 no colon", "Sitemap https://a/sm.xml", "https://a/sm.xml"),
    ),
)
def test_sitemap_that_other_parsers_bent_comes_out_as_written(line, value):
    assert read(f"{ALL}{line}\nDisallow: /".encode()).sitemaps == (SitemapLine(2, value),)
