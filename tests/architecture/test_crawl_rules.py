"""The table of crawl rules in `crawls/README.md` names every rule, and only what exists."""

from __future__ import annotations

import ast
import re
from itertools import groupby
from pathlib import Path

import pytest

SPECIFICATION = Path(__file__).parents[3] / "shared" / "spec" / "crawl-rules.md"
SECTIONS = range(1, 10)
ROW = re.compile(r"(?m)^\| (\d)\.(\d+)([a-z]?) \| (.+?) \| (.+?) \| (.+?) \|$")
ITEM = re.compile(r"(?m)^(?:- |\d\. )")
RULES_WITHOUT_ITEMS = {1, 9}  # a table with sentences below it, and a paragraph


OF_THE_OTHER_BOT = re.compile(r"(?m)^\| L1\.(\d+) \| (.+?) \| (.+?) \| (.+?) \|$")


@pytest.fixture(scope="module")
def rows(project):
    """(section, item, part, what, decided in, proven by) of each row."""
    found = ROW.findall((project / "crawls/README.md").read_text())
    return [(int(section), int(item), *rest) for section, item, *rest in found]


def names_of(cell):
    return re.findall(r"`([^`]+)`", cell)


def collected_from(path):
    """What pytest collects from a file, by its top-level names."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in names if name.startswith(("test_", "Test"))}


def test_every_rule_is_in_the_table_once_and_in_order(rows):
    numbers = [row[:3] for row in rows]

    assert numbers == sorted(set(numbers))
    assert {section for section, *_ in numbers} == set(SECTIONS)
    for section in SECTIONS:
        of_section = [(item, part) for number, item, part in numbers if number == section]
        items = [item for item, _ in groupby(of_section, key=lambda one: one[0])]
        assert items == list(range(1, len(items) + 1)), section
        for item in items:
            parts = [part for number, part in of_section if number == item]
            assert parts in ([""], list("abcdefgh"[: len(parts)])), (section, item)


def test_every_rule_has_a_test_and_every_named_test_exists(rows, project):
    for section, item, part, *_, proven_by in rows:
        tests = names_of(proven_by)
        assert tests, f"{section}.{item}{part} has no test"
        for test in tests:
            path, _, name = test.partition("::")
            assert name in collected_from(project / "tests" / path), test


def test_rules_of_the_other_bot_are_decided_and_proven_where_the_table_says(project):
    rows = OF_THE_OTHER_BOT.findall((project / "crawls/README.md").read_text())

    assert [int(number) for number, *_ in rows] == list(range(1, 13))
    for _, _, decided_in, proven_by in rows:
        for place in names_of(decided_in):
            assert (project / place).is_file(), place
        assert names_of(proven_by)
        for test in names_of(proven_by):
            path, _, name = test.partition("::")
            assert name in collected_from(project / "tests" / path), test


def test_every_rule_is_decided_where_the_table_says(rows, project):
    places = [name for row in rows for name in names_of(row[4])]

    assert [name for name in places if not (project / name).is_file()] == []
    assert len(places) > len(rows) - 5


@pytest.mark.skipif(not SPECIFICATION.exists(), reason=f"no crawl rules at {SPECIFICATION}")
def test_every_item_of_the_specification_has_its_row(rows):
    sections = re.split(r"(?m)^## (\d)\. .*$", SPECIFICATION.read_text())[1:]
    items = {int(n): len(ITEM.findall(text)) for n, text in zip(*[iter(sections)] * 2, strict=True)}
    covered = {n: len({item for section, item, *_ in rows if section == n}) for n in SECTIONS}

    listed = {n: count for n, count in items.items() if n not in RULES_WITHOUT_ITEMS}
    assert {n: covered[n] for n in listed} == listed | {7: listed[7] + 1}  # its last sentence
    assert covered[1] >= len(re.findall(r"(?m)^\| (?!\| |---)[A-Z]", sections[1]))
