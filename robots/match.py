"""Which rule of a group decides about a path (RFC 9309, section 2.2.2 and 2.2.3).

Why this is not left to Protego: a verdict names the deciding line, and Protego knows no lines. Nor
can cleaning its input make it right in four places, as a test shows: it decodes escaped reserved
octets, so that `/a%3Fb` forbids `/a?b`; it decodes octets that are no UTF-8 to one replacement
character, so that `/a%FF` forbids `/a%FE`; it reads `/a$` as a literal dollar too, so that it
forbids `/a$b`; and it takes for the length of a pattern that of its own escaped form, so that
`Allow: /a?` beats the longer `Disallow: /a*=`. Two engines would give a verdict of one and a line
of the other. So one decides, always, and a test compares it with Protego where Protego is right.

Literals are looked up by their length, and patterns with stars are all tried at once
(`robots.wildcards`), so that no file can be made for which a decision is slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from robots.wildcards import Wildcards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
ESCAPE = rb"%[0-9A-Fa-f]{2}"
NEVER_RAW = rb"\x00-\x20\x7f\"<>\\^`{|}"  # no URL holds these octets unescaped
PATTERN_OCTETS = re.compile(ESCAPE + rb"|[$\x80-\xff" + NEVER_RAW + rb"]")
PATH_OCTETS = re.compile(ESCAPE + rb"|[$*" + NEVER_RAW + rb"]")
NON_ASCII = re.compile(rb"[\x80-\xff]")
INDEX_PAGE = b"/index.htm"
END = b"\n"  # stands for the end of a path, where a final dollar matches; never raw in one


@dataclass(frozen=True, slots=True)
class Rule:
    """One Allow or Disallow line. `pattern` as written, `text` the whole line."""

    line: int
    is_allow: bool
    pattern: bytes
    text: bytes

    @property
    def priority(self) -> int:
        """Octets of the pattern as written, raw non-ASCII octets counted in their escaped form."""
        return len(self.pattern) + 2 * len(NON_ASCII.findall(self.pattern))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule made ready to match, its pattern normalised and split at the stars."""

    rank: tuple[int, bool, int]  # the highest decides: priority, then Allow, then the first line
    rule: Rule
    prefix: bytes
    segments: tuple[bytes, ...]


class Index:
    """Rules of one kind. One without wildcards costs a look-up, the others are tried at once."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        rising = sorted(candidates, key=_rank)  # so that of equal patterns the strongest stays
        self._literals = {c.prefix: c for c in rising if not c.segments}
        self._lengths = sorted({len(literal) for literal in self._literals})
        with_stars = {(c.prefix, *c.segments): c for c in rising if c.segments}
        self._with_stars = sorted(with_stars.values(), key=_rank, reverse=True)
        self._wildcards = Wildcards((c.prefix, *c.segments) for c in self._with_stars)

    def strongest(self, path: bytes) -> Candidate | None:
        candidates = list(self._literal_matches(path))
        place = self._wildcards.first_match(path)
        if place is not None:
            candidates.append(self._with_stars[place])
        return max(candidates, key=_rank, default=None)

    def _literal_matches(self, path: bytes) -> Iterator[Candidate]:
        for length in self._lengths:
            if length > len(path):
                return
            candidate = self._literals.get(path[:length])
            if candidate is not None:
                yield candidate


class RuleSet:
    """The rules that hold for one bot.

    RFC 9309 compares an escaped letter, digit, `-`, `.`, `_` or `~` with the character itself;
    Google's parser does not. A Disallow follows the RFC and an Allow follows Google, so that a
    path is open only when both would open it.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        allows = [rule for rule in rules if rule.is_allow]
        directories = filter(None, map(_directory_of_index_page, allows))
        self._allows = Index(_prepare(rule, _escape) for rule in (*allows, *directories))
        self._disallows = Index(_prepare(rule, _unescape) for rule in rules if not rule.is_allow)

    def deciding_rule(self, path: bytes) -> Rule | None:
        """The rule with the longest pattern that matches; Allow wins a tie; None allows.

        `path` is path and query in request form: percent-encoded, without a fragment.
        """
        strongest = (
            self._allows.strongest(PATH_OCTETS.sub(_escape, path) + END),
            self._disallows.strongest(PATH_OCTETS.sub(_unescape, path) + END),
        )
        best = max(filter(None, strongest), key=_rank, default=None)
        return best.rule if best is not None else None


def _prepare(rule: Rule, normalise: Callable[[re.Match[bytes]], bytes]) -> Candidate:
    body = rule.pattern.removesuffix(b"$")
    normal = PATTERN_OCTETS.sub(normalise, body)
    prefix, *rest = (normal if body == rule.pattern else normal + END).split(b"*")
    rank = (rule.priority, rule.is_allow, -rule.line)
    return Candidate(rank, rule, prefix, tuple(filter(None, rest)))


def _escape(match: re.Match[bytes]) -> bytes:
    octets = match.group()
    return octets.upper() if len(octets) > 1 else b"%%%02X" % octets[0]


def _unescape(match: re.Match[bytes]) -> bytes:
    escaped = _escape(match)
    octet = int(escaped[1:], 16)
    return bytes((octet,)) if octet in UNRESERVED else escaped


def _directory_of_index_page(rule: Rule) -> Rule | None:
    # Google lets a rule that allows an index page allow its directory's own URL.
    slash = rule.pattern.rfind(b"/")
    if slash < 0 or not rule.pattern.startswith(INDEX_PAGE, slash):
        return None
    return replace(rule, pattern=rule.pattern[: slash + 1] + b"$")


def _rank(candidate: Candidate) -> tuple[int, bool, int]:
    return candidate.rank
