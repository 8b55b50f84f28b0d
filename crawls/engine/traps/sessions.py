"""Session ids in addresses: where servers write them, and the address without."""

from __future__ import annotations

import re

# By name alone: PHP, Java, ASP, ColdFusion, osCommerce, Zen Cart.
_CERTAIN = re.compile(
    r"(?:php|j|asp\.?net_)?sess(?:ion)?_?id|aspsessionid\w*|cfid|cftoken|oscsid|zenid",
    re.IGNORECASE,
)
# By name and value: `sid` may be a story's number too.
_POSSIBLE = re.compile(r"sid|sess|session|s", re.IGNORECASE)
_TOKEN = re.compile(r"(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{12,}", re.IGNORECASE)

_IN_PATH = re.compile(r";(jsessionid|phpsessid|sid)=[^/;]*", re.IGNORECASE)
_ASP_NET = re.compile(r"/\((?:[A-Z]\([^()/]+\))+\)(?=/)")

Params = tuple[tuple[str, str], ...]


def is_session(name: str, value: str) -> bool:
    """Whether a parameter of the query carries a session id."""
    if _CERTAIN.fullmatch(name):
        return bool(value)
    return bool(_POSSIBLE.fullmatch(name) and _TOKEN.fullmatch(value))


def without_session(path: str, params: Params) -> tuple[str, Params, str]:
    """Path and parameters without session ids, and how the first of these is written: `?sid=`,
    `;jsessionid=`, `/(S())` or nothing.
    """
    named = [f"?{name}=" for name, value in params if is_session(name, value)]
    in_path = _IN_PATH.search(path)
    if in_path:
        named.append(f";{in_path[1]}=")
        path = _IN_PATH.sub("", path)
    if _ASP_NET.match(path):
        named.append("/(S())")
        path = _ASP_NET.sub("", path, count=1)
    if not named:
        return path, params, ""
    kept = tuple(pair for pair in params if not is_session(*pair))
    return path, kept, named[0]
