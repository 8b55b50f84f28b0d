"""What went wrong on the shop's shelves: each change beside the findings it leads to."""

from __future__ import annotations

FLAWS = {
    # Two pieces that were given one title.
    "/collections/tables/skerry/": {
        "title": "Side table | Harbour & Pine",
        "defects": ("title_duplicate",),
    },
    "/collections/tables/tern/": {
        "title": "Side table | Harbour & Pine",
        "defects": ("title_duplicate",),
    },
    # The lamp shop's plug-in writes a title of its own.
    "/collections/lighting/": {
        "head": "<title>Lamps and lanterns</title>",
        "defects": ("title_multiple",),
    },
    "/collections/tables/holm/": {
        "head": '<link rel="canonical" href="{www}/collections/tables/">',
        "defects": ("canonical_multiple",),
    },
    "/collections/storage/kist/": {
        "description": None,
        "head": '<meta property="og:description" content="A blanket chest lined with cedar.">',
        "defects": ("description_missing",),
    },
    "/collections/bedroom/": {
        "heading": None,
        "defects": ("h1_missing",),
    },
    # No findings at these: the first heading is empty and the second is not; the canonical is
    # said twice but is the same; another search engine's bot is kept out, ours is not.
    "/collections/bedroom/tide/": {
        "heading": None,
        "text": """
        <h1></h1>

        <h1>Tide mirror</h1>

        <img src="/images/tide.svg" alt="Tide, a mirror in oak" width="640" height="360">

        <img src="/images/tide-glow.svg" alt="" role="presentation" width="640" height="8">

        A tall mirror in a frame that is thicker at the bottom, so it leans at the right angle without a
        stand. The glass is let in from the back and can be changed in ten minutes. It has a ledge along
        the foot, one inch deep, for rings and coins.

        The frame is oak from the Tremayne woods, oiled, and a little darker where the light from the glass
        falls on it. Keep it off walls with a chimney behind them: not because of the wood, but because of
        the silver. If it ever goes blind at the edge we know somebody who silvers glass by hand.

        <p>The picture was taken in the <a href="/collections/bedroom/berth/">Berth</a> room upstairs.
        More pieces for quiet rooms are <a href="/collections/bedroom/">on this page</a>.</p>
        """,
    },
    "/collections/storage/creel/": {
        "headers": (("Link", '</collections/storage/creel/>; rel="canonical"'),),
    },
    "/collections/storage/ditty/": {
        "headers": (("X-Robots-Tag", "examplebot: noindex"),),
    },
    "/collections/lighting/heron/": {"delay_ms": 700},
}
