"""Each signal of each firewall, on every status, on a short page and above an article."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from crawls.engine.challenge import Challenge, detect
from crawls.engine.challenge.vendors import VENDORS
from crawls.engine.response import BodyState, Response

STATUSES = (200, 202, 302, 401, 402, 403, 404, 405, 406, 409, 418, 423, 428, 429, 430, 500, 502, 503, 504, 999)  # fmt: skip
EVERY = frozenset(STATUSES)
REFUSING = frozenset({401, 403, 405, 406, 409, 418, 429, 430, 503, 999})
ARTICLE = b"<p>How we pick our wool. " * 100 + b'<a href="/wool">wool</a>' * 40
HEADER_VALUE = re.compile(r"(header [a-z-]+): .*?(?= and |$)")
SHOPIFY = {"x-shopid": "1"}
RAY = {"server": "cloudflare", "cf-ray": "8f-FRA"}
AKAMAI = b"<title>Access Denied</title><h1>Access Denied</h1>"
DATADOME = b"<script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>"
STACKPATH = (
    b"<p>shop.test is using a security service for protection against online attacks."
    b"<p>An action has triggered the service and blocked your request."
)
F5 = (
    b"The requested URL was rejected. Please consult with your administrator.<br>"
    b"Your support ID is: 1234"
)

# vendor, evidence, headers, statuses it counts on, whatever the body
HEADERS = [
    ("Cloudflare", "header cf-mitigated: challenge", {"cf-mitigated": "challenge"}, EVERY),
    ("Akamai", "header akamai-cache-status: Error from child", {"akamai-cache-status": "Error from child"}, REFUSING | {428}),
    ("Akamai", "header x-akamai-session-info: name=X", {"x-akamai-session-info": "name=X"}, REFUSING | {428}),
    ("Imperva", "header x-iinfo: 9-1-0 0NNN", {"x-iinfo": "9-1-0 0NNN"}, {403}),
    ("DataDome", "header x-dd-b: 1", {"x-dd-b": "1"}, {403}),
    ("DataDome", "header x-dd-b: 2", {"x-dd-b": "2"}, {403}),
    ("DataDome", "header x-datadome: blocked", {"x-datadome": "blocked"}, REFUSING),
    ("DataDome", "header x-datadome-cid: AHr", {"x-datadome-cid": "AHr"}, REFUSING),
    ("HUMAN (PerimeterX)", "header x-px-authorization: 3", {"x-px-authorization": "3"}, REFUSING),
    ("AWS WAF", "header x-amzn-waf-action: challenge", {"x-amzn-waf-action": "challenge"}, EVERY),
    ("AWS WAF", "header x-amzn-waf-action: captcha", {"x-amzn-waf-action": "captcha"}, EVERY),
    ("AWS WAF", "header x-blocked-by-waf: Blocked", {"x-blocked-by-waf": "Blocked"}, REFUSING | {202}),
    ("Sucuri", "header x-sucuri-block: DDOS", {"x-sucuri-block": "DDOS"}, EVERY),
    ("Vercel", "header x-vercel-mitigated: challenge", {"x-vercel-mitigated": "challenge"}, EVERY),
    ("Vercel", "header x-vercel-mitigated: deny", {"x-vercel-mitigated": "deny"}, {403}),
    ("Vercel", "header x-vercel-challenge-token: 2.17", {"x-vercel-challenge-token": "2.17"}, EVERY),
    ("Shopify", "header x-shopid: 1", SHOPIFY, {430}),
    ("Shopify", "header x-shopify-stage: production", {"x-shopify-stage": "production"}, {430}),
    ("Shopify", "header x-sorting-hat-shopid: 1", {"x-sorting-hat-shopid": "1"}, {430}),
    ("Shopify", "header powered-by: Shopify, Oxygen", {"powered-by": "Shopify, Oxygen"}, {430}),
    ("Shopify", "header location: /throttle/queue?_ctd=", {"location": "/throttle/queue?_ctd="}, {302}),
    ("Kasada", "header x-kpsdk-ct: 02k", {"x-kpsdk-ct": "02k"}, REFUSING),
    ("SiteGround", "header location: /.well-known/sgcaptcha/?r=%2F", {"location": "/.well-known/sgcaptcha/?r=%2F"}, {302}),
]  # fmt: skip
# vendor, evidence, headers, body, statuses when the page is short, statuses above an article
BODIES = [
    ("Cloudflare", 'title "Just a moment..."', {}, b"<title>Just a moment...</title>", EVERY, REFUSING),
    ("Cloudflare", 'title "Attention Required! | Cloudflare"', {}, b"<title>Attention Required! | Cloudflare</title>", EVERY, REFUSING),
    ("Cloudflare", 'page code "_cf_chl_opt"', {}, b"<script>window._cf_chl_opt={cvId:'3'}</script>", EVERY, REFUSING),
    ("Cloudflare", 'page code "/cdn-cgi/challenge-platform/"', {}, b"<script>a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'</script>", EVERY, REFUSING),
    ("Cloudflare", 'page text "Sorry, you have been blocked"', {}, b"<h1>Sorry,\n you have been blocked</h1>", REFUSING, REFUSING),
    ("Cloudflare", 'header server: cloudflare and page text "error 1006 to 1015 or 1020"', RAY, b"error code: 1020", REFUSING, REFUSING),
    ("Cloudflare", 'header server: cloudflare and page text "error 1006 to 1015 or 1020"', RAY, b"<h1><span>Error</span><span>1015</span></h1>", REFUSING, REFUSING),
    ("Akamai", 'page text "Access Denied" and page text "Reference #"', {}, AKAMAI + b"Reference&#32;&#35;18&#46;2d351ab8", {403}, {403}),
    ("Akamai", 'page text "Access Denied" and page text "errors.edgesuite.net"', {}, AKAMAI + b"https&#58;&#x2F;&#47;errors&#46;edgesuite&#46;net", {403}, {403}),
    ("Akamai", 'page text "Access Denied" and header server: AkamaiGHost', {"server": "AkamaiGHost"}, AKAMAI, {403}, {403}),
    ("Akamai", 'page code "sec-if-cpt-container"', {}, b'<div id="sec-if-cpt-container"></div>', EVERY, REFUSING | {428}),
    ("Imperva", 'page text "Incapsula incident ID"', {}, b"<iframe>Incapsula incident ID: 877-1</iframe>", EVERY, REFUSING),
    ("Imperva", 'page code "_Incapsula_Resource" and title ""', {}, b'<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>', EVERY, set()),
    ("Imperva", 'page text "Request unsuccessful"', {}, b"Request unsuccessful.", REFUSING, REFUSING),
    ("Imperva", 'page code "reese84"', {}, b"<script>window.reese84=1</script>", REFUSING, REFUSING),
    ("DataDome", 'page code "geo.captcha-delivery.com" and page code "dd={"', {}, DATADOME, EVERY, REFUSING),
    ("HUMAN (PerimeterX)", 'page code "px-captcha" and page code "window._pxAppId"', {}, b'<div id="px-captcha"></div><script>window._pxAppId="PX1"</script>', {403}, {403}),
    ("HUMAN (PerimeterX)", 'title "Access to this page has been denied"', {}, b"<title>Access to this page has been denied.</title>", EVERY, REFUSING),
    ("HUMAN (PerimeterX)", 'page text "Access to this page has been denied"', {}, b"<p>Access to this page has been denied", REFUSING, REFUSING),
    ("HUMAN (PerimeterX)", 'page code "captcha.px-cdn.net"', {}, b"<script src=//captcha.px-cdn.net/PX1/captcha.js></script>", EVERY, REFUSING),
    ("HUMAN (PerimeterX)", 'page code "client.perimeterx.net"', {}, b"<script src=//client.perimeterx.net/PX1/main.min.js></script>", REFUSING, REFUSING),
    ("HUMAN (PerimeterX)", 'link "whywasiblocked"', {}, b'<a href="https://www.perimeterx.com/whywasiblocked">?</a>', EVERY, REFUSING),
    ("AWS WAF", 'page code "gokuProps"', {}, b"<script>window.gokuProps={}</script>", EVERY, REFUSING | {202}),
    ("AWS WAF", 'page code "token.awswaf.com/.../challenge.js"', {}, b'<script src="https://d.1.eu-west-1.token.awswaf.com/d/5/challenge.js"></script>', EVERY, REFUSING | {202}),
    ("AWS WAF", 'page code "captcha.awswaf.com"', {}, b'<script src="https://d.1.eu-west-1.captcha.awswaf.com/d/captcha.js"></script>', EVERY, REFUSING | {202}),
    ("Amazon CloudFront", 'header x-cache: Error from cloudfront and page text "The request could not be satisfied"', {"x-cache": "Error from cloudfront"}, b"<h2>The request could not be satisfied.</h2>", {403, 503}, {403, 503}),
    ("Sucuri", 'page text "Access Denied - Sucuri Website Firewall"', {}, b"<h1>Access Denied - Sucuri Website Firewall</h1>", EVERY, REFUSING),
    ("Sucuri", 'title "Sucuri WebSite Firewall - Access Denied"', {}, b"<title>Sucuri WebSite Firewall - Access Denied</title>", EVERY, REFUSING),
    ("Sucuri", 'page text "cloudproxy@sucuri.net"', {}, b"<p>cloudproxy@sucuri.net", {403}, {403}),
    ("Sucuri", 'page code "sucuri_cloudproxy_js"', {}, b"<script>sucuri_cloudproxy_js=''</script>", EVERY, REFUSING),
    ("Wordfence", 'page text "Generated by Wordfence"', {}, b"<p>Generated by Wordfence", {403, 503}, {403, 503}),
    ("Wordfence", 'page text "broke one of the Wordfence blocking rules"', {}, b"You broke one of the <b>Wordfence</b> blocking rules", {403, 503}, {403, 503}),
    ("Wordfence", 'page text "Your access to this site has been limited"', {}, b"<h1>Your access to this site has been limited</h1>", REFUSING, REFUSING),
    ("Vercel", 'title "Vercel Security Checkpoint"', {}, b"<title>Vercel Security Checkpoint</title>", EVERY, REFUSING),
    ("Vercel", 'page code "/vercel/security/"', {}, b"<script src=/.well-known/vercel/security/static/challenge.js></script>", EVERY, REFUSING),
    ("Shopify", 'page text "unusual traffic" and page text "your location"', {}, b"<p>There is unusual traffic from a phone in your location", {403, 429, 430}, {403, 429, 430}),
    ("Shopify", 'page text "device from your location"', {}, b"<p>Seen from a device from your location", {403, 429, 430}, {403, 429, 430}),
    ("Anubis", 'page code "<script id="anubis_challenge""', {}, b'<script id="anubis_challenge" type="application/json">{}</script>', EVERY, REFUSING),
    ("Anubis", 'page code "/.within.website/x/cmd/anubis/"', {}, b"<script src=/.within.website/x/cmd/anubis/static/js/main.mjs></script>", EVERY, REFUSING),
    ("Kasada", 'page code "ips.js"', {}, b"<script src=/149e9513/2d206a39/ips.js?x></script>", {429}, {429}),
    ("DDoS-Guard", 'title "DDoS-Guard"', {}, b"<title>DDoS-Guard</title>", EVERY, REFUSING),
    ("SiteGround", 'page text "Our system thinks you might be a robot!"', {}, b"<p>Our system thinks you might be a robot!", EVERY, REFUSING | {202}),
    ("SiteGround", 'page code "sgcaptcha"', {}, b'<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">', EVERY, REFUSING | {202}),
    ("Imunify360", 'title "One moment, please..." and header server: imunify360-webshield/1.21', {"server": "imunify360-webshield/1.21"}, b"<title>One moment, please...</title>", EVERY, REFUSING),
    ("F5 BIG-IP", 'page text "The requested URL was rejected" and page text "Please consult with your administrator" and page text "support ID"', {}, F5, EVERY, REFUSING),
    ("StackPath", 'page text "is using a security service for protection against online attacks" and page text "An action has triggered the service and blocked your request"', {}, STACKPATH, EVERY, REFUSING),
    ("Fastly", 'title "Client Challenge"', {}, b"<title>Client Challenge</title>", EVERY, REFUSING),
    ("Reblaze", 'page code "rbzid"', {}, b"<script>document.cookie='rbzid=1'</script>", EVERY, REFUSING),
    ("LiteSpeed", 'page code "/.lsrecap/recaptcha"', {}, b'<form action="/.lsrecap/recaptcha"></form>', EVERY, REFUSING),
    ("GoDaddy", 'page text "Access Denied" and page text "GoDaddy Website Firewall"', {}, b"<p>Access Denied - GoDaddy Website Firewall", REFUSING, REFUSING),
    ("MalCare", 'page text "blocked because of malicious activities"', {}, b"<p>Blocked because of Malicious Activities", REFUSING, REFUSING),
]  # fmt: skip
ROWS = [(*row[:3], b"", row[3], row[3]) for row in HEADERS] + BODIES


def response(status, headers=(), body=b""):
    named = tuple(dict(headers).items())
    return Response(
        "https://shop.test/", status, named, body, BodyState.COMPLETE, timedelta(0), timedelta(0)
    )


@pytest.mark.parametrize(
    ("vendor", "evidence", "headers", "body", "short", "article"),
    ROWS,
    ids=[f"{row[0]}: {row[1]}" for row in ROWS],
)
def test_a_signal_counts_on_its_statuses_only(vendor, evidence, headers, body, short, article):
    found = {status: detect(response(status, headers, body)) for status in STATUSES}
    above = {status: detect(response(status, headers, body + ARTICLE)) for status in STATUSES}

    blocked = Challenge(vendor, evidence)
    assert found == {status: blocked if status in short else None for status in STATUSES}
    assert above == {status: blocked if status in article else None for status in STATUSES}


def test_every_signal_of_the_table_has_a_row():
    signals = {
        (vendor.name, " and ".join(map(outline, signal.clues)))
        for vendor in VENDORS
        for signal in vendor.decisive + vendor.supporting
    }

    assert {(row[0], HEADER_VALUE.sub(r"\1", row[1])) for row in ROWS} == signals


def outline(clue):
    return f"header {clue.words}" if clue.place == "header" else f'{clue.place} "{clue.words}"'


def refused(error, headers=RAY):
    return response(403, headers, b"<title>shop.test</title><p>Error %d<p>Ray ID: 8f" % error)


@pytest.mark.parametrize("error", [*range(1006, 1016), 1020])
def test_page_of_each_cloudflare_error_that_is_a_refusal_is_a_firewalls(error):
    evidence = 'header server: cloudflare and page text "error 1006 to 1015 or 1020"'

    assert detect(refused(error)) == Challenge("Cloudflare", evidence)


@pytest.mark.parametrize("error", [1000, 1005, 1016, 1019, 1021, 10_060])
def test_page_of_another_cloudflare_error_is_none(error):
    assert detect(refused(error)) is None


def test_error_of_that_number_without_cloudflare_is_none():
    assert detect(refused(1020, headers={})) is None
