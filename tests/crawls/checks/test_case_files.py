"""Each page check is proven by HTML files: fail-* must be found, pass-* must not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crawls.checks import PAGE_RULES
from crawls.checks.runner import examine_page
from crawls.engine.indexability import judge
from crawls.engine.parse import parse_page

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*/*.html"))


def read_case(case):
    """The page's address, which line 1 names, and the HTML after it."""
    first_line, _, html = case.read_bytes().partition(b"\n")
    named = re.fullmatch(r"<!-- (https?://\S+) -->\s*", first_line.decode())
    if named is None:
        raise ValueError(
            f"{case.parent.name}/{case.name}: line 1 of a case file must name the address of the "
            "page, as in <!-- https://shop.test/red-shoes -->"
        )
    return named[1], html


def checks_that_find(case):
    url, html = read_case(case)
    page = parse_page(url, html, [("content-type", "text/html")], token="SEOFixBot")
    return {finding.check_id for finding in examine_page(page, judge(page))}


@pytest.mark.parametrize("case", FILES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_a_case_file_is_judged_as_its_name_says(case):
    found = case.parent.name in checks_that_find(case)

    assert found is case.stem.startswith("fail-")


@pytest.mark.parametrize("check_id", sorted(PAGE_RULES))
def test_every_page_check_has_a_failing_and_a_passing_case(check_id):
    kinds = {case.stem.split("-")[0] for case in (CASES / check_id).glob("*.html")}

    assert kinds == {"fail", "pass"}


def test_every_folder_of_cases_belongs_to_a_page_check():
    assert {folder.name for folder in CASES.iterdir()} == set(PAGE_RULES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<title>Red shoes</title>\n<p>A page whose first line is its own.</p>\n",
        "<!-- shop.test/red-shoes -->\n<title>Red shoes</title>\n",
        "<!-- https://shop.test/ --><title>On the same line</title>\n",
        "\n<!-- https://shop.test/ -->\n",
    ],
)
def test_a_case_file_that_does_not_name_its_address_is_refused(tmp_path, text):
    case = tmp_path / "fail-no-title.html"
    case.write_text(text)

    with pytest.raises(ValueError, match="line 1") as refused:
        read_case(case)

    assert str(refused.value) == (
        f"{tmp_path.name}/fail-no-title.html: line 1 of a case file must name the address of the "
        "page, as in <!-- https://shop.test/red-shoes -->"
    )
