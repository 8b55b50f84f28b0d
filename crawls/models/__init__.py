"""What exists and what happened. Data, constraints and querysets; services do the writing."""

from __future__ import annotations

from crawls.models.audit import Audit, AuditKind, AuditState, EndReason
from crawls.models.finding import Finding
from crawls.models.frontier_epoch import FrontierEpoch
from crawls.models.link import Link, LinkTarget
from crawls.models.link_report import LinkSuggestion, PageLinks, PageText, SuggestionState
from crawls.models.outbox import Outbox
from crawls.models.pace_sample import PaceSample
from crawls.models.page import Page, PageOutcome, PageState, SkipReason
from crawls.models.robots_file import RobotsFile
from crawls.models.site import Site
from crawls.models.step import AuditStep, StepKind, StepState

__all__ = [
    "Audit",
    "AuditKind",
    "AuditState",
    "AuditStep",
    "EndReason",
    "Finding",
    "FrontierEpoch",
    "Link",
    "LinkSuggestion",
    "LinkTarget",
    "Outbox",
    "PaceSample",
    "Page",
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
