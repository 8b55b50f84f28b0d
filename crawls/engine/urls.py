"""The one place that reads and resolves URLs, by the WHATWG URL standard as browsers do.

    https://www.example.com:8443/Shoes/?size=9
    |-----|                                     scheme
            |-------------|                     host      host_of
            |------------------|                authority authority (port always written)
                |--------------|                site key  site_key, politeness_key
    |--------------------------|                origin    origin_of
                               |-----|          path      path_of
                               |-------------|  target    target_of (what robots.txt matches)

Everything but `normalise`, `base_address` and `classify` takes a URL as `normalise` returns it.
"""

from __future__ import annotations

import re
import uuid
from hashlib import blake2b
from urllib.parse import quote

from ada_url import URL, join_url

from crawls.engine.encoding import encode_text
from crawls.engine.page import LinkScheme

MAX_URL_BYTES = 8 * 1024  # what common servers accept as a request line
DEFAULT_PORTS = {"http": "80", "https": "443"}
TWIN_PREFIX = "www."
IGNORED_PATH_PREFIX = "/cdn-cgi/"  # Cloudflare's own addresses under the customer's host

_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_SERIALISED = re.compile(r"(https?)://(?:[^@/?#]*@)?(\[[0-9a-f:.]+\]|[^:/?#@]+)(:\d+)?(/[^#]*)")
_NORMALISED = re.compile(
    r"(https?)://(\[[0-9a-f:]+\]|[^\x00-\x20A-Z#%/:<>?@\[\\\]^|\x7f]+)(?::(\d+))?((/[^?#]*)[^#]*)"
)


class NotAWebAddress(ValueError):
    """The text is no http or https URL. Raised only as one of its two reasons."""


class OtherScheme(NotAWebAddress):
    """A valid URL that is no web page: mailto, tel, javascript, data, ..."""


class InvalidAddress(NotAWebAddress):
    """Not a URL by the WHATWG standard, or longer than MAX_URL_BYTES."""


def normalise(href: str, base: str | None = None) -> str:
    """Resolve `href` against `base` into the form that names one page (crawl rules, section 5).

    Scheme and host in lower case (host in punycode); default port, fragment, user name,
    password and one trailing dot of the host dropped; an empty path becomes `/`. Query, path,
    case, percent-encoding and trailing slash stay. Idempotent. Raises OtherScheme or
    InvalidAddress.
    """
    serialised = _resolve(href, base)
    found = _SERIALISED.match(serialised)
    if found is None:
        raise OtherScheme(f"not http or https: {serialised[:80]}")
    scheme, host, port, target = found.groups()
    url = f"{scheme}://{_without_root_dot(host)}{port or ''}{target}"
    if len(url) > MAX_URL_BYTES:
        raise InvalidAddress(f"longer than {MAX_URL_BYTES} bytes: {url[:80]}")
    return url


def has_credentials(href: str) -> bool:
    """Whether a URL holds a user name or a password, which `normalise` drops. Raises
    InvalidAddress.
    """
    url = URL(_resolve(href, None))
    return bool(url.username or url.password)


def base_address(href: str, document_url: str) -> str:
    """What `<base href>` makes the links of a document resolve against, of whatever scheme.

    The document's own URL when `href` is no URL, or one of data: or javascript: (HTML standard,
    "set the frozen base URL"), or longer than MAX_URL_BYTES (ours). Raises nothing.
    """
    try:
        base = _resolve(href, document_url)
    except InvalidAddress:
        return document_url
    ignored = base.startswith(("data:", "javascript:")) or len(base) > MAX_URL_BYTES
    return document_url if ignored else base


def classify(
    href: str, base: str | None = None, *, encoding: str = "utf-8"
) -> tuple[LinkScheme, str | None]:
    """What a link is, by its parsed scheme, and its normalised URL when it is a web address.

    `encoding` is that of the page, by its WHATWG name: browsers write queries in it.
    """
    try:
        return LinkScheme.HTTP, normalise(_with_query_in(encoding, href), base)
    except OtherScheme:
        return LinkScheme.OTHER, None
    except InvalidAddress:
        return LinkScheme.INVALID, None


def host_of(url: str) -> str:
    """`example.com`, `[::1]`. Raises InvalidAddress for a URL that is not normalised."""
    return _parts(url)[1]


def origin_of(url: str) -> str:
    """`https://example.com`, with the port when it is not the scheme's default (RFC 6454)."""
    scheme, host, port, *_ = _parts(url)
    return f"{scheme}://{host}:{port}" if port else f"{scheme}://{host}"


def authority(url: str) -> str:
    """`example.com:443`: host and port, the port always written. For allow lists."""
    scheme, host, port, *_ = _parts(url)
    return f"{host}:{port or DEFAULT_PORTS[scheme]}"


def path_of(url: str) -> str:
    """The path without the query, at least `/`."""
    return _parts(url)[4]


def target_of(url: str) -> str:
    """Path and query: what a request asks for and what robots.txt rules match (RFC 9309)."""
    return _parts(url)[3]


def site_key(url: str) -> str:
    """The name of the site a URL belongs to: equal for a host and its `www` twin.

    The host without one leading `www.`, and the port when it is neither scheme's default: 80 and
    443 are one server, whichever way round they are written. What would be left of `www.com` is
    no host of its own, so that keeps its name.
    """
    _, host, port, *_ = _parts(url)
    rest = host.removeprefix(TWIN_PREFIX)
    name = rest if "." in rest else host
    return f"{name}:{port}" if port not in {None, *DEFAULT_PORTS.values()} else name


def site_hosts(url: str) -> tuple[str, ...]:
    """The host of a URL, then its `www` or apex twin where it has one: together a site."""
    host = host_of(url)
    other = host.removeprefix(TWIN_PREFIX) if host.startswith(TWIN_PREFIX) else TWIN_PREFIX + host
    key = site_key(url)
    twin, (_, twin_url) = other, classify(url.replace(f"//{host}", f"//{other}", 1))
    return (host, twin) if twin_url is not None and site_key(twin_url) == key else (host,)


def is_same_site(url: str, seed_url: str) -> bool:
    """Whether `url` is on the seed's host or its `www` twin, by http or https alike."""
    return site_key(url) == site_key(seed_url)


def politeness_key(url: str) -> str:
    """Whose host clock a request must ask.

    The site key: a host and its `www` twin are nearly always one server, so two clocks would
    knock twice as hard as was promised.
    """
    return site_key(url)


def fingerprint(url: str) -> uuid.UUID:
    """A 128-bit name of a normalised URL, short enough to index. Equal exactly for equal URLs."""
    return uuid.UUID(bytes=blake2b(url.encode(), digest_size=16).digest())


def is_ignored_path(url: str) -> bool:
    """Whether the URL lies under `/cdn-cgi/`, in any case: never crawled (crawl rules, 5.3)."""
    return path_of(url).lower().startswith(IGNORED_PATH_PREFIX)


def _resolve(href: str, base: str | None) -> str:
    text = href if href.isascii() else _SURROGATE.sub("\ufffd", href)
    try:
        return URL(text).href if base is None else join_url(base, text)
    except ValueError as error:
        raise InvalidAddress(f"not a URL: {text[:80]!r}") from error


def _with_query_in(encoding: str, href: str) -> str:
    """The link, its query in the encoding of its page (URL standard, "query state")."""
    if encoding == "utf-8" or href.isascii():
        return href
    address, number_sign, fragment = _SURROGATE.sub("\ufffd", href).partition("#")
    path, question_mark, query = address.partition("?")
    written = _NOT_ASCII.sub(lambda found: quote(encode_text(found[0], encoding), safe=""), query)
    return f"{path}{question_mark}{written}{number_sign}{fragment}"


def _without_root_dot(host: str) -> str:
    # "a.." stays: dropping one dot would leave a name that loses another the next time.
    return host[:-1] if host.endswith(".") and not host.endswith("..") and len(host) > 1 else host


def _parts(url: str) -> tuple[str, str, str | None, str, str]:
    found = _NORMALISED.fullmatch(url)
    if found is None:
        raise InvalidAddress(f"not a normalised URL: {url[:80]!r}")
    scheme, host, port, target, path = found.groups()
    return scheme, host, port, target, path
