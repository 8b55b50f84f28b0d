"""Addresses that lead elsewhere, or nowhere."""

from __future__ import annotations

from tests.sites.demo.pdf import pdf
from tests.sites.demo.places import TWIN, File, HtmlPage, Place, Redirect


def _sorry(path: str, status: int, words: str, *defects: str) -> HtmlPage:
    return HtmlPage(
        path=path, status=status, title=words, heading=words, text=words, defects=defects
    )


REDIRECTS = (
    Redirect(path=f"{TWIN}/", location="{www}/"),
    Redirect(path=f"{TWIN}/visit/", location="{www}/visit/"),
    Redirect(path="/contact", location="/contact/"),
    Redirect(path="/shipping/", location="{www}/delivery/", status=308),
    Redirect(path="/sofa", location="/sofas/", status=302),
    Redirect(path="/sofas/", location="/collections/seating/"),
    Redirect(path="/care/", location="/guides/", in_sitemap=True),
    Redirect(
        path="/catalogue",
        location="/downloads/catalogue-2019.pdf",
        defects=("redirect_broken",),
    ),
    # The sign-in was taken down and its three addresses now pass visitors round in a ring.
    Redirect(path="/sign-in", location="/welcome", status=302),
    Redirect(path="/welcome", location="/session", status=302),
    Redirect(path="/session", location="/sign-in", status=302, defects=("redirect_loop",)),
)

DEAD_ENDS = (
    _sorry("/about/team/walter/", 404, "This page has left the loft", "http_4xx"),
    _sorry("/collections/tables/vik/", 404, "This page has left the loft", "http_4xx"),
    _sorry("/journal/summer-fair/", 404, "This page has left the loft", "http_4xx"),
    _sorry("/downloads/catalogue-2019.pdf", 404, "This page has left the loft", "http_4xx"),
    _sorry("/collections/seating/rocker/", 410, "We no longer make this", "http_4xx"),
    _sorry("/trade/price-list/", 403, "For dealers only", "http_access_denied"),
    # Linked from the deepest page only, so that a crawler slows down at its very end.
    _sorry("/archive/1994/orders/", 500, "Something broke in the archive", "http_5xx"),
    _sorry("/archive/1994/photographs/", 500, "Something broke in the archive", "http_5xx"),
)

FILES = (
    File(
        path="/downloads/care-booklet.pdf",
        media_type="application/pdf",
        body=pdf("Harbour & Pine: looking after your furniture"),
    ),
)

DETOURS: tuple[Place, ...] = (*REDIRECTS, *DEAD_ENDS, *FILES)
