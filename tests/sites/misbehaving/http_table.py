"""What servers do to HTTP, one named behaviour a row: heads, framing, codings and redirects."""

from __future__ import annotations

import zlib

from tests.sites.misbehaving.behaviours import answer, sized
from tests.sites.misbehaving.compression import PAGE, bomb, encoded, raw_deflated, zipped

CHUNKED = b"Transfer-Encoding: chunked"
CHUNK = b"5\r\nhello\r\n"
LAST_CHUNK = b"0\r\n\r\n"
EARLY_HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"

# Heads that browsers read too, strange as some are.
READABLE_HEADS = {
    "status 999": sized(status=b"999 Request denied", body=b"hello"),
    "no reason phrase": sized(status=b"404", body=b"hello"),
    "HTTP/1.0": b"HTTP/1.0 200 OK\r\n\r\nhello",
    "line feeds alone": b"HTTP/1.1 200 OK\nServer: x\n\nhello",
    "folded header": sized(b"X-A: one", b"  two", body=b"hello"),
    "headers of 90 KiB": sized(b"X-A: " + b"a" * 90 * 1024, body=b"hello"),
    "5,000 headers": sized(*(b"X-%d: y" % number for number in range(5000)), body=b"hello"),
    "5,000 early hints": EARLY_HINT * 5000 + sized(body=b"hello"),
    "204": answer(status=b"204 No Content"),
    "304 with length and coding": answer(
        b"Content-Length: 500", b"Content-Encoding: gzip", status=b"304 Not Modified"
    ),
}

# Heads that are no HTTP: a server is there, and what it says cannot be read.
MALFORMED_HEADS = {
    "HTTP/0.9": b"<html>hello</html>\r\n\r\n",
    "ICY": b"ICY 200 OK\r\n\r\nhello",
    "binary": b"\x15\x03\x01\x00\x02\x02\x46",
    "empty lines": b"\r\n\r\nhello",
    "status 099": b"HTTP/1.1 099 Odd\r\n\r\n",
    "status 101 unasked": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
    "space before the colon": answer(b"X-A : b"),
    "space in a name": answer(b"Some Header: x"),
    "no name": answer(b": x"),
    "no colon": answer(b"hello"),
    "NUL in a value": answer(b"X-A: a\0b"),
    "carriage return in a value": answer(b"Location: /a\rX-A: b"),
    "fold before any header": answer(b"  two"),
    "headers above 100 KiB": answer(b"X-A: " + b"a" * 300_000),
    "different content-lengths": answer(b"Content-Length: 5", b"Content-Length: 6", body=b"hello"),
    "list of different content-lengths": answer(b"Content-Length: 5, 6", body=b"hello"),
    "content-length of letters": answer(b"Content-Length: abc", body=b"hello"),
    "negative content-length": answer(b"Content-Length: -1", body=b"hello"),
    "gzip as transfer coding": answer(b"Transfer-Encoding: gzip, chunked", body=CHUNK),
    "identity as transfer coding": answer(b"Transfer-Encoding: identity", body=b"hello"),
    "chunked said twice": answer(CHUNKED, CHUNKED, body=CHUNK + LAST_CHUNK),
}

# Where a body ends.
FRAMINGS = {
    "content-length": sized(body=b"hello"),
    "until close": answer(body=b"hello"),
    "chunked": answer(CHUNKED, body=CHUNK + LAST_CHUNK),
    "content-length and chunked": answer(b"Content-Length: 99", CHUNKED, body=CHUNK + LAST_CHUNK),
    "equal content-lengths": answer(b"Content-Length: 5", b"Content-Length: 5", body=b"hello"),
    "list of equal content-lengths": answer(b"Content-Length: 5, 5", body=b"hello"),
    "content-length beyond the body": answer(b"Content-Length: 500", body=b"hello"),
    "content-length before the body's end": answer(b"Content-Length: 2", body=b"hello"),
    "chunked without end": answer(CHUNKED, body=CHUNK),
    "chunks that turn to junk": answer(CHUNKED, body=CHUNK + b"zz\r\n"),
    "above the limit": sized(body=bytes(1024 * 1024 + 1)),
}

# What a body is packed in.
CODINGS = {
    "gzip": encoded(zipped(), b"gzip"),
    "x-gzip": encoded(zipped(), b"x-gzip"),
    "zlib deflate": encoded(zlib.compress(PAGE), b"deflate"),
    "raw deflate": encoded(raw_deflated(), b"deflate"),
    "utf-8": encoded(PAGE, b"utf-8"),
    "none": encoded(PAGE, b"none"),
    "unknown": encoded(PAGE, b"snake-oil"),
    "gzip that is plain": encoded(PAGE, b"gzip"),
    "gzip said twice": encoded(zipped(), b"gzip", b"gzip"),
    "gzip in gzip": encoded(zipped(zipped()), b"gzip, gzip"),
    "gzip four deep": encoded(zipped(zipped(zipped(zipped()))), b"gzip, gzip, gzip, gzip"),
    "gzip cut before its trailer": encoded(zipped()[:-8], b"gzip"),
    "two gzip members": encoded(zipped() * 2, b"gzip"),
    "junk after gzip": encoded(zipped() + b"junk", b"gzip"),
    "gzip bomb": encoded(bomb(), b"gzip"),
    "brotli nobody asked for": encoded(b"\x1b\x00", b"br"),
    "zstd nobody asked for": encoded(b"\x28\xb5\x2f\xfd", b"zstd"),
}


def redirect(*locations: bytes, status: bytes = b"302 Found") -> bytes:
    return sized(*(b"Location: " + location for location in locations), status=status)


# Where a Location leads.
REDIRECTS = {
    "path": redirect(b"/b"),
    "no location": redirect(),
    "empty location": redirect(b""),
    "fragment": redirect(b"/b#top"),
    "userinfo": redirect(b"http://user:pw@ok.test/"),
    "file": redirect(b"file:///etc/passwd"),
    "ftp": redirect(b"ftp://ok.test/b"),
    "javascript": redirect(b"javascript:alert(1)"),
    "data": redirect(b"data:text/html,x"),
    "port 99999": redirect(b"http://ok.test:99999/"),
    "port 65616": redirect(b"http://ok.test:65616/"),
    "tab inside": redirect(b"/a\tb"),
    "bad IDNA": redirect(b"http://%C2%AD/"),
    "slash and backslash": redirect(b"/\\ok.test"),
    "three slashes": redirect(b"///ok.test"),
    "three slashes after http": redirect(b"http:///ok.test"),
    "raw UTF-8": redirect(b"/caf\xc3\xa9"),
    "raw latin-1": redirect(b"/caf\xe9"),
    "two locations": redirect(b"/b", b"/c"),
    "two equal locations": redirect(b"/b", b"/b"),
    **{
        f"{status} with location": redirect(b"/b", status=b"%d X" % status)
        for status in (201, 300, 301, 302, 303, 304, 305, 307, 308)
    },
}
