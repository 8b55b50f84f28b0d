"""The furniture: what differs from piece to piece. `shop` turns it into pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    shelf: str  # its collection
    slug: str
    name: str
    kind: str
    wood: str
    price: int  # pounds
    size: str  # centimetres
    text: str

    @property
    def path(self) -> str:
        return f"/collections/{self.shelf}/{self.slug}/"


WOODS = {
    "oak": """Oak for this piece comes from the Tremayne woods, mostly from trees the storms of 2019
    brought down. It is quarter-sawn, so the boards stay flat and show the silver rays that run
    across the grain. Oiled oak darkens to the colour of tea within two years and then stays there.""",
    "ash": """The ash is white, long-grained and springy, which is why oars and axe handles are made
    of it. We buy it from hedges that have to come down along the railway. It takes soap well: wash
    it twice a year and it stays as pale as on the first day, with a surface like linen.""",
    "walnut": """Walnut grows slowly here and we get two or three trees a year, usually from a garden
    that became a car park. The heartwood is brown with a violet cast and fades a little in the sun.
    We keep boards of one tree together, so all parts of your piece come from the same one.""",
    "pine": """Pine does not mean the orange boards of the seventies. Ours is old, slow Baltic pine
    from the beams of warehouses, with rings as close as the pages of a book. Each beam is searched
    for nails, twice. Here and there a filled hole shows where one was, and we leave those in.""",
}

PIECES = (
    Piece(
        shelf="seating",
        slug="lyre",
        name="Lyre",
        kind="dining chair",
        wood="oak",
        price=640,
        size="54 x 52 x 79",
        text="""A chair for long suppers. The back legs and the back are one bent line, so it gives a
        little when you lean. The arm was lowered this spring and now slides under any table with a
        clear height of 64 centimetres. The seat is woven from paper cord, about 120 metres of it.""",
    ),
    Piece(
        shelf="seating",
        slug="puffin",
        name="Puffin",
        kind="stool",
        wood="ash",
        price=180,
        size="30 x 30 x 34",
        text="""Three legs, so it never rocks, and a dished seat that fits a four-year-old, a milk pail
        or a stack of books. Grown-ups use it to tie their shoes. The legs are wedged from above and
        the wedges are walnut, which is the only decoration it has and all that it needs.""",
    ),
    Piece(
        shelf="seating",
        slug="hall-bench",
        name="Hall",
        kind="bench",
        wood="pine",
        price=520,
        size="120 x 36 x 45",
        text="""The first thing we ever sold, thirty years on. A plank, two ends and a rail, with a shelf
        for boots under it. The seat is a single board where the beam allows it. It carries three people
        who like each other, and the underside has a hook for a shoehorn that nobody notices.""",
    ),
    Piece(
        shelf="seating",
        slug="ebb",
        name="Ebb",
        kind="easy chair",
        wood="walnut",
        price=1480,
        size="72 x 80 x 74",
        text="""Low, wide and tilted by eleven degrees, which is what everybody chose when we let forty
        visitors adjust a test frame. The cushions are wool over horsehair and can be taken off with six
        buttons. The frame comes apart with a wooden key, so it goes up stairs that other chairs do not.""",
    ),
    Piece(
        shelf="tables",
        slug="skerry",
        name="Skerry",
        kind="side table",
        wood="ash",
        price=290,
        size="45 x 45 x 50",
        text="""A round top on a cross of two boards. It stands beside a bed or a chair and takes a lamp, a
        book and the cup you forgot. The edge is rounded like a pebble on the underside only, so from
        above it looks thin and from below your hand finds it.""",
    ),
    Piece(
        shelf="tables",
        slug="tern",
        name="Tern",
        kind="side table",
        wood="oak",
        price=340,
        size="50 x 36 x 55",
        text="""The rectangular sister of the round one, with a drawer that opens from both sides. We made
        it for two people who read on either side of one lamp and could not agree. The drawer has no
        handle; there is a hollow under the front, worn into shape with a gouge.""",
    ),
    Piece(
        shelf="tables",
        slug="holm",
        name="Holm",
        kind="dining table",
        wood="oak",
        price=2150,
        size="220 x 90 x 74",
        text="""Eight chairs, or ten friends. The top is three boards wide and rests on two trestles that
        slide along it, so you choose whether people sit at the ends. Without the pegs it lies flat in
        the van and against a wall. Most Holms are ordered by families whose kitchen is the house.""",
    ),
    Piece(
        shelf="storage",
        slug="kist",
        name="Kist",
        kind="blanket chest",
        wood="pine",
        price=780,
        size="110 x 50 x 48",
        text="""Dovetailed at every corner and lined with cedar that keeps moths thinking of elsewhere. The
        lid is held by a cord and stops where you let go. Kists are the pieces that come back to us after
        twenty years for a new cord, and so far for nothing else.""",
    ),
    Piece(
        shelf="storage",
        slug="creel",
        name="Creel",
        kind="shelf",
        wood="ash",
        price=460,
        size="90 x 28 x 190",
        text="""Five boards between two ladders. The boards hook in without tools, at any height, and one of
        them has a raised edge for plates. It must be fixed to the wall with the two brass screws that come
        with it; a full one weighs as much as a pony.""",
    ),
    Piece(
        shelf="storage",
        slug="loft",
        name="Loft",
        kind="wardrobe",
        wood="oak",
        price=2960,
        size="130 x 62 x 205",
        text="""Two doors, one rail, four drawers behind them. It arrives in eleven parts and goes together
        with wedges in half an hour, and comes apart again for the next house. The doors are frame and
        panel, so that they can swell in August without saying anything about it.""",
    ),
    Piece(
        shelf="storage",
        slug="ditty",
        name="Ditty",
        kind="sewing box",
        wood="walnut",
        price=210,
        size="34 x 22 x 18",
        text="""Sailors kept needle and thread in a ditty box, and so can you. Two trays lift out and a third
        slides. Joss turns the bobbins from the same board. It is the smallest thing we make and the one in
        which the dovetails are hardest to cut, so apprentices are given it last.""",
    ),
    Piece(
        shelf="bedroom",
        slug="berth",
        name="Berth",
        kind="bed",
        wood="ash",
        price=1890,
        size="168 x 212 x 90",
        text="""A bed that does not creak, because nothing in it is screwed. Rails drop into the posts and
        lock under your weight. The headboard leans back like a deck chair and is the right height for tea.
        There is room below for two drawers or for one large dog.""",
    ),
    Piece(
        shelf="bedroom",
        slug="tide",
        name="Tide",
        kind="mirror",
        wood="oak",
        price=380,
        size="60 x 4 x 160",
        text="""A tall mirror in a frame that is thicker at the bottom, so it leans at the right angle without
        a stand. The glass is let in from the back and can be changed in ten minutes. It has a ledge along
        the foot, one inch deep, for rings and coins.""",
    ),
    Piece(
        shelf="lighting",
        slug="heron",
        name="Heron",
        kind="floor lamp",
        wood="oak",
        price=420,
        size="38 x 38 x 148",
        text="""It stands on one leg beside the chair and looks over your shoulder. The arm moves on a wooden
        joint with a leather washer and stays where you put it. The shade is paper from a mill up the river,
        and a flat one is sent along, because shades meet cats.""",
    ),
)
