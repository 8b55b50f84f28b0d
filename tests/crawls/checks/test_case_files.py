"""Each page check is proven by HTML files: fail-* must be found, pass-* must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from crawls.checks import PAGE_RULES
from crawls.checks.runner import examine_page
from crawls.engine.indexability import judge
from crawls.engine.parse import parse_page

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*/*.html"))


def checks_that_find(case):
    first_line, html = case.read_bytes().split(b"\n", 1)
    url = first_line.decode().removeprefix("<!-- ").removesuffix(" -->")
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
