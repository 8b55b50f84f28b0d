"""A large or hostile sitemap costs bounded memory and bounded time."""

from __future__ import annotations

import gzip
import subprocess
import sys
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine.policy import SitemapLimits
from crawls.engine.sitemap import SitemapKind, read_sitemap

MEBIBYTE = 1024 * 1024


def read(body, **limits):
    return read_sitemap(body, sitemap_url="http://h.test/s.xml", limits=SitemapLimits(**limits))


def long_urlset(count):
    entries = (f"<url><loc>http://h.test/{n}</loc></url>" for n in range(count))
    return f"<urlset>{''.join(entries)}</urlset>".encode()


def test_reading_stops_at_the_limit_of_addresses():
    sitemap = read(long_urlset(11), urls=10)

    assert (len(sitemap.locs), sitemap.was_cut) == (10, True)
    assert sitemap.problems == ("Only its first 10 addresses were read.",)


def test_as_many_addresses_as_the_limit_are_no_cut():
    sitemap = read(long_urlset(10), urls=10)

    assert (len(sitemap.locs), sitemap.was_cut, sitemap.problems) == (10, False, ())


def test_a_list_of_lines_has_the_same_limit():
    sitemap = read(b"http://h.test/\n" * 11, urls=10)

    assert (len(sitemap.locs), sitemap.was_cut) == (10, True)


@pytest.mark.parametrize("wrap", [bytes, gzip.compress, lambda b: gzip.compress(gzip.compress(b))])
def test_reading_stops_at_the_limit_of_decoded_bytes(wrap):
    sitemap = read(wrap(long_urlset(1000)), file_bytes=1000)

    assert (sitemap.decoded_bytes, len(sitemap.locs), sitemap.was_cut) == (1000, 26, True)
    assert sitemap.problems[0] == "Only its first 1000 bytes were read."


def test_as_many_bytes_as_the_limit_are_no_cut():
    body = long_urlset(10)

    assert read(body, file_bytes=len(body)).was_cut is False


def test_more_than_the_protocol_allows_is_read_and_reported():
    sitemap = read(long_urlset(50_001))

    assert len(sitemap.locs) == 50_001
    assert sitemap.problems == ("It has more than 50000 addresses, the most one file may have.",)


def bomb(size, layers=1, head=b"<urlset>"):
    for layer in range(layers):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        parts = [packer.compress(head)]
        parts += [
            packer.compress(bytes(MEBIBYTE)) for _ in range(size // MEBIBYTE if layer == 0 else 0)
        ]
        head = b"".join(parts) + packer.flush()
    return head


HOSTILE = {
    "bomb": lambda: bomb(100 * MEBIBYTE),
    "bomb in a bomb": lambda: bomb(100 * MEBIBYTE, layers=2),
    "bomb of text": lambda: bomb(100 * MEBIBYTE, head=b"http://h.test/"),
    "bomb of nothing": lambda: bomb(100 * MEBIBYTE, head=b""),
    "empty members": lambda: gzip.compress(gzip.compress(b"") * 500_000),
    "one tag": lambda: b"<urlset><a " + b"b='c' " * 8 * MEBIBYTE,
    "one text": lambda: b"<urlset><url><loc>" + b"a" * 50 * MEBIBYTE,
    "one comment": lambda: b"<urlset><!--" + b"-" * 50 * MEBIBYTE,
    "one cdata": lambda: b"<urlset><![CDATA[" + b"]" * 50 * MEBIBYTE,
    "many odd characters": lambda: b"<urlset>" + b"a\0" * 8 * MEBIBYTE,
    "many comments": lambda: b"<urlset>" + b"<!---->" * 2 * MEBIBYTE,
    "many ampersands": lambda: b"<urlset>" + b"&" * 10 * MEBIBYTE,
    "many entities": lambda: b"<urlset>" + b"&eacute;" * MEBIBYTE,
    "many starts": lambda: b"<" * 50 * MEBIBYTE,
    "many openers": lambda: b"<!--" * 4 * MEBIBYTE,
    "deep": lambda: b"<urlset>" + b"<a>" * 16 * MEBIBYTE,
    "flat": lambda: b"<urlset>" + b"<a/>" * 2 * MEBIBYTE,
    "locs in one entry": lambda: b"<urlset><url>" + b"<loc>/</loc>" * MEBIBYTE,
    "text pieces": lambda: b"<urlset><url><loc>" + b"a<!---->" * 2 * MEBIBYTE,
    "one line": lambda: b"http://h.test/" + b"a" * 50 * MEBIBYTE,
    "many lines": lambda: b"http://h.test/\n" + b"x\n" * 5 * MEBIBYTE,
}  # fmt: skip


# The kernel's high-water mark of this program alone, forgotten before the reading: what getrusage
# says begins at the size of the process that started this one.
MEASURE = """
import pathlib, sys, time
from crawls.engine.policy import SitemapLimits
from crawls.engine.sitemap import read_sitemap
def peak():
    words = pathlib.Path("/proc/self/status").read_text().split()
    return int(words[words.index("VmHWM:") + 1]) / 1024
body = sys.stdin.buffer.read()
limits = SitemapLimits(urls=int(sys.argv[1]))
pathlib.Path("/proc/self/clear_refs").write_text("5")
before, began = peak(), time.process_time()
sitemap = read_sitemap(body, sitemap_url="http://h.test/s.xml", limits=limits)
print(time.process_time() - began, peak() - before)
"""


def cost(body, *, urls):
    """CPU seconds and additional MiB of reading, in a process of its own."""
    command = [sys.executable, "-c", MEASURE, str(urls)]
    return map(float, subprocess.check_output(command, input=body).split())


@pytest.mark.parametrize("shape", HOSTILE)
def test_a_hostile_file_takes_bounded_time_and_memory(shape):
    seconds, mebibytes = cost(HOSTILE[shape](), urls=100_000)

    assert seconds < 15
    assert mebibytes < 16


def test_500_000_addresses_take_little_more_than_themselves():
    seconds, mebibytes = cost(long_urlset(500_000), urls=500_000)

    assert seconds < 15
    assert mebibytes < 64


def test_500_000_addresses_cost_no_more_than_the_limit_keeps():
    _, mebibytes = cost(long_urlset(500_000), urls=100_000)

    assert mebibytes < 32


@given(
    st.binary(max_size=300), st.sampled_from([b"", b"<urlset>", b"http://h.test/\n", b"\x1f\x8b"])
)
def test_no_bytes_raise(tail, head):
    assert read(head + tail).kind in set(SitemapKind)
