"""The links of a site as a graph: figures of each page, and what they say."""

from __future__ import annotations

from crawls.engine.graph.anchors import Anchors, AnchorUse, SharedText, collect_anchors
from crawls.engine.graph.claims import Certainty, Claim, Claims, claim
from crawls.engine.graph.detours import Detour, broken_targets, redirecting_targets
from crawls.engine.graph.endings import Ending
from crawls.engine.graph.figures import UNREACHED, Figures, measure
from crawls.engine.graph.graph import Builder, LinkGraph
from crawls.engine.graph.links import LinkChunk
from crawls.engine.graph.page import Answer, GraphPage
from crawls.engine.graph.phrases import PhraseKind, Phrases, collect_phrases
from crawls.engine.graph.simulation import Change, NoSuchLink, Simulation, simulate
from crawls.engine.graph.suggestion import PageText, Suggestion, SuggestionLimits
from crawls.engine.graph.suggestions import suggest_links
from crawls.engine.places import Landmark, Places

__all__ = [
    "UNREACHED",
    "AnchorUse",
    "Anchors",
    "Answer",
    "Builder",
    "Certainty",
    "Change",
    "Claim",
    "Claims",
    "Detour",
    "Ending",
    "Figures",
    "GraphPage",
    "Landmark",
    "LinkChunk",
    "LinkGraph",
    "NoSuchLink",
    "PageText",
    "PhraseKind",
    "Phrases",
    "Places",
    "SharedText",
    "Simulation",
    "Suggestion",
    "SuggestionLimits",
    "broken_targets",
    "claim",
    "collect_anchors",
    "collect_phrases",
    "measure",
    "redirecting_targets",
    "simulate",
    "suggest_links",
]
