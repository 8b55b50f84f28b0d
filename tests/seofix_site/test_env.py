from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from seofix_site.env import env_bool, env_int, env_list, env_text

NAME = "SEOFIX_TEST_VALUE"


@pytest.fixture
def value(monkeypatch):
    """Sets the variable; without a call it is unset."""
    monkeypatch.delenv(NAME, raising=False)
    return lambda raw: monkeypatch.setenv(NAME, raw)


def test_unset_variables_are_their_defaults(value):
    assert env_text(NAME, default="x") == "x"
    assert (env_bool(NAME, default=True), env_bool(NAME, default=False)) == (True, False)
    assert env_int(NAME, default=7) == 7
    assert env_list(NAME) == ()


@pytest.mark.parametrize(("raw", "read"), [("True", True), ("False", False)])
def test_switch_is_read(value, raw, read):
    value(raw)

    assert env_bool(NAME, default=not read) is read


@pytest.mark.parametrize("raw", ["", "true", "1", "0", "yes", "off", " True"])
def test_switch_that_could_mean_anything_is_refused(value, raw):
    value(raw)

    with pytest.raises(ImproperlyConfigured) as refused:
        env_bool(NAME, default=True)

    assert str(refused.value) == f"{NAME} must be True or False, not {raw!r}."


@pytest.mark.parametrize(("raw", "least", "read"), [("1", 1, 1), ("0", 0, 0), ("0032", 1, 32)])
def test_number_is_read(value, raw, least, read):
    value(raw)

    assert env_int(NAME, default=5, least=least) == read


@pytest.mark.parametrize("raw", ["", "0", "-1", "1.5", "x", "1 ", "1_000", "\u00b2"])
def test_number_that_is_none_or_too_small_is_refused(value, raw):
    value(raw)

    with pytest.raises(ImproperlyConfigured) as refused:
        env_int(NAME, default=5)

    assert str(refused.value) == f"{NAME} must be a whole number from 1, not {raw!r}."


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("", ()),
        (" , ", ()),
        ("a", ("a",)),
        (" a, b ,,c:8000", ("a", "b", "c:8000")),
    ],
)
def test_list_is_read_without_blanks(value, raw, read):
    value(raw)

    assert env_list(NAME) == read
