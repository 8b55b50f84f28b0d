"""A robots.txt read into groups of rules (RFC 9309), to be asked for verdicts."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import cached_property

from robots.lines import Record, RecordKind, cut_at_line_end, read_records
from robots.match import Rule, RuleSet
from robots.verdict import GroupKind, Verdict

ROBOTS_PATH = "/robots.txt"
ALL = b"*"
TEXT_LIMIT = 300  # octets of a line that a report quotes
PRODUCT_TOKEN = re.compile(rb"[A-Za-z_-]*")
SECONDS = re.compile(rb"[0-9]+(?:\.[0-9]*)?(?:[eE][0-9]+)?|\.[0-9]+")


@dataclass(frozen=True, slots=True)
class SitemapLine:
    """One Sitemap record: the value as written, which may be relative or no URL at all."""

    line: int
    value: str


@dataclass(slots=True)
class Group:
    """One group. `agents` maps each name to its place; `delays` are (agents above it, seconds)."""

    agents: dict[bytes, int] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    delays: list[tuple[int, float]] = field(default_factory=list)
    has_rule_lines: bool = False

    def last_delay(self, agent: bytes) -> float | None:
        place = self.agents[agent]
        below = (seconds for agents, seconds in reversed(self.delays) if agents > place)
        return next(below, None)


@dataclass(frozen=True, slots=True)
class Content:
    """What a file says: the groups that name each agent, and the Sitemap records."""

    groups: dict[bytes, list[Group]]
    sitemaps: tuple[SitemapLine, ...]


class RobotsFile:
    """A robots.txt. Ask it with the bare product token, never a whole user agent.

    `was_cut` tells that lines were left out. The lines are taken apart when the first question
    needs them: who only stores a file does not pay for that.
    """

    def __init__(self, body: bytes, *, was_cut: bool) -> None:
        self.was_cut = was_cut
        self._body = body
        self._rule_sets: dict[bytes, RuleSet] = {}

    @property
    def sitemaps(self) -> tuple[SitemapLine, ...]:
        """The Sitemap records in order."""
        return self._content.sitemaps

    @cached_property
    def _content(self) -> Content:
        return _take_apart(self._body)

    @property
    def _groups(self) -> dict[bytes, list[Group]]:
        return self._content.groups

    def verdict(self, token: str, url_path: str) -> Verdict:
        """Judge one URL of this file's scheme and host for the bot of that name.

        `url_path` is path and query in request form: percent-encoded, without a fragment; empty
        means `/`. All groups that name the token hold together; only if there is none, those for
        all. The longest pattern wins, Allow wins a tie, `/robots.txt` is always allowed
        (RFC 9309, section 2.2).
        """
        if url_path == ROBOTS_PATH:
            return Verdict(allowed=True)
        return self.written_verdict(token, url_path)

    def written_verdict(self, token: str, url_path: str) -> Verdict:
        """As `verdict`, but what the lines say of `/robots.txt` itself is taken at its word."""
        agent = self._agent_for(token)
        if agent is None:
            return Verdict(allowed=True)
        kind = GroupKind.ALL if agent == ALL else GroupKind.TOKEN
        rule = self._rules_for(agent).deciding_rule(url_path.encode() or b"/")
        if rule is None:
            return Verdict(allowed=True, group=kind)
        return Verdict(rule.is_allow, rule.line, _quote(rule.text), kind)

    def crawl_delay(self, token: str) -> float | None:
        """Seconds as written, unclamped; None when there is no line that reads as a number.

        The last line below the token's name wins. A bot with its own group does not inherit from
        the group for all. A Crawl-delay line never ends a group.
        """
        agent = self._agent_for(token)
        if agent is None:
            return None
        delays = [group.last_delay(agent) for group in self._groups[agent]]
        return next((delay for delay in reversed(delays) if delay is not None), None)

    def _agent_for(self, token: str) -> bytes | None:
        named = token.lower().encode()
        return next((agent for agent in (named, ALL) if agent in self._groups), None)

    def _rules_for(self, agent: bytes) -> RuleSet:
        if agent not in self._rule_sets:
            groups = self._groups[agent]
            self._rule_sets[agent] = RuleSet(rule for group in groups for rule in group.rules)
        return self._rule_sets[agent]


def read(body: bytes, *, is_cut: bool = False) -> RobotsFile:
    """Read the body of a robots.txt. Any bytes can be read; what is no record means nothing.

    Only the whole lines within the first 500 KiB are read. `is_cut` tells that `body` lost its
    end on the way here, so that its last line cannot be trusted.
    """
    head = cut_at_line_end(body, is_cut=is_cut)
    return RobotsFile(head, was_cut=is_cut or len(head) < len(body))


def _take_apart(body: bytes) -> Content:
    groups: list[Group] = []
    sitemaps: list[SitemapLine] = []
    for record in read_records(body):
        if record.kind is RecordKind.SITEMAP:
            sitemaps.append(SitemapLine(record.line, record.value.decode(errors="replace")))
        else:
            _add_to_groups(groups, record)
    by_agent: dict[bytes, list[Group]] = {}
    for group in groups:
        for agent in group.agents:
            by_agent.setdefault(agent, []).append(group)
    return Content(by_agent, tuple(sitemaps))


def _add_to_groups(groups: list[Group], record: Record) -> None:
    if record.kind is RecordKind.USER_AGENT:
        _add_agent(groups, record.value)
    elif not groups:
        return
    elif record.kind is RecordKind.CRAWL_DELAY:
        _add_delay(groups[-1], record.value)
    else:
        _add_rule(groups[-1], record)


def _add_agent(groups: list[Group], value: bytes) -> None:
    if not groups or groups[-1].has_rule_lines:
        groups.append(Group())
    agents = groups[-1].agents
    name = _agent_name(value)
    if name:
        agents.setdefault(name, len(agents))


def _agent_name(value: bytes) -> bytes:
    # Google takes a star followed by words for the star alone.
    if value[:1] == ALL and not value[1:2].strip():
        return ALL
    match = PRODUCT_TOKEN.match(value)
    return match.group().lower() if match else b""


def _add_delay(group: Group, value: bytes) -> None:
    if SECONDS.fullmatch(value) and math.isfinite(seconds := float(value)):
        group.delays.append((len(group.agents), seconds))


def _add_rule(group: Group, record: Record) -> None:
    group.has_rule_lines = True
    if record.value:  # an empty value is no rule, yet it ends the list of agents
        is_allow = record.kind is RecordKind.ALLOW
        group.rules.append(Rule(record.line, is_allow, record.value, record.text))


def _quote(text: bytes) -> str:
    quoted = text[:TEXT_LIMIT].decode(errors="replace")
    return quoted if len(text) <= TEXT_LIMIT else f"{quoted}…"
