"""A crawl that needs the site's owner, in the product's own processes."""

from __future__ import annotations

import pytest

from tests.e2e.site_process import SLOW, site_process
from tests.e2e.test_single_pages import run

BOT = ("--policy", "internal-linking")
HEAD = '<html lang=en><head><title>Shop</title>{}</head><body><a href="/a.html">a</a></body>'


@pytest.fixture
def own_site(tmp_path):
    """A site at a name whose twin is not exempt: so its owner is asked for."""
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("index.html", "a.html"):
        (folder / name).write_text(HEAD.format(""))
    with site_process(SLOW, str(folder), log=tmp_path / "access.log") as site:
        authority = site.url.split("/")[2].replace("127.0.0.1", "shop.localhost")
        yield folder, f"http://{authority}/", ("--allow-host", authority), site


def test_site_of_nobody_is_not_crawled_and_the_command_says_why(installation, own_site):
    _, url, allowed, site = own_site

    ended = installation.audit(url, *allowed, *BOT, within=60)

    assert ended.exit_code == 1
    assert "Failed. InternalLinkingToolBot crawls a site only for its verified" in ended.stdout
    assert set(site.targets()) <= {"/", "/.well-known/seofix-site-verification.txt"}


def test_site_whose_home_page_names_its_owner_is_crawled(installation, own_site):
    folder, url, allowed, site = own_site
    told = run(installation, "verify_site", url, *allowed)
    meta = next(line for line in told.stdout.splitlines() if line.startswith("meta"))
    (folder / "index.html").write_text(HEAD.format("<meta" + meta.partition("<meta")[2]))
    assert run(installation, "verify_site", url, *allowed, "--method", "meta").returncode == 0

    ended, summary = installation.audit_json(url, *allowed, *BOT, within=90)

    assert (ended.exit_code, summary["state"], summary["pages"]) == (0, "done", 2)
    assert site.targets().count("/") == 3  # asked by the owner, before the crawl, and in it
