"""The Link header (RFC 8288). Commas and semicolons inside `<...>` and quotes do not separate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_LINK = re.compile(rf'[\s,]*+<([^>]*+)>((?:[^",]|{_QUOTED})*+)')
_PARAMETER = re.compile(rf';\s*+([^\s=;,"]++)\s*+(?:=\s*+({_QUOTED}|[^\s;,"]*+))?+')


def canonical_targets(value: str) -> Iterator[str]:
    """Targets with `rel=canonical`, unresolved. A link about another page (`anchor`) is none."""
    position = 0
    value = _from_wire(value)
    while found := _LINK.match(value, position):
        parameters = _parameters(found[2])
        if "canonical" in parameters.get("rel", "").lower().split() and "anchor" not in parameters:
            yield found[1].strip()
        position = found.end()


def _from_wire(value: str) -> str:
    """Header values arrive as latin-1, a character a byte; addresses in them are often UTF-8."""
    try:
        return value.encode("latin-1").decode()
    except UnicodeError:
        return value


def _parameters(text: str) -> dict[str, str]:
    """Parameters by lower-case name; the first of a name counts (RFC 8288, section 3)."""
    parameters: dict[str, str] = {}
    for name, value in _PARAMETER.findall(text):
        parameters.setdefault(name.lower(), value.strip('"'))
    return parameters
