"""How to look after wood: the pages that people print."""

from __future__ import annotations

from tests.sites.demo.places import HtmlPage

GUIDES = (
    HtmlPage(
        path="/guides/",
        in_sitemap=True,
        title="Guides to living with wood | Harbour & Pine",
        description="Measuring, oiling, washing, mending and moving: what we would tell you at the door.",
        heading="Living with wood",
        defects=("redirect_internal_link",),
        text="""
        Wood is not delicate. It has stood in the rain for a hundred years before it met you. But it
        likes some things better than others, and these pages say which.

        <ul><li><a href="
            /guides/measuring/
        ">Measuring before you order</a></li>
        <li><a href="  /guides/oiling/ ">Oiling a table top</a></li>
        <li><a href="/guides/soap/">Washing soaped wood</a></li>
        <li><a href="/guides/rings-and-dents/">Rings, dents and the cat</a></li>
        <li><a href="/guides/moving-house/">Moving house</a></li>
        <li><a href="/guides/choosing-timber/#oak">Choosing timber</a></li></ul>

        ## On paper

        All of this is also in a small booklet that comes with each piece. You can
        <a href="/downloads/care-booklet.pdf">download the booklet</a> and fold it yourself; it prints on
        one sheet.

        ## In short

        Keep it a hand's width from heat. Wipe along the grain. Use less of everything than the tin
        says. When in doubt, do nothing for a week and then <a href="/contact">ask us</a>: most marks
        have left by then, and the rest we have seen before. No question is too small, and a photograph
        in daylight answers half of them.
        """,
    ),
    HtmlPage(
        path="/guides/measuring/",
        in_sitemap=True,
        has_viewport=False,
        title="Measuring before you order | Harbour & Pine",
        description="Doors, stairs, skirting boards: the seven measures that decide if it fits.",
        heading="Measuring before you order",
        defects=("viewport_missing",),
        text="""
        You need a tape, a pencil and somebody to hold the other end. Write down centimetres, not
        inches, because our drawings are in centimetres and our arithmetic is not what it was.

        ## The way in

        Measure the narrowest door without its frame, then the turn of the stairs at shoulder height,
        then the lift if there is one: width, depth and the diagonal. Do not forget the gate.

        ## The place itself

        Measure the wall twice, once at the floor and once at one metre. Old walls lean. Note the
        height of the skirting board and how far it stands out, and where the sockets are. For a table,
        leave 75 centimetres behind every chair, or 90 where people carry soup.

        ## The trick with newspaper

        Lay the size out on the floor with newspaper and live with it for three days. You will find out
        which door hits it, where the sun falls and who walks through it at night. Nothing we could tell
        you is worth as much as those three days.
        """,
    ),
    HtmlPage(
        path="/guides/oiling/",
        in_sitemap=True,
        delay_ms=800,
        title=None,
        description="Oiling an oak table top in an evening: what you need and when to stop.",
        heading="Oiling a table top",
        defects=("title_missing",),
        text="""
        <svg width="64" height="32" role="img"><title>A tin of oil and a cloth</title><rect width="64" height="32"/></svg>

        Do this once a year, on an evening when nobody needs the table. You need the tin that came with
        it, two cotton cloths that do not fluff and a plate.

        ## The evening

        Wipe the table with a damp cloth along the grain and let it dry for an hour. Pour a spoonful of
        oil on the plate, never on the wood. Rub it in with small circles until the cloth stops sliding,
        then move on. A table for eight takes about six spoonfuls.

        After twenty minutes take the second cloth and rub off everything that has not gone in, again
        along the grain. What you leave becomes sticky, and sticky is the only mistake there is.

        ## Afterwards

        Hang the cloths outside, spread out. Oily cloth in a heap can set itself alight; we have a black
        spot on the loft floor to remind us. The table may be used the next evening and is quite hard
        after a week.
        """,
    ),
    HtmlPage(
        path="/guides/soap/",
        in_sitemap=True,
        title="Washing soaped wood | Harbour & Pine",
        description="How to keep ash as pale as on its first day with soap flakes and warm water.",
        heading="Washing soaped wood",
        text="""
        Soap is the oldest finish we use and the easiest to renew. It fills the pores with something
        that wine cannot get into, and it never turns yellow.

        ## Mixing

        Stir two spoons of pure soap flakes into half a litre of hot water and wait until it looks like
        thin cream. Do not use liquid soap from the kitchen; it has scent and colour in it, and the wood
        keeps both.

        ## Washing

        Wet the whole surface, spread the soap with a sponge and leave it for five minutes. Then wipe it
        off with a wrung cloth, along the grain, in one go from end to end. If you stop in the middle
        there will be a line. The first time, do it twice with a night in between.

        ## How often

        Tables four times in the first year and twice in every year after. Chairs when they look sad.
        If the surface feels rough after washing, go over it with the finest paper you can buy, with no
        more weight than the paper's own.
        """,
    ),
    HtmlPage(
        path="/guides/rings-and-dents/",
        in_sitemap=True,
        title="Rings, dents and the cat | Harbour & Pine",
        description="White rings, black rings, dents and scratches: what leaves by itself and what needs you.",
        heading="Rings, dents and the cat",
        head='<meta name="robots" content="max-image-preview:none, max-snippet:120">',
        text="""
        First wait. A white ring from a hot cup is damp in the finish and has often gone by Thursday. If
        it has not, rub it with a drop of oil and the ash of a cigarette, should you know anyone who
        still makes it, or with toothpaste.

        ## Black rings

        Those are iron and oak, and they sit deeper. Lemon juice lightens them; leave it on for an hour,
        wash it off and let the sun do the rest. Then oil the place again.

        ## Dents

        A dent is wood that has been pressed together and would like to stand up again. Put a wet cloth
        on it and touch the cloth with a hot iron until it hisses. Two or three times is enough. This
        works for everything except a cut, because a cut is gone.

        ## The cat

        Scratches along the grain disappear with oil. Scratches across it stay and are part of the
        table's life with you. We have plugged, patched and planed for cats since 1994 and hold nothing
        against them.
        """,
    ),
    HtmlPage(
        path="/guides/moving-house/",
        in_sitemap=True,
        lang=None,
        title="Moving house with furniture | Harbour & Pine",
        description="Which pieces come apart, in what order, and how to pack a table top.",
        heading="Moving house",
        defects=("lang_missing",),
        text="""
        Everything we make that is larger than a door comes apart by hand. If you find that you need a
        tool, stop: you are taking apart the wrong thing.

        ## In this order

        Take out the drawers and number them on the bottom with chalk. Lift off the doors. Pull the
        wedges, the thick end first, and put them in an envelope on which you write the room. The
        <a href="/collections/storage/loft/">Loft wardrobe</a> then falls into eleven parts, so have
        somebody hold the back.

        ## Packing

        Blankets, not plastic. Wood in plastic sweats, and the pattern of the bubbles stays in the oil
        until you plane it off. Stand table tops on their long edge, never flat, with something soft
        beneath and nothing leaning on them.

        ## In the new house

        Let the pieces stand for two days before you wedge them again. They have to get used to the
        air as you do. If a drawer sticks, wait a month before you ask us for the plane.
        """,
    ),
    HtmlPage(
        path="/guides/choosing-timber/",
        in_sitemap=True,
        base="/guides/",
        title="Choosing timber | Harbour & Pine",
        description="Oak, ash, walnut or pine: how each wears, moves and changes its colour.",
        heading="Choosing timber",
        text="""
        People choose wood by colour and live with it by hardness. Both matter, but in that order only
        for a year.

        <h2 id="oak">Oak</h2>

        Hard, heavy and calm. It takes a fork dropped from any height. It darkens with age, most in the
        first two summers. If you put a vase on it in that time, move the vase.

        ## Ash

        As hard as oak but more elastic, which is why we bend it. It is the palest wood we have, and
        with <a href="soap/">soap</a> it stays so. In a dark room it is worth a lamp.

        ## Walnut

        Softer than it looks and beautiful when it is scratched. It pales in the sun, so the colours of
        oak and walnut meet after some decades.

        ## Pine

        Old pine is lighter than the rest and takes every dent as an anecdote. Choose it if you have
        children or would like to look as if you had.

        What we put on each of them, and why there is never any varnish, is a
        <a href="finishes/">story of its own</a>.
        """,
    ),
    HtmlPage(
        path="/guides/finishes/",
        title="Oil, soap and wax | Harbour & Pine",
        description="What we put on wood, what we never put on wood, and what that has to do with spoons.",
        heading="Oil, soap and wax",
        text="""
        A finish should do three things: keep wine out, let the wood move, and be renewed by somebody
        who has never done it before. Varnish does only the first. When it is worn through you have to
        remove all of it, and nobody ever does.

        ## Oil

        Linseed, boiled and without metals in it, thinned with orange peel for the first coat. It goes
        into the wood rather than onto it. The tin lasts for years if you close it.

        ## Soap

        Flakes and water; see the guide to <a href="/guides/soap/">washing soaped wood</a>. It suits
        pale wood and people who like to clean on a Saturday.

        ## Wax

        Only where hands go and cups do not: chair backs, drawer sides, the spines of shelves. We
        make it from our neighbour's bees and the same oil, and it is the smell you notice in the loft.

        ## The spoon test

        We leave a spoon of coffee on every new finish overnight. What can be wiped off in the morning
        may leave the loft.
        """,
    ),
)
