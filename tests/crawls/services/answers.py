"""What hosts answer, as values."""

from __future__ import annotations

from datetime import timedelta
from html import escape

from crawls.engine.response import BodyState, Failure, FailureKind, Response

SITE = "https://shop.test"
NO_ANSWER = Failure(FailureKind.TIMEOUT, "No answer within 30 seconds.")
REFUSED_ADDRESS = Failure(FailureKind.ADDRESS_REFUSED, "10.0.0.1 is not public (private).")


def response(url, status=200, *, body=b"", ttfb_ms=50, body_state=BodyState.COMPLETE, **headers):
    """Header names are written with `_` for `-`."""
    return Response(
        url=url,
        status=status,
        headers=tuple((name.replace("_", "-"), value) for name, value in headers.items()),
        body=body,
        body_state=body_state,
        ttfb=timedelta(milliseconds=ttfb_ms),
        elapsed=timedelta(milliseconds=ttfb_ms + 10),
    )


def html(url, *links, title="A page of the shop", **options):
    anchors = "".join(f'<a href="{escape(link)}">to {escape(link)}</a>' for link in links)
    text = f"<!doctype html><html><head><title>{title}</title></head><body>{anchors}</body></html>"
    return response(url, body=text.encode(), content_type="text/html; charset=utf-8", **options)


def redirect(url, location, status=301):
    return response(url, status, location=location)


def urlset(locs):
    listed = "".join(f"<url><loc>{escape(loc)}</loc></url>" for loc in locs)
    return f"<urlset>{listed}</urlset>".encode()
