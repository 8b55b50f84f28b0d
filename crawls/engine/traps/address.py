"""An address taken apart, as far as traps are concerned, and its template.

/shop/cal/2026/12/;jsessionid=1A2B?view=list&day=5
|----------------|                                  path, without session ids
                  |--------------|                  session
                                  |--------------|  params
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from crawls.engine import urls
from crawls.engine.traps.dates import DATE, date_in_params, date_in_path
from crawls.engine.traps.sessions import Params, without_session

MIN_REPEATS = 3  # /de/de/ and /blog/2024/blog/ exist; the same folder three times is a mistake
AND_SO_ON = "\u2026"

_VARYING = re.compile(
    r"(?P<kept>%[\da-f]{2}|\{[a-z]+\})"
    r"|(?P<id>(?<![a-z\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![a-z\d])"
    r"|(?<![a-z\d])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}(?![a-z\d]))"
    r"|(?P<number>\d+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Address:
    path: str
    params: Params  # as written, in their order
    session: str  # how its session id is written, or nothing

    @property
    def base(self) -> str:
        """Path and query without the session id."""
        query = "&".join("=".join(pair) for pair in self.params)
        return f"{self.path}?{query}"


def read_address(url: str) -> Address:
    """`url` is normalised."""
    path, _, query = urls.target_of(url).partition("?")
    params = tuple((unquote(name), value) for name, value in map(_pair, query.split("&")) if name)
    return Address(*without_session(path, params))


def template_of(url: str) -> str:
    """What a URL has in common with others of its kind: path and query with `{date}`, `{session}`,
    `{id}` (hexadecimal, 8 digits and more) and `{number}` for what varies, and folders that come
    three times and more only once, followed by an ellipsis. Equal to the target of the URL when
    nothing varies. `url` is normalised.
    """
    address = read_address(url)
    dated, _ = date_in_params(address.params)
    pairs = [(name, DATE if name in dated else folded(value)) for name, value in address.params]
    path = loop_template(address.path) or folded(date_in_path(address.path)[0])
    return with_query(with_session(path, address.session), pairs, session=address.session)


def folded(text: str) -> str:
    """Ids and numbers replaced by `{id}` and `{number}`."""
    return _VARYING.sub(lambda found: found[0] if found["kept"] else f"{{{found.lastgroup}}}", text)


def with_session(path: str, session: str) -> str:
    if session.startswith(";"):
        return f"{path}{session}{{session}}"
    return f"/(S({{session}})){path}" if session.startswith("/") else path


def with_query(path: str, pairs: list[tuple[str, str]], *, session: str = "") -> str:
    written = [f"{name}={value}" for name, value in pairs]
    if session.startswith("?"):
        written.append(f"{session[1:]}{{session}}")
    return f"{path}?{'&'.join(written)}" if written else path


def repeats(path: str) -> dict[str, int]:
    """How often each folder comes that comes MIN_REPEATS times or more, in order of appearance.

    Only names with a letter count: /1/1/1 is an id, /-/-/- stands for filters left out.
    """
    counts: dict[str, int] = {}
    for segment in path.split("/"):
        counts[segment] = counts.get(segment, 0) + 1
    return {
        segment: count
        for segment, count in counts.items()
        if count >= MIN_REPEATS and any(map(str.isalpha, segment))
    }


def before_loop(path: str, looping: dict[str, int]) -> tuple[str, ...]:
    """The folded folders before the first one that comes again and again."""
    segments = path.split("/")[1:]
    first = next(at for at, segment in enumerate(segments) if segment in looping)
    return tuple(map(folded, segments[:first]))


def loop_template(path: str) -> str | None:
    looping = repeats(path)
    if not looping:
        return None
    return "/".join(("", *before_loop(path, looping), *looping, AND_SO_ON))


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
