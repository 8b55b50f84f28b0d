"""The shelves of the shop and a page for each piece of furniture on them."""

from __future__ import annotations

from dataclasses import replace

from tests.sites.demo.content.products import PIECES, WOODS, Piece
from tests.sites.demo.places import HtmlPage

ORDERING = """It leaves the loft with its maker's initials and the month under it, and with a tin of
    what it was finished with. We bring it ourselves within <a href="/delivery/">a day's drive</a>;
    you have thirty days to <a href="/returns/">change your mind</a> and twenty-five years of
    guarantee on every joint."""

CARE = {
    "oak": ("/guides/oiling/", "how to oil a table top"),
    "ash": ("/guides/soap/", "how to wash soaped wood"),
    "walnut": ("/guides/choosing-timber/", "how we choose the boards"),
    "pine": ("/guides/rings-and-dents/", "how to lift rings and dents"),
}

SHELVES = {
    "seating": (
        "Chairs, stools and benches",
        "Chairs and stools for people who stay at the table.",
    ),
    "tables": (
        "Tables and desks",
        "Tables for two, for ten, and for one person with a lot of paper.",
    ),
    "storage": ("Chests, shelves and cupboards", "Places for things, all of them dovetailed."),
    "bedroom": ("Beds and what stands around them", "Beds and mirrors for quiet rooms."),
    "lighting": ("Lamps", "Turned lamps that make thin wood glow."),
}

SHELF_TEXT = {
    "seating": """A chair is the hardest thing to make, because everyone is an expert on sitting. Ruth
    builds each of ours around a frame we have adjusted for fifteen years. They are meant for the second
    hour of a meal, when the plates are pushed away and nobody wants to be the first to get up.""",
    "tables": """A table top wants to be wider in summer than in winter. Ours may: the boards are held by
    keys that slide in a groove, so nothing splits and nothing buckles. Every one can be taken apart with
    your hands, and every one fits through a door of 70 centimetres.""",
    "storage": """Drawers run on wood, waxed, and are fitted one by one with a plane. Backs are solid, as
    you may want to put the piece in the middle of a room. Hinges are brass and let into the wood, and
    there is always one more shelf than you think.""",
    "bedroom": """Bedrooms are dry, warm at night and full of small noises, so these pieces have no screws
    that could work loose and no metal that could tick. We finish them with soap or oil only; the smell is
    gone after a day, and you can sleep in the bed that evening.""",
    "lighting": """Joss began with stair spindles and found that ash, turned to the thickness of a coin,
    lets light through. All lamps take ordinary bulbs up to the strength written inside the shade, and the
    cables are cloth, in grey or red, with a switch you can find in the dark.""",
}


def _piece_page(piece: Piece) -> HtmlPage:
    care_path, care_words = CARE[piece.wood]
    return HtmlPage(
        path=piece.path,
        in_sitemap=True,
        title=f"{piece.name}, {piece.kind} in {piece.wood} | Harbour & Pine",
        description=f"{piece.name}: a {piece.kind} in {piece.wood}, {piece.size} cm, made to order in Pendrow.",
        heading=f"{piece.name} {piece.kind}",
        text=f"""
        <img src="/images/{piece.slug}.svg" alt="{piece.name}, a {piece.kind} in {piece.wood}" width="640" height="360">

        {piece.text}

        <table><tr><th>Size</th><td>{piece.size} cm</td></tr>
        <tr><th>Price</th><td>&pound;{piece.price:,}</td></tr></table>

        ## The wood

        {WOODS[piece.wood]} We have written down <a href="{care_path}">{care_words}</a>.

        ## Ordering

        {ORDERING}

        <p><a href="/collections/{piece.shelf}/">{SHELVES[piece.shelf][0]}</a></p>
        """,
    )


def _shelf_page(shelf: str) -> HtmlPage:
    heading, description = SHELVES[shelf]
    pieces = "\n".join(
        f'<li><a href="{piece.path}">{piece.name} {piece.kind}</a>, {piece.wood}, &pound;{piece.price:,}</li>'
        for piece in PIECES
        if piece.shelf == shelf
    )
    return HtmlPage(
        path=f"/collections/{shelf}/",
        in_sitemap=True,
        is_gzipped=True,
        title=f"{heading} | Harbour & Pine",
        description=description,
        heading=heading,
        text=f"""
        {SHELF_TEXT[shelf]}

        <ul>{pieces}</ul>

        ## Seeing them

        All pieces stand in the loft and may be sat on, opened and turned over. If you cannot come,
        we post samples of the wood with two finishes, and a drawing at full size to lay on the floor.
        Samples are free; we only ask that you send the walnut ones back, because walnut is scarce.

        ## Something else

        If the piece you have in mind is not here, describe it. About a third of what leaves the loft
        was drawn for one person. It costs a tenth more than the nearest thing on this page and takes a
        fortnight longer, most of which we spend asking you questions.
        """,
    )


INDEX = HtmlPage(
    path="/collections/",
    in_sitemap=True,
    title="Collections | Harbour & Pine",
    description="Everything we make: seating, tables, storage, bedroom furniture and lamps.",
    heading="Everything we make",
    text=f"""
    Fourteen pieces, none of which follows a fashion, since a piece takes us a year to draw and is
    meant to be used for sixty. We add one or two a year and retire one when we are tired of it. What
    has been retired we still repair.

    <ul>{"".join(f'<li><a href="/collections/{s}/">{SHELVES[s][0]}</a></li>' for s in SHELVES)}</ul>

    ## Looking for a wood

    Many people begin with the timber. Look for <a href="/search/?q=oak">oak</a> if the room is dark
    and <a href="/search/?q=ash&amp;page=1">ash</a> if it is small, or
    <a href="/collections/?sort=price">sort by price</a> if you would rather begin there. What you
    have put aside waits in <a href="/basket/">your basket</a>.

    ## Sizes

    The sizes given are width, depth and height in centimetres. Tables and benches can be shortened,
    shelves can be made taller, and beds come in four widths. Chairs we do not change: we tried, and
    they were no longer chairs. Prices include the finish and the first tin of oil or soap for it.
    """,
)

SHOP = (INDEX, *map(_shelf_page, SHELVES), *map(_piece_page, PIECES))


def altered(places: tuple[HtmlPage, ...], changes: dict[str, dict]) -> tuple[HtmlPage, ...]:
    """The same places, some of them with other fields. Every change must meet its place."""
    unmet = changes.keys() - {place.path for place in places}
    if unmet:
        raise LookupError(f"no such places: {sorted(unmet)}")
    return tuple(replace(place, **changes.get(place.path, {})) for place in places)
