"""Articles that have left the first page of the journal; in no sitemap, found by links only."""

from __future__ import annotations

from tests.sites.demo.places import HtmlPage

OLDER_ARTICLES = (
    HtmlPage(
        path="/journal/s%C3%B8lv-og-eg/",
        title="S\u00f8lv og eg, a guest from Aarhus | Harbour & Pine",
        description="A silversmith stayed for a fortnight. We made a box; she made the reason for it.",
        heading="S\u00f8lv og eg",
        defects=("redirect_internal_link",),
        text="""
        Kirsten came from Aarhus with a case of hammers and wanted to know why our boxes have no locks.
        We said that nobody here locks anything. She looked at the handle of the door and then at us, and
        on the next day she began to file a key.

        For a fortnight silver and oak, <i>s\u00f8lv og eg</i>, shared one bench. Silver is soft, she told
        us, and remembers every blow. Oak is hard and remembers only water. She hammered on our end grain
        because it gave the sheet a texture like the skin of an orange.

        In the end there were two boxes. One is in a museum that
        <a href="https://www.s\u00f8lvmuseum.example/">collects such things</a>; the other stands in the loft
        and holds the biscuit money. The lock works, and the key lies on top of it.

        Her way of sitting has found its way into the <a href="/sofa">broad easy chair</a> we drew that
        winter, low enough for hammering on your knees.
        """,
    ),
    HtmlPage(
        path="/journal/sharpening/",
        title="An hour a day of sharpening | Harbour & Pine",
        description="Why apprentices here begin with a stone, and what Walter said about it.",
        heading="An hour a day",
        text="""
        Every morning before anyone cuts anything there is an hour of scraping from four benches. Visitors
        think that something is broken. It is only steel on stone, and it saves us more time than any
        machine we have bought.

        Walter used to say that a blunt chisel is the one that cuts you, because you push. He had nine
        fingers and did not explain. He would hold the edge against the window, and if he saw light on it
        he handed it back without a word.

        A new apprentice needs about four months. First the back has to be flat, then the bevel, and then
        comes the day when it takes hair off an arm and they all go about with bald arms for a week.

        We tell this because people ask how we get surfaces like that without sandpaper. There is no secret.
        It is an hour a day, since 1994, times four. You can <a href="/journal/s\u00f8lv-og-eg/">hear
        something similar</a> from a silversmith.
        """,
    ),
    HtmlPage(
        path="/journal/a-table-to-shetland/",
        title="A table goes to Shetland | Harbour & Pine",
        description="Two ferries, one tractor and a door that was narrower than its owner had said.",
        heading="A table goes to Shetland",
        defects=("redirect_internal_link",),
        text="""
        The longest delivery so far took five days and two ferries. The table was a Holm, three boards
        wide, and the house stood at the end of a track where the van gave up. A neighbour came with his
        tractor and a trailer that had held sheep that morning.

        The door was 68 centimetres wide. We say 70, in writing, in three places. The owner had measured it
        with the frame, by candle. So we took out the window, which had wanted painting anyhow, and four
        people and a dog saw the table into the room.

        It was dark by then and there was fish. Somebody brought a fiddle. We slept on the boards of the
        packing case and in the morning the window went back, with new putty from the boat shed.

        That journey is why <a href="/shipping/">our page on delivery</a> speaks of islands, and why there is
        a measuring guide. The table has been there for nine winters now. It has been danced on, we are told,
        twice.
        """,
    ),
    HtmlPage(
        path="/journal/the-flood/",
        title="The flood | Harbour & Pine",
        description="In 2007 the estuary came into the loft. What floated, what sank, what we learnt.",
        heading="The flood",
        defects=("redirect_internal_link",),
        text="""
        On the ninth of November the tide did not stop. It came over the quay at six, through the green
        doors at half past, and stood at the third stair when Ines arrived in the rowing boat. She came in
        by the hoist.

        Everything made of wood floated, which is an advantage of the trade. Eleven chairs turned slowly in
        the dark like cattle. The machines did not float. The band saw has a brown line at the height of the
        wheel to this day, and it has cut better ever since, though nobody can say why.

        We lost the veneers, a winter's worth of glue and the first four volumes of the book. Those were
        dried page by page between planks and can be read again, apart from 1996, which is a blue cloud.

        Afterwards we moved the timber up, the sockets too, and printed a last
        <a href="/catalogue">catalogue on paper</a>, with the water line across every page.
        """,
    ),
    HtmlPage(
        path="/journal/the-first-bench/",
        title="The first bench | Harbour & Pine",
        description="A plank, two ends, a rail: the piece that was sold before there was a company.",
        heading="The first bench",
        defects=("link_internal_broken",),
        text="""
        It was made to sit on while the floor was being mended. The plank came from the floor as well. Two
        ends, a rail, eight wedges; Tomas cut it in a day and Ines planed it in two, because she could not
        leave it alone.

        A woman from the house across the lane stopped at the door and asked the price. There was none. She
        put two notes on the window sill and took it under her arm. We sat on the tool chest for the rest of
        that winter and understood that this might be a way to live.

        The bench is still across the lane. It has a hollow at the left end, where the cat sleeps. We have
        offered to buy it back and have been told to make ourselves another, which we do: it is called Hall
        now, and there was a <a href="/collections/seating/rocker/">rocker</a> cut from the same beam.

        The receipt, and everything else we could find from those years, is in
        <a href="/archive/">the archive</a>.
        """,
    ),
    HtmlPage(
        path="/journal/kiln-makers-visit/",
        title="A visit to the kiln makers | Harbour & Pine",
        description="We were invited to see how drying kilns are built. Lunch and a discount are declared.",
        heading="A visit to the kiln makers",
        text="""
        First the declaration: the people at <a href="https://kilnworks.example/loft" rel="sponsored">Kilnworks</a>
        paid for the train, for an excellent lunch, and took something off the price of a new fan. With that
        in mind, this is what we saw.

        A kiln is a room that breathes. Warm air goes through the pile, takes up water, passes over a cold
        coil and leaves the water there. The art is in being slow. If the outside of a board dries before
        the inside it shrinks around it like a wet glove, and then it cracks, usually at night.

        They build forty a year, all of them to measure, in a shed that used to hold airships. The walls are
        a hand thick. The controls are three dials and a book, for the same reason that we have a book:
        after ten years you may look up what you did.

        Ours is the smallest they ever made. They remembered it, and asked how Margaret had turned out.
        """,
    ),
)
