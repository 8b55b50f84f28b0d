"""Every place of the site by its path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.sites.demo.content.backrooms import BACKROOMS
from tests.sites.demo.content.company import COMPANY
from tests.sites.demo.content.detours import DETOURS
from tests.sites.demo.content.flaws import FLAWS
from tests.sites.demo.content.guides import GUIDES
from tests.sites.demo.content.journal import JOURNAL
from tests.sites.demo.content.service import SERVICE
from tests.sites.demo.content.shop import SHOP, altered

if TYPE_CHECKING:
    from tests.sites.demo.places import Place

_ALL: tuple[Place, ...] = (
    *COMPANY,
    *SERVICE,
    *altered(SHOP, FLAWS),
    *GUIDES,
    *JOURNAL,
    *BACKROOMS,
    *DETOURS,
)

PLACES = {place.path: place for place in _ALL}

if len(PLACES) != len(_ALL):
    raise ValueError("two places share a path")
