"""The journal: three pages of articles, the newest first."""

from __future__ import annotations

from tests.sites.demo.content.older_articles import OLDER_ARTICLES
from tests.sites.demo.places import HtmlPage

ARTICLES = (
    HtmlPage(
        path="/journal/what-the-harbour-taught-us/",
        in_sitemap=True,
        title="What thirty winters beside a working harbour have taught four joiners about wood",
        description="Ropes, hulls and ladders: the things on the quay that our furniture learnt from.",
        heading="What the harbour taught us",
        defects=("title_too_long",),
        text="""
        Nobody on a quay makes anything for show. A ladder is there because the tide goes out, and its
        rungs are spaced for a man with a box of fish. We look at such things every day, and some of it
        has got into the furniture.

        Take the rope. A fender hangs by one knot that has to hold in a storm and come loose with cold
        fingers. That is the idea behind the cord of our chests: it bears the lid for twenty years and
        you change it in a minute.

        Or take the hulls. A boat is planked so that each board can swell, and for that reason it is
        tight. We had fought against swelling until a boatbuilder laughed at us over the wall. Since then
        our doors are made in frames, and they close in August.

        And the ladder, in the end, became a shelf. Five boards, two ladders, no screws. It stood in the
        loft for glue pots until a customer asked what it cost. We had to invent a number, and then a
        name; the name was easier.
        """,
    ),
    HtmlPage(
        path="/journal/a-tree-called-margaret/",
        in_sitemap=True,
        is_gzipped=True,
        title="A tree called Margaret | Harbour & Pine",
        description="One oak, from the night it fell to the eleven pieces of furniture it became.",
        heading="A tree called Margaret",
        defects=("link_internal_broken",),
        text="""
        She stood at the gate of the Tremayne woods and had a name because the children of the forester
        gave one to everything. In February 2019 the wind came from the wrong side and by morning she lay
        across the lane. Tomas was there at nine with a tape measure and a thermos.

        The trunk gave four lengths. We sawed them on the quay in March, through the heart, so that every
        board shows rays. The smell was of vinegar and bread. Some people complained and some brought
        chairs and stayed.

        Then nothing happened for two years, which is the part of the work we are best at. The boards lay
        under tin with sticks between them. Joss turned the pile once, in the rain, and maintains that it
        made a difference.

        What became of her: six chairs, two side tables, a wardrobe and a
        <a href="/collections/tables/vik/">Vik table</a> that we have since stopped making. The eleventh
        piece is the gate of the Tremayne woods, which seemed only right.
        """,
    ),
    HtmlPage(
        path="/journal/cafe-tables/",
        in_sitemap=True,
        charset="windows-1252",
        meta_charset="iso-8859-1",
        header_charset=None,
        title="Caf\u00e9 tables \u2013 a small commission",
        description="Twelve tables for a caf\u00e9 with a crooked floor, and how three legs solved it.",
        heading="Caf\u00e9 tables for a crooked floor",
        defects=("title_duplicate",),
        text="""
        The caf\u00e9 beside the ferry asked for twelve tables. \u201cThey will wobble,\u201d said the owner,
        \u201cthey always do.\u201d Her floor is slate, laid by someone with other things on his mind, and no
        two flags lie in one plane.

        A thing with three legs cannot wobble. It can fall over, however, and a table with three legs
        falls over when somebody leans on the edge between two of them. So the question was how far the
        feet must stand out, and how heavy the foot must be, before a grown man with an elbow gives up.

        We built one from scrap and put it in the kitchen of the loft for a month. Everybody leaned. In
        the end the feet stood out by as much as the top, and there is a cast iron ring inside the column
        from the scales of the old fish market.

        The twelve have stood there since April. They cost \u20ac310 each, as the owner pays in the money of
        her suppliers, and we were paid partly in buns.
        """,
    ),
    HtmlPage(
        path="/journal/cafe-tables-a-year-on/",
        in_sitemap=True,
        meta_charset=None,
        header_charset=None,
        title="Caf\u00e9 tables \u2013 a small commission",
        description="A year later: what coffee, salt and four hundred elbows did to twelve tables.",
        heading="The caf\u00e9 tables, a year on",
        defects=("title_duplicate",),
        text="""
        We went back to the caf\u00e9 by the ferry on a wet Monday to look at our twelve tables. None of
        them wobbles. One has been to sea, the owner says, and will not say more.

        The oil has done what oil does. There are rings, and there are rings on the rings, so that the tops
        look like a map of tides. A cloth and two spoons from the tin would take most of it off, but the
        regulars have voted against it.

        Salt was the surprise. The air there has so much of it that the iron ring inside the columns had
        begun to rust and to push. We drilled a hole at the bottom, no wider than a pencil, and the water
        that had collected ran out over Joss. The new ones have that hole from the start.

        Elbows did nothing at all. Four hundred a day, the owner reckons, and every one of them lighter
        than Tomas. We had the buns again, and they are still worth a table each.
        """,
    ),
)


def _listing(
    path: str, heading: str, articles: tuple[HtmlPage, ...], more: str, **fields
) -> HtmlPage:
    items = "\n".join(
        f'<li><a href="{a.path}">{a.heading}</a>. {a.description}</li>' for a in articles
    )
    text = f"<ul>{items}</ul>\n\n{more}"
    return HtmlPage(
        path=path, title=f"{heading} | Harbour & Pine", heading=heading, text=text, **fields
    )


INDEX = _listing(
    "/journal/",
    "Journal",
    ARTICLES,
    """We write something down about once a season, usually when the glue is drying and it is raining.
    It is about wood, people who brought us wood, and people who took it home again. Nobody is paid
    for saying anything here, with one exception that is marked: a
    <a href="/journal/kiln-makers-visit/" rel="nofollow sponsored">visit to the kiln makers</a>, who gave
    us lunch and a discount.

    <p><a href="/journal/page/2/">Older articles</a></p>""",
    description="Notes from the loft: trees, commissions, mistakes and what came of them.",
    in_sitemap=True,
)
SECOND = _listing(
    "/journal/page/2/",
    "Journal, page two",
    OLDER_ARTICLES[:3],
    """These were written between 2012 and 2018, when there were five of us and the loft had one
    heater. The photographs are gone, because the telephone they were taken with fell into the harbour,
    so you have to imagine the light. Some of the pieces named here have changed since then; the people
    have mostly not, apart from their knees. If you are in one of the stories and would rather not be,
    write to us and we give you another name and another dog.

    <p><a href="/journal/">Newer articles</a> <a href="/journal/page/3/">Older articles</a></p>""",
    description="Notes from the loft, continued: shipping, sharpening and a guest from Aarhus.",
)
THIRD = HtmlPage(
    path="/journal/page/3/",
    title="Journal, page three | Harbour & Pine",
    description="Notes from the loft, the oldest ones: a fair, a flood and the first bench.",
    heading=None,
    defects=("h1_missing", "link_internal_broken"),
    text="""
    <ul><li><a href="/journal/the-flood/">The flood</a>. How high the water stood, and what floated.</li>
    <li><a href="/journal/summer-fair/">The summer fair</a>. A tent, a table and forty lemons.</li>
    <li><a href="/journal/the-first-bench/">The first bench</a>. Where it all began, with the receipt.</li></ul>

    Before that we wrote on the back of delivery notes, and those are in a shoe box. Now and then one of
    them is typed up for the archive, usually in February, when it is too cold for glue and too wet for
    timber. Nobody remembers all of it in the same way. Ines is sure that the fair was in June and Tomas
    that it was July, since there were cherries, and neither has asked the person who sold the lemons.
    We have left such things as they stood in the first telling, and added the other version at the end.

    <p><a href="/journal/page/2/">Newer articles</a></p>
    """,
)

JOURNAL = (INDEX, SECOND, THIRD, *ARTICLES, *OLDER_ARTICLES)
