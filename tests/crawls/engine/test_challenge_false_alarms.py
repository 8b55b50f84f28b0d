"""Answers of the site itself that look like a firewall's to a careless eye."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine.challenge import Challenge, detect
from crawls.engine.response import BodyState, Response

SHELL = b'<!doctype html><title>Wool</title><div id="root"></div><script src=/app.js></script>'
QUOTED = (
    b"<p>Just a moment... Sorry, you have been blocked. Access Denied - Sucuri Website Firewall."
    b" Our system thinks you might be a robot! <pre>&lt;script&gt;window._cf_chl_opt={};"
    b" &lt;script id=&quot;anubis_challenge&quot; sgcaptcha gokuProps captcha.awswaf.com</pre>"
)
PARAGRAPH = b"<p>A firewall answers with a page of its own, and a crawler has to tell. "
TITLE = b"<title>Just a moment...</title>"
CLOUDFLARE = {"server": "cloudflare", "cf-ray": "8f-FRA"}


def response(status, headers=(), body=b""):
    named = tuple(dict(headers).items())
    return Response(
        "https://shop.test/", status, named, body, BodyState.COMPLETE, timedelta(0), timedelta(0)
    )


@pytest.mark.parametrize("status", [200, 202, 401, 403, 404, 405, 429, 430, 500, 503, 999])
@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({}, b""),
        ({}, b"<title>403 Forbidden</title><h1>Forbidden</h1>"),
        ({}, b"<title>Access Denied</title><p>Access Denied"),
        (CLOUDFLARE, b"<h1>Forbidden</h1>"),
        ({"server": "AkamaiGHost"}, b""),
        ({"server": "AkamaiGHost"}, b"<title>403 Forbidden</title><h1>Forbidden</h1>"),
        (CLOUDFLARE | {"set-cookie": "__cf_bm=1"}, SHELL),
        ({"set-cookie": "cf_clearance=1"}, SHELL),
        ({"set-cookie": "__cfduid=1"}, SHELL),
        ({"cf-mitigated": "none"}, SHELL),
        ({"cf-mitigated": "challenge-passed"}, SHELL),
        ({"x-amzn-waf-action": "count"}, SHELL),
        ({}, SHELL + b"<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>"),
        ({}, SHELL + b"<script src=/cdn-cgi/challenge-platform/h/g/scripts/jsd/1/x></script>"),
        ({}, SHELL + b"<script>window.__CF$cv$params={r:'8f',t:'MTc='}</script>"),
        ({}, SHELL + b'<a href="/cdn-cgi/l/email-protection#7f">[email&#160;protected]</a>'),
        ({}, SHELL + b'<a href="/cdn-cgi/challenge-platform/h/b/orchestrate/x">log</a>'),
        ({}, SHELL + b"<script src=/cdn-cgi/scripts/5c5dd728/email-decode.min.js></script>"),
        ({}, SHELL + b'<form><div class="cf-turnstile"></div><input name=password></form>'),
        (
            {},
            SHELL + b"<script src=https://challenges.cloudflare.com/turnstile/v0/api.js></script>",
        ),
        ({}, SHELL + b'<div class="g-recaptcha"></div><script>grecaptcha.ready()</script>'),
        ({}, SHELL + b'<script src=//js.hcaptcha.com/1/api.js></script><div class="h-captcha">'),
        ({"set-cookie": "_abck=1; bm_sz=2; ak_bmsc=3"}, SHELL + b"<script>bmak.js()</script>"),
        ({"x-cdn": "Imperva", "set-cookie": "visid_incap_1=1"}, SHELL),
        ({"x-cdn": "Incapsula", "set-cookie": "incap_ses_1=1"}, SHELL),
        ({}, SHELL + b"<script src=/_Incapsula_Resource?SWJIYLWA=719d></script>"),
        ({"x-datadome": "protected", "set-cookie": "datadome=1"}, SHELL),
        ({"x-datadome": "Protected "}, SHELL + b"<script src=//js.datadome.co/tags.js></script>"),
        ({"x-dd-b": "0"}, SHELL),
        ({"set-cookie": "_px3=1; _pxhd=2; _pxvid=3"}, SHELL),
        ({}, SHELL + b"<script>window._pxAppId='PX1'</script>"),
        ({"x-amzn-requestid": "1", "set-cookie": "aws-waf-token=1"}, SHELL),
        ({}, SHELL + b"<script src=//1.edge.sdk.awswaf.com/1/2/challenge.js></script>"),
        ({}, SHELL + b"<script src=//1.edge.captcha-sdk.awswaf.com/1/jsapi.js></script>"),
        ({"via": "1.1 a.cloudfront.net (CloudFront)", "server": "CloudFront"}, SHELL),
        ({"x-cache": "Error from cloudfront"}, b"<h1>Forbidden</h1>"),
        ({"x-sucuri-id": "1", "x-sucuri-cache": "HIT", "server": "Sucuri/Cloudproxy"}, SHELL),
        ({}, SHELL + b"<link href=/wp-content/plugins/wordfence/css/main.css rel=stylesheet>"),
        ({"set-cookie": "wfwaf-authcookie-1=1"}, SHELL),
        ({"server": "Vercel", "x-vercel-id": "fra1::1"}, SHELL),
        ({}, SHELL + b"<link rel=preconnect href=https://cdn.shopify.com>"),
        ({"server": "ddos-guard", "set-cookie": "__ddg1_=1"}, SHELL),
        ({"set-cookie": "rbzid=1"}, SHELL),
        ({"server": "LiteSpeed"}, SHELL),
        ({}, b"<title>Cloudflare, Akamai, DataDome and Imperva compared</title><p>By Ann"),
        ({}, b"<!-- _cf_chl_opt gokuProps px-captcha --><h1>Wool</h1>"),
        ({}, b'\x89PNG\r\n\x1a\n_cf_chl_opt sgcaptcha "anubis_challenge"'),
    ],
)
def test_what_a_site_says_itself_is_no_challenge(status, headers, body):
    assert detect(response(status, headers, body)) is None


@pytest.mark.parametrize("status", [200, 401, 403, 404, 423, 429, 503])
def test_a_shop_that_refuses_or_is_locked_is_not_a_firewall(status):
    body = b"<title>This shop is unavailable</title>"
    assert detect(response(status, {"x-shopid": "1"}, body)) is None


def test_a_redirect_to_the_password_of_a_locked_shop_is_not_a_firewall():
    assert detect(response(302, {"x-shopid": "1", "location": "/password"})) is None


@pytest.mark.parametrize("status", [502, 504])
def test_an_outage_told_by_a_proxy_is_not_a_firewall(status):
    body = b"<h1>502 ERROR</h1><h2>The request could not be satisfied.</h2>"
    assert detect(response(status, {"x-cache": "Error from cloudfront"}, body)) is None


@pytest.mark.parametrize("status", [200, 404, 500])
@pytest.mark.parametrize("paragraphs", [30, 7_000])
def test_an_article_that_quotes_challenge_pages_is_no_challenge(status, paragraphs):
    body = TITLE + QUOTED + PARAGRAPH * paragraphs + QUOTED

    assert detect(response(status, {}, body)) is None


def test_a_challenge_page_quoted_far_down_is_not_seen_on_any_status():
    body = PARAGRAPH * 300 + QUOTED + TITLE + b"<script>window._cf_chl_opt={}</script>"

    assert detect(response(403, {}, body)) is None


BLOCKED = Challenge("Cloudflare", 'title "Just a moment..."')


@pytest.mark.parametrize(
    ("filling", "challenge"),
    [
        (b"x" * 2_000, BLOCKED),
        (b"x" * 2_001, None),
        (b"<a href=/x></a>" * 10, BLOCKED),
        (b"<a href=/x></a>" * 11, None),
        (b"<script>" + b"x" * (30_000 - len(TITLE) - 8), BLOCKED),
        (b"<script>" + b"x" * (30_001 - len(TITLE) - 8), None),
        (b"<style>" + b"x" * 21_000 + b"</style>" + b"<p>wool" * 500, None),
        (b"<style>" + b"x" * 21_000 + b"</style>" + b"<p>wool" * 50, BLOCKED),
    ],
    ids=["text", "text+1", "links", "links+1", "bytes", "bytes+1", "late text", "late little"],
)
def test_a_page_with_text_links_or_bytes_of_its_own_is_not_an_interstitial(filling, challenge):
    assert detect(response(200, {}, TITLE + filling)) == challenge


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<title>Just a moment...</title>é".encode("latin-1"), "text/html"),
        ("<title>Just a moment...</title>".encode("utf-16"), "text/html"),
        ("<title>Just a moment...</title>".encode("utf-16-be"), "text/html; charset=utf-16be"),
        (b"<TITLE lang=en>\n JUST  a&#32;moment... </TITLE>\xff\x00", "text/html; charset=utf-8"),
        (b"<title>Just a moment...", "text/html; charset=no-such"),
    ],
)
def test_a_title_is_read_in_any_encoding_case_and_spacing(body, content_type):
    assert detect(response(200, {"content-type": content_type}, body)) == BLOCKED


def test_a_decisive_signal_of_one_vendor_goes_before_a_supporting_one_of_another():
    headers = {"x-amzn-waf-action": "captcha"}

    expected = Challenge("AWS WAF", "header x-amzn-waf-action: captcha")
    assert detect(response(405, headers, TITLE)) == expected


def test_a_long_header_is_cut_in_the_evidence():
    found = detect(response(200, {"x-sucuri-block": "x" * 5_000}))

    assert found == Challenge("Sucuri", "header x-sucuri-block: " + "x" * 80)


def test_the_first_title_counts():
    assert detect(response(403, {}, b"<title>Wool</title><svg>" + TITLE)) is None


names = st.sampled_from(["content-type", "server", "cf-mitigated", "x-datadome", "location"])
values = st.text(st.characters(max_codepoint=255), max_size=60)
pieces = st.sampled_from(
    [
        b"<!--",
        b"<title>",
        b"<script",
        b"</script",
        b"<a ",
        b">",
        b"&#x110000;",
        b"&#0;",
        b"\xfe\xff",
    ]
)
bodies = st.lists(st.binary(max_size=40) | pieces, max_size=40).map(b"".join)


@given(
    status=st.integers(0, 1_000),
    headers=st.lists(st.tuples(names, values), max_size=6),
    body=bodies,
)
def test_any_answer_gets_a_challenge_or_none(status, headers, body):
    answer = Response(
        "https://a.test/", status, tuple(headers), body, BodyState.CUT, timedelta(0), timedelta(0)
    )

    found = detect(answer)

    assert found is None or (found.vendor and found.evidence)


@pytest.mark.parametrize(
    "piece",
    [b"<!--", b"<script", b"<style>", b"<a", b'<a b="', b"<", b"<title>", b"&#x41;", b"dd =",
     b"/cdn-cgi/challenge-platform/", b"error 10", b"a.token.awswaf.com/", b"access denied", b"\xff"],
)  # fmt: skip
def test_ten_megabytes_cost_no_more_than_their_beginning(piece):
    body = piece * (10_000_000 // len(piece))
    began = time.process_time()

    detect(response(403, {}, body))

    assert time.process_time() - began < 0.25
