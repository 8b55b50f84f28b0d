"""Small files and functions: the sizes of the design."""

from __future__ import annotations

import ast
from statistics import median, quantiles

DRAWERS = {"utils.py", "helpers.py", "common.py", "misc.py"}
MAX_FILE, MAX_TEST_FILE, MAX_FUNCTION = 300, 400, 45


def product(files):
    return [path for path in files if "tests" not in path.parts and "benchmarks" not in path.parts]


def lengths(files):
    return [len(path.read_text().splitlines()) for path in files]


def function_lengths(files):
    return [
        (node.end_lineno - node.lineno + 1, f"{path.name}:{node.name}")
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_no_file_is_too_long(python_files):
    ours = product(python_files)
    tests = [path for path in python_files if "tests" in path.parts]

    too_long = [path for path in ours if len(path.read_text().splitlines()) > MAX_FILE]
    too_long += [path for path in tests if len(path.read_text().splitlines()) > MAX_TEST_FILE]
    assert too_long == []


def test_nine_files_in_ten_are_under_200_lines(python_files):
    assert quantiles(lengths(product(python_files)), n=10)[-1] < 200


def test_no_function_is_too_long(python_files):
    sizes = function_lengths(product(python_files))

    assert [name for size, name in sizes if size > MAX_FUNCTION] == []


def test_functions_are_short_as_a_rule(python_files):
    sizes = [size for size, _ in function_lengths(product(python_files))]

    assert median(sizes) <= 8
    assert quantiles(sizes, n=10)[-1] < 30


def test_no_file_is_a_drawer(python_files):
    assert [path for path in python_files if path.name in DRAWERS] == []
