"""What exists and what happened. Data, constraints and querysets; services do the writing."""

from __future__ import annotations

from crawls.models.audit import Audit, AuditKind, AuditState, EndReason
from crawls.models.blocked_host import BlockedHost
from crawls.models.finding import Finding
from crawls.models.frontier_epoch import FrontierEpoch
from crawls.models.link import Link, LinkTarget
from crawls.models.link_report import LinkSuggestion, PageLinks, PageText, SuggestionState
from crawls.models.notice import Notice, NoticeKind
from crawls.models.outbox import Outbox
from crawls.models.pace_sample import PaceSample
from crawls.models.page import Page, PageOutcome, PageState, SkipReason
from crawls.models.page_check import PageCheck
from crawls.models.robots_file import RobotsFile
from crawls.models.site import Method, Site
from crawls.models.step import AuditStep, StepKind, StepState

__all__ = [
    "Audit",
    "AuditKind",
    "AuditState",
    "AuditStep",
    "BlockedHost",
    "EndReason",
    "Finding",
    "FrontierEpoch",
    "Link",
    "LinkSuggestion",
    "LinkTarget",
    "Method",
    "Notice",
    "NoticeKind",
    "Outbox",
    "PaceSample",
    "Page",
    "PageCheck",
    "PageLinks",
    "PageOutcome",
    "PageState",
    "PageText",
    "RobotsFile",
    "Site",
    "SkipReason",
    "StepKind",
    "StepState",
    "SuggestionState",
]
