"""Firewalls and what gives them away. A new one is one more `Vendor` in the table.

Source: research/protocol.md, section 5. What is written there from general knowledge, without a
captured answer, is supporting at most. A sign that is also on pages let through (a cookie, a
script the firewall adds, its name in a header) is no signal, alone or with others.
"""

from __future__ import annotations

from crawls.engine.challenge.signals import Vendor, code, header, link, signal, text, title

BLOCKING = frozenset({401, 403, 405, 406, 409, 418, 429, 430, 503, 999})
_FORBIDDEN = frozenset({403})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SHOPIFY_REFUSALS = frozenset({403, 429, 430})

VENDORS = (
    Vendor(
        "Cloudflare",
        decisive=(signal(header("cf-mitigated", "challenge")),),
        supporting=(
            signal(title("Just a moment...")),
            signal(title("Attention Required! | Cloudflare")),
            signal(code("_cf_chl_opt")),
            signal(
                code(
                    "/cdn-cgi/challenge-platform/",  # but for the scripts of pages let through
                    r"/cdn-cgi/challenge-platform/(?!(?:h/[a-z]/)?(?:scripts|jsd|cv)/)",
                )
            ),
            signal(text("Sorry, you have been blocked"), on=BLOCKING),
            signal(
                header("server", "cloudflare"),
                text("error 1006 to 1015 or 1020", r"\berror(?: code:?)? 10(?:0[6-9]|1[0-5]|20)\b"),
                on=BLOCKING,
            ),
        ),
    ),
    Vendor(
        "Akamai",
        supporting=(
            signal(
                text("Access Denied"),
                text("Reference #", r"reference #[0-9]+\.[0-9a-f]"),
                on=_FORBIDDEN,
            ),
            signal(text("Access Denied"), text("errors.edgesuite.net"), on=_FORBIDDEN),
            signal(text("Access Denied"), header("server", "akamaighost"), on=_FORBIDDEN),
            signal(header("akamai-cache-status", "error.*")),
            signal(header("x-akamai-session-info")),
            signal(code("sec-if-cpt-container")),
        ),
        more_blocking=frozenset({428}),
    ),
    Vendor(
        "Imperva",
        decisive=(
            signal(text("Incapsula incident ID")),
            # The same script is added to pages let through; the challenge's own has no title.
            signal(code("_Incapsula_Resource"), title("", r"^$"), as_whole_page=True),
        ),
        supporting=(
            signal(header("x-iinfo"), on=_FORBIDDEN),
            signal(text("Request unsuccessful"), on=BLOCKING),
            signal(code("reese84"), on=BLOCKING),
        ),
    ),
    Vendor(
        "DataDome",
        decisive=(
            signal(header("x-dd-b", "[12]"), on=_FORBIDDEN),
            signal(code("geo.captcha-delivery.com"), code("dd={", r"\bdd ?= ?\{")),
        ),
        supporting=(
            signal(header("x-datadome", r"(?!protected$).+")),
            signal(header("x-datadome-cid")),
        ),
    ),
    Vendor(
        "HUMAN (PerimeterX)",
        decisive=(signal(code("px-captcha"), code("window._pxAppId"), on=_FORBIDDEN),),
        supporting=(
            signal(title("Access to this page has been denied")),
            signal(text("Access to this page has been denied"), on=BLOCKING),
            signal(code("captcha.px-cdn.net")),
            signal(code("client.perimeterx.net"), on=BLOCKING),
            signal(link("whywasiblocked")),
            signal(header("x-px-authorization")),
        ),
    ),
    Vendor(
        "AWS WAF",
        decisive=(signal(header("x-amzn-waf-action", "challenge|captcha")),),
        supporting=(
            signal(code("gokuProps")),
            signal(
                code(
                    "token.awswaf.com/.../challenge.js",
                    r"\.token\.awswaf\.com/[^\s\"'<>]{1,200}challenge\.js",
                )
            ),
            signal(code("captcha.awswaf.com")),
            signal(header("x-blocked-by-waf")),
        ),
        more_blocking=frozenset({202}),
    ),
    Vendor(
        "Amazon CloudFront",
        supporting=(
            # On 502 and 504 the same page tells of an outage, and nobody was refused.
            signal(
                header("x-cache", "error from cloudfront"),
                text("The request could not be satisfied"),
                on=frozenset({403, 503}),
            ),
        ),
    ),
    Vendor(
        "Sucuri",
        decisive=(
            signal(header("x-sucuri-block")),
            signal(
                text(
                    "Access Denied - Sucuri Website Firewall",
                    r"access denied.{0,6}sucuri website firewall",
                )
            ),
            signal(
                title(
                    "Sucuri WebSite Firewall - Access Denied",
                    r"sucuri website firewall.{0,6}(?:cloudproxy)?.{0,6}access denied",
                )
            ),
        ),
        supporting=(
            signal(text("cloudproxy@sucuri.net"), on=_FORBIDDEN),
            signal(code("sucuri_cloudproxy_js")),
        ),
    ),
    Vendor(
        "Wordfence",
        decisive=(
            signal(text("Generated by Wordfence"), on=frozenset({403, 503})),
            signal(
                text("broke one of the Wordfence blocking rules"),
                on=frozenset({403, 503}),
            ),
        ),
        supporting=(signal(text("Your access to this site has been limited"), on=BLOCKING),),
    ),
    Vendor(
        "Vercel",
        decisive=(
            signal(header("x-vercel-mitigated", "challenge")),
            signal(header("x-vercel-mitigated", "deny"), on=_FORBIDDEN),
            signal(header("x-vercel-challenge-token")),
            signal(title("Vercel Security Checkpoint")),
        ),
        supporting=(signal(code("/vercel/security/")),),
    ),
    Vendor(
        "Shopify",
        decisive=(
            *(
                signal(shop, on=frozenset({430}))
                for shop in (
                    header("x-shopid"),
                    header("x-shopify-stage"),
                    header("x-sorting-hat-shopid"),
                    header("powered-by", ".*shopify.*"),
                )
            ),
            signal(text("unusual traffic"), text("your location"), on=_SHOPIFY_REFUSALS),
            signal(text("device from your location"), on=_SHOPIFY_REFUSALS),
        ),
        supporting=(signal(header("location", ".*/throttle/queue.*"), on=_REDIRECTS),),
    ),
    Vendor(
        "Anubis",
        decisive=(
            signal(code('<script id="anubis_challenge"')),
            signal(code("/.within.website/x/cmd/anubis/")),
        ),
    ),
    Vendor(
        "Kasada",
        supporting=(
            signal(header("x-kpsdk-ct")),
            signal(code("ips.js", r"/ips\.js\b"), on=frozenset({429})),
        ),
    ),
    Vendor("DDoS-Guard", supporting=(signal(title("DDoS-Guard", r"^ddos-guard$")),)),
    Vendor(
        "SiteGround",
        decisive=(signal(text("Our system thinks you might be a robot!")),),
        supporting=(
            signal(header("location", ".*sgcaptcha.*"), on=_REDIRECTS),
            signal(code("sgcaptcha", r"/sgcaptcha/")),
        ),
        more_blocking=frozenset({202}),
    ),
    Vendor(
        "Imunify360",
        supporting=(
            signal(title("One moment, please..."), header("server", "imunify360-webshield.*")),
        ),
    ),
    Vendor(
        "F5 BIG-IP",
        supporting=(
            signal(
                text("The requested URL was rejected"),
                text("Please consult with your administrator"),
                text("support ID"),
            ),
        ),
    ),
    Vendor(
        "StackPath",
        supporting=(
            signal(
                text("is using a security service for protection against online attacks"),
                text("An action has triggered the service and blocked your request"),
            ),
        ),
    ),
    Vendor("Fastly", supporting=(signal(title("Client Challenge", r"^client challenge$")),)),
    Vendor("Reblaze", supporting=(signal(code("rbzid")),)),
    Vendor("LiteSpeed", supporting=(signal(code("/.lsrecap/recaptcha")),)),
    Vendor(
        "GoDaddy",
        supporting=(signal(text("Access Denied"), text("GoDaddy Website Firewall"), on=BLOCKING),),
    ),
    Vendor(
        "MalCare",
        supporting=(signal(text("blocked because of malicious activities"), on=BLOCKING),),
    ),
)
