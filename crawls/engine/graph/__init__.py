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
from crawls.engine.graph.place import Landmark, Places

__all__ = [
    "UNREACHED",
    "AnchorUse",
    "Anchors",
    "Answer",
    "Builder",
    "Certainty",
    "Claim",
    "Claims",
    "Detour",
    "Ending",
    "Figures",
    "GraphPage",
    "Landmark",
    "LinkChunk",
    "LinkGraph",
    "Places",
    "SharedText",
    "broken_targets",
    "claim",
    "collect_anchors",
    "measure",
    "redirecting_targets",
]
