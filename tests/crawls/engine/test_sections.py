from __future__ import annotations

import pytest

from crawls.engine.sections import section_of


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("/jobs/17?page=2", "/jobs"),
        ("/jobs/", "/jobs"),
        ("/jobs", "/jobs"),
        ("/jobs?page=2", "/jobs"),
        ("/Jobs/17", "/Jobs"),
        ("//jobs/17", "/"),
        ("/?p=1", "/"),
        ("/", "/"),
        ("/%6Aobs/1", "/%6Aobs"),
    ],
)
def test_a_section_is_the_first_path_segment(path, section):
    assert section_of(f"https://shop.test{path}") == section


def test_a_long_name_is_cut_for_the_index():
    assert section_of("https://shop.test/" + "a" * 5000) == "/" + "a" * 199
