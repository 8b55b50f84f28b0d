"""Pages that are real but not for the front window: search, basket, press, archive, a lone one."""

from __future__ import annotations

from tests.sites.demo.places import HtmlPage

NOINDEX = '<meta name="robots" content="noindex, follow">'

BACKROOMS = (
    HtmlPage(
        path="/search/?q=oak",
        delay_ms=1000,
        title="Search | Harbour & Pine",
        heading="Pieces in oak",
        head=NOINDEX,
        defects=("noindex_page",),
        text="""
        Five pieces are made of oak at the moment: <a href="/collections/seating/lyre/">Lyre</a>,
        <a href="/collections/tables/tern/">Tern</a>, <a href="/collections/tables/holm/">Holm</a>,
        <a href="/collections/storage/loft/">Loft</a> and
        <a href="/collections/bedroom/tide/">Tide</a>. The Heron lamp has an oak foot.
        """,
    ),
    HtmlPage(
        path="/search/?q=ash&page=1",
        title="Search | Harbour & Pine",
        heading="Pieces in ash",
        head=NOINDEX,
        defects=("noindex_page",),
        text="""
        Four pieces are made of ash: <a href="/collections/seating/puffin/">Puffin</a>,
        <a href="/collections/tables/skerry/">Skerry</a>, <a href="/collections/storage/creel/">Creel</a>
        and <a href="/collections/bedroom/berth/">Berth</a>. Nothing else was found.
        """,
    ),
    HtmlPage(
        path="/basket/",
        headers=(("X-Robots-Tag", "noindex"),),
        title="Your basket | Harbour & Pine",
        heading="Your basket is empty",
        defects=("noindex_page", "redirect_internal_link"),
        text="""
        Nothing has been put aside yet. Pieces stay here until you close the window. If you have ordered
        before you may <a href="/sign-in">sign in</a> and find the old drawings.
        """,
    ),
    HtmlPage(
        path="/private/press/",
        title="For the press | Harbour & Pine",
        description="A short history, four photographs and whom to ring on a Sunday.",
        heading="For the press",
        text="""
        You may use what is on this page without asking, if you spell Pendrow correctly. Harbour &amp; Pine was
        founded in 1994 by Ines Calloway and Tomas Brandt. Four people work in the Old Net Loft. They make
        about one hundred and sixty pieces a year from timber of the neighbourhood.

        ## Photographs

        The loft from the water, the kiln at night, Ruth weaving and an unmade bed. Name the photographer,
        who is Joss, and do not crop the dog.

        ## Figures

        We publish what a piece costs us: a third is timber, half is hours and the rest is the loft, the
        van and glue. The books themselves are <a href="/private/ledger/">for our accountant</a>, but
        ask and one of us reads you the line that you need. Dealers find their terms in the
        <a href="/trade/price-list/">trade price list</a>, for which they have a password.
        """,
    ),
    HtmlPage(
        path="/workshops/stool-weekend/",
        in_sitemap=True,
        title="A weekend to make a stool | Harbour & Pine",
        description="Two days, three legs, one stool: the autumn course with Ruth Adeyemi.",
        heading="A weekend to make a stool",
        defects=("orphan_page",),
        text="""
        On the second weekend of October Ruth teaches six people to make a Puffin stool. You need no
        experience and no tools. You arrive on Saturday at nine and leave on Sunday at four with something
        to sit on. See the <a href="#dates">dates</a> below.

        ## Saturday

        We choose the seat from a plank that was sawn in spring, draw the dish and hollow it with an adze
        and a scraper. After lunch you turn three legs, on a lathe driven by your own foot.

        ## Sunday

        Holes at eleven degrees, wedges, glue and the moment when it stands. Then oil and cake. Those who
        have come with children can bring them from three o'clock; there is a box of offcuts.

        <h2 id="dates">Dates</h2>

        The tenth and eleventh of October. The price is &pound;240 with lunch. There are two places left, as
        there always are. Sleep at the Ship, which has a stove in every room.
        """,
    ),
    HtmlPage(
        path="/archive/",
        title="From the shoe box | Harbour & Pine",
        description="Delivery notes, receipts and drawings from the first years, typed up in the winter.",
        heading="From the shoe box",
        text="""
        When it is too cold to glue, Ines types up what is in the shoe box. It holds whatever we wrote on
        before there was a journal: backs of delivery notes, the edges of drawings and a beer mat with the
        proportions of a wardrobe.

        So far there is one year, the first. It has the receipt for the bench and the letter from the bank
        that said no, with the sketch of a chair on it that the bank's letter paper was good for.

        <ul><li><a href="/archive/1994/">1994: a plank, two notes and a no</a></li></ul>

        The flood of 2007 took the volume for 1996. If you bought something from us in that year, look
        underneath for the initials and the month and tell us. We write it down again, and so far we have
        recovered nineteen lines of about eighty.
        """,
    ),
    HtmlPage(
        path="/archive/1994/",
        title="1994: a plank, two notes and a no | Harbour & Pine",
        description="The first year of the workshop in receipts, letters and one drawing of a chair.",
        heading="1994",
        text="""
        March: rent for the loft, with a note that the floor is not included. April: planks for the floor,
        and a line through one of them. May: two notes of twenty pounds, received for "one bench". It is the
        first entry in the book and has a ring from a cup on it.

        June: the bank regrets. On the back of its letter is a chair with a bent leg that took us until 1997
        to make. July: a stove, second hand. August to December: four tables, a coffin and a hen house.

        The <a href="/archive/1994/orders/">list of orders</a> and the
        <a href="/archive/1994/photographs/">photographs</a> were scanned by Joss's cousin, on a machine
        that he lent us, and shown with a program that he wrote himself. He has moved away since.
        """,
    ),
    HtmlPage(
        path="/private/ledger/",
        is_refused=True,
        title="Ledger | Harbour & Pine",
        heading="Ledger",
        defects=("robots_blocked",),
        text="The accountant's copy. It is not for search engines, and robots.txt says so.",
    ),
    HtmlPage(
        path="/collections/?sort=price",
        is_refused=True,
        canonical="/collections/",
        title="Collections by price | Harbour & Pine",
        heading="Everything we make, by price",
        defects=("robots_blocked",),
        text="""From the Puffin stool to the Loft wardrobe. The order changes, the pieces do not; that is why
        robots.txt keeps crawlers away from it.""",
    ),
)
