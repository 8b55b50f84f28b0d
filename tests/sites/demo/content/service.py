"""The small print: delivery, returns, questions, work, privacy, terms."""

from __future__ import annotations

from tests.sites.demo.places import HtmlPage

QUESTIONS = """
    <ul><li><a href="#wait">How long is the wait?</a></li>
    <li><a href="#damp">Will it survive my damp cottage?</a></li>
    <li><a href="#change">Can you make it smaller?</a></li></ul>

    <h2 id="wait">How long is the wait?</h2>

    Five weeks for a chair, seven for a table, nine for a bed. In December add two, because the
    loft closes when the estuary freezes and because nobody should glue in the cold. We tell you
    the week when you order and the day a fortnight before.

    <h2 id="damp">Will it survive my damp cottage?</h2>

    Wood moves. We cut every joint so that it may, and we dry the boards to the moisture of a
    lived-in room. What harms furniture is change: a radiator behind a cupboard, a table in the
    conservatory. Keep it a hand's width from heat and it will be fine.

    <h2 id="change">Can you make it smaller?</h2>

    Nearly always. A table may lose up to a fifth of its length before the legs look wrong. We
    charge nothing for the change, but such a piece cannot be returned, so we send you a drawing
    to tape to the floor first. Moving it about for a week costs nothing and saves a good deal.
"""

SERVICE = (
    HtmlPage(
        path="/delivery/",
        in_sitemap=True,
        title="Delivery | Harbour & Pine",
        description="We bring it ourselves within a day's drive; further away a carrier we trust does.",
        heading="How it gets to you",
        text="""
        Within a day's drive of Pendrow two of us bring the piece in our own van, carry it to the
        room it is for, put it together and take the blankets away. That is part of the price.
        Stairs are fine; tell us about spiral ones.

        Further off we use a carrier who moves pianos in the other half of the week. They ring the
        evening before and give you two hours. On an island we meet the boat.

        ## Before we come

        Measure the narrowest door, the turn of the stairs and the lift. Our
        <a href="/guides/measuring/">measuring guide</a> has a page to fill in. If a table does not
        go through the door we take it back and pay for the journey, once.

        ## If something is wrong

        Look it over while we are there. Anything you find in the first month, dent or rattle, we
        put right without a discussion. After that the guarantee applies: twenty-five years on joints,
        ten on cord seats.
        """,
    ),
    HtmlPage(
        path="/returns/",
        in_sitemap=True,
        title="Returns | Harbour & Pine",
        description="Thirty days to change your mind, and what we ask of the piece until then.",
        heading="If it does not suit the room",
        text="""
        You have thirty days from the day it stands in your house. Ring us, and we fetch it on the
        next journey your way. You pay nothing for the journey if it is the first return, and the
        price of the diesel if it is the second.

        We ask that the piece is as it left us: no cup rings, no cat. If there is a mark we show you
        what it costs to plane it out and take that off the refund. It is usually less than people
        fear, because a plane is quick.

        ## What cannot come back

        Anything made to your own measure, and anything with your name carved into it. For those we
        send a drawing at full size beforehand, and we do not cut until you have slept on it.

        ## Refunds

        Money goes back the day the piece is in the loft again, by the way it came. We do not keep a
        handling fee, since handling is the pleasant part. What else people ask about returns is among
        the <a href="/faq">questions</a>.
        """,
    ),
    HtmlPage(
        path="/faq/",
        in_sitemap=True,
        title="Questions and answers | Harbour & Pine",
        description="Waiting time, damp rooms, changes of size: the questions we hear every week.",
        heading="Questions we hear every week",
        text=QUESTIONS,
    ),
    HtmlPage(
        path="/faq",
        canonical="/faq/",
        title="Questions and answers | Harbour & Pine",
        heading="Questions we hear every week",
        text=QUESTIONS,
    ),
    HtmlPage(
        path="/careers/",
        in_sitemap=True,
        title="Work with us | Harbour & Pine",
        description="We take one apprentice every second year and a finisher when the work asks for it.",
        heading="Work with us",
        text="""
        We take one apprentice every second September. You need no certificate, only hands that do
        not mind the cold and the patience to sharpen a chisel again. The first year is mostly
        sharpening. In the second you make a stool, in the third a chair, and in the fourth you sell
        one.

        ## Finisher, three days a week

        Oil, wax and soap, and an eye for the moment to stop. You would share a room with the big
        window and decide what leaves the loft and what goes back to the bench. We pay a day rate
        and the train.

        ## How to apply

        Write a page by hand and send a photograph of something you have repaired. It need not be
        wood. The address for letters is on the <a href="/contact/">contact page</a>; if you must
        type, use <a href="/cdn-cgi/l/email-protection#a1c9c0cfc5d2">[email protected]</a>. Everybody
        gets an answer, and everybody may come and spend a day.
        """,
    ),
    HtmlPage(
        path="/privacy/",
        in_sitemap=True,
        title="Privacy | Harbour & Pine",
        description="What we write down about you (little), where it is kept and how to have it removed.",
        heading="What we know about you",
        text="""
        We keep your name, your address, what we made for you and the tree it came from. That is
        written in a book, by hand, and in a spreadsheet that exists because of the tax office. The
        book stays in the loft. The spreadsheet is kept on one computer and copied to a disk that
        lives at the bank.

        This site sets no cookies, loads nothing from other companies and does not count you. The
        basket remembers what you chose until you close the window, and then it forgets.

        ## Who else sees it

        The carrier sees your address if the carrier brings the furniture. The bank sees what you
        paid. Nobody else sees anything, and we have never sold a list because we have never made
        one.

        ## Having it removed

        Write to us and we delete the spreadsheet row within a week. The line in the book we paint
        over with shellac, which is prettier than it sounds. We must keep invoices for six years.
        """,
    ),
    HtmlPage(
        path="/terms/",
        in_sitemap=True,
        title="Terms of sale | Harbour & Pine",
        description=None,
        heading="Terms, in plain words",
        defects=("description_missing",),
        text="""
        You order when you have seen a price and said yes to it, by letter, by e-mail or across the
        bench. We then ask for a third, which buys the timber. The rest is due when the piece stands
        in your room and you are content with it.

        You may change your mind without cost until we have cut wood, and we tell you the day before
        we do. After that the third is spent; what we have made of it is yours, finished or not.

        ## Guarantee

        Joints are guaranteed for twenty-five years, finishes for two, cord seats for ten. The
        guarantee belongs to the furniture, so it goes along when you sell or inherit the piece.

        ## When we disagree

        Come to the loft and we look at it together. If that does not help, the joiners' guild in
        Pendrow hears both sides on the last Friday of the month, for the price of the coffee. The
        law of the land applies as well, of course, and nothing here takes a right from you.
        """,
    ),
)
