"""Who we are: the home page and everything in the footer."""

from __future__ import annotations

from tests.sites.demo.places import HtmlPage

COMPANY = (
    HtmlPage(
        path="/",
        in_sitemap=True,
        is_gzipped=True,
        title="Harbour & Pine | Furniture made by hand in Pendrow",
        description="Chairs, tables, storage, beds and lamps from four joiners on the Pendrow estuary.",
        heading="Furniture that outlives the house move",
        text="""
        <!-- Last year's page is kept at <a href="/home-2023/">home-2023</a> until the photographs are moved. -->

        We are four joiners in an old net loft on the Pendrow estuary. We make chairs, tables,
        cupboards and beds from timber that grew within sixty miles of the bench it is cut on.
        Every piece carries the initials of the person who made it and the month it left.

        ## This season

        The <a href="/collections/tables/skerry/">Skerry side table</a> is back after a year's
        rest, in ash this time, and the <a href="/collections/seating/lyre/">Lyre chair</a> has
        a lower arm, because many of you asked to slide it under the table. Both are on show in
        the loft from Tuesday to Saturday.

        ## How it works

        Choose a piece, tell us about the room, and we send you a sample of the wood with two
        finishes on it. When you are sure, we put your name on the board. A chair takes five
        weeks, a table seven, a bed nine. We bring it ourselves as far as we can drive in a day,
        carry it up the stairs and take the blankets home again.

        ## What people ask first

        Yes, the drawers run on wood. No, they do not stick, if the house is not a greenhouse.
        Yes, we repair what we made, at cost, for as long as one of us can hold a plane. The rest
        is answered on the <a href="/faq/">questions page</a>, and the
        <a href="/guides/">guides</a> tell you how to look after wood once it is yours.

        <template><a href="/cards/product-card/">A card that a script fills in</a></template>

        <script>document.documentElement.dataset.menu = '<a href="/menu-for-scripts/">Menu</a>';</script>
        """,
    ),
    HtmlPage(
        path="/about/",
        in_sitemap=True,
        title="About the workshop | Harbour & Pine",
        description="Ines Calloway and Tomas Brandt opened the workshop in 1994. This is how it grew.",
        heading="Four benches and a stove",
        defects=("img_alt_missing", "img_alt_missing", "redirect_internal_link"),
        text="""
        Ines Calloway had mended boats and Tomas Brandt had built kitchens when they rented the
        net loft in the spring of 1994. The first winter they made one bench, mainly to have
        somewhere to sit. A neighbour bought it off the doorstep, and that was the business plan.

        <img src="/images/loft.svg" width="640" height="360">

        Thirty years later there are four of us. Ruth Adeyemi came for a summer and stayed; she
        makes all the chairs. Joss Penhale turns legs and lamp stands and looks after the kiln.
        We have never had a sales department, and the telephone hangs beside the glue pots.

        <img src="/images/kiln.svg" width="640" height="360">

        <img src="/images/rule.svg" alt="" width="640" height="4">

        We buy whole trees, mostly oak and ash that came down in storms, and saw them on the
        quay. Boards dry outside for a year per inch and then spend three weeks in the kiln.
        Whatever is too short for furniture becomes pegs, and whatever is too short for pegs
        heats the stove.

        You are welcome to see all of it: the <a href="{twin}/visit/">opening hours</a> are
        posted on the door, and <a href="HTTP://WWW.Demo.LOCALHOST:{port}/about/team/">the four of
        us</a> are usually there.
        """,
    ),
    HtmlPage(
        path="/about/team/",
        in_sitemap=True,
        title="The people at the benches | Harbour & Pine",
        description="Ines, Tomas, Ruth and Joss: who makes what, and what they do after six.",
        heading="The people at the benches",
        defects=("link_internal_broken",),
        text="""
        ## Ines Calloway

        Draws most of what we make and still cuts the dovetails on every chest. She rows, badly
        and every day, and keeps the book in which each piece has been written down since 1994.

        ## Tomas Brandt

        Tables and beds, and anything longer than the van. Tomas trained in Lübeck, where he
        learnt that a drawer must close by itself if you push it once and mean it. He answers
        the telephone on Tuesdays.

        ## Ruth Adeyemi

        Every chair since 2009. Ruth weaves the seats too, from Danish paper cord, and can tell
        from the squeak which joint is dry. She teaches stool making in the autumn.

        ## Joss Penhale

        Turning, lamps and the kiln. Joss joined as an apprentice at sixteen and now has an
        apprentice. Before them there was <a href="/about/team/walter/">Walter Nance</a>, who
        taught all of us to sharpen, and who retired to his bees.
        """,
    ),
    HtmlPage(
        path="/visit/",
        in_sitemap=True,
        delay_ms=600,
        title="Visit the workshop | Harbour & Pine",
        description="The Old Net Loft, Pendrow: opening hours, how to find us and where to park.",
        heading="Come and sit on things",
        text=r"""
        The loft is open from Tuesday to Saturday, ten to five, and until eight on the first
        Thursday of the month. There is no shop as such: the furniture stands between the benches
        and you are asked to open every drawer.

        ## Finding us

        From the station it is twelve minutes on foot. Cross the footbridge, follow the quay past
        the ice house and look for the green doors. If you drive, use the car park at the church;
        the quay itself is for boats and the fish lorry, and the lorry always wins.

        ## With children

        Bring them. There is a box of offcuts, a vice at the right height and a rule that whoever
        makes a thing may keep it. The <a href="\collections\seating\puffin\">Puffin stool</a>
        was drawn for exactly these visitors.

        ## If you cannot come

        We send samples of wood and finish by post, and once a month Ruth walks through the loft
        with a camera and shows whatever you ask for. Write to us and we tell you the date.
        """,
    ),
    HtmlPage(
        path="/contact/",
        in_sitemap=True,
        title="Contact | Harbour & Pine",
        description="Telephone, e-mail and post, and who picks up on which day.",
        heading="Talk to a joiner",
        text="""
        There is one telephone and it is answered by whoever has the cleanest hands. Ring
        <a href="tel:+441632960114">01632 960114</a> between ten and four, or write to
        <a href="mailto:loft@harbour-and-pine.example">the loft</a>. Letters go to The Old Net
        Loft, Quay Lane, Pendrow.

        ## For a new piece

        Tell us the room, the width of the narrowest door on the way to it, and what the piece
        has to put up with. A photograph helps more than a drawing. You have an answer within
        three working days, with a price that does not change afterwards.

        ## For a repair

        Look for the initials and the month, usually under the seat or on the back rail, and
        mention them. We then know the tree, the glue and the person, and can often send the part
        before you have finished apologising to the chair.

        ## For the press

        Photographs and a short history are in the <a href="/private/press/">press folder</a>.
        You can also <a href="javascript:window.print()">print this page</a> and take it with you.
        """,
    ),
)
