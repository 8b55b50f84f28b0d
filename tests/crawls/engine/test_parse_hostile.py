from __future__ import annotations

import contextlib
import pickle

import pytest

from crawls.engine.parse import HostilePage
from crawls.engine.parse.hostile import refuse_hostile

ATTRIBUTES = b" ".join(b"a%d" % number for number in range(2_001))
QUOTED = b" ".join(b"a%d='<x>'" % number for number in range(2_001))


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (b"<p " + ATTRIBUTES + b">", "one tag has 2,001 attributes"),
        (b"<p " + QUOTED + b">", "one tag has 2,001 attributes"),
        (b"<p " + QUOTED, "one tag has 2,001 attributes"),
        (b"<div>" * 5_001, "elements are nested more than 5,000 deep"),
        (b"<ul><li>" * 5_001, "elements are nested more than 5,000 deep"),
        (b"<B><i></i>" * 5_001, "elements are nested more than 5,000 deep"),
        (b"<div/>" * 5_001, "elements are nested more than 5,000 deep"),
        (b"<svg>" + b"<g>" * 5_000, "elements are nested more than 5,000 deep"),
    ],
)
def test_a_page_that_would_stall_the_parser_is_refused(html, reason):
    with pytest.raises(HostilePage) as refusal:
        refuse_hostile(html)

    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    "html",
    [
        b"<p " + ATTRIBUTES[: ATTRIBUTES.rindex(b" ")] + b">",
        b"<div>" * 5_000,
        b"<p>x" * 6_000,
        b"<ul>" + b"<li>x" * 6_000,
        b"<a name=x>" * 6_000,
        b"<table>" + b"<tr><td>x" * 6_000,
        b"<dl>" + b"<dt>x<dd>y" * 6_000,
        b"<img src=x><br><input>" * 6_000,
        b"<ruby>x<rt>y</ruby>" * 6_000,
        b"<b>x</b>" * 6_000,
        b"<b><i>x</b></i>" * 6_000,
        b"<svg>" + b"<path d='M0'/>" * 6_000 + b"</svg>",
        b"<script>" + b"if(a<b)" * 6_000 + b"</script>",
        b"<!--" + b"<div>" * 6_000 + b"-->",
        b"<style>" + b"<div>" * 6_000,
        b"<!doctype html></ x><?php ?>< 5",
        b"",
    ],
)
def test_a_page_that_is_only_long_is_let_through(html):
    assert refuse_hostile(html) is None


@pytest.mark.timeout(10)
@pytest.mark.parametrize("piece", [b"<", b"</a", b'<a x="', b"<a x='\"", b"<!--", b"<a<a", b"<a ="])
def test_the_look_ends_soon_whatever_is_left_open(piece):
    with contextlib.suppress(HostilePage):
        refuse_hostile(piece * (2_000_000 // len(piece)))


def test_the_reason_survives_the_way_out_of_a_child_process():
    refusal = pickle.loads(pickle.dumps(HostilePage("why")))  # noqa: S301 -- our own bytes

    assert refusal.reason == "why"
