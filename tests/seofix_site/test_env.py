from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from seofix_site.env import (
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_postgresql,
    env_redis,
    env_text,
)

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
    assert env_choice(NAME, ("a", "b"), default="b") == "b"


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


def test_choice_is_read(value):
    value("a")

    assert env_choice(NAME, ("a", "b"), default="b") == "a"


@pytest.mark.parametrize("raw", ["", "A", "c", "a "])
def test_choice_that_is_not_offered_is_refused(value, raw):
    value(raw)

    with pytest.raises(ImproperlyConfigured) as refused:
        env_choice(NAME, ("a", "b"), default="b")

    assert str(refused.value) == f"{NAME} must be one of a, b, not {raw!r}."


@pytest.mark.parametrize(
    ("read", "default"), [(env_postgresql, "postgresql://host/name"), (env_redis, "redis://host/0")]
)
def test_url_that_is_empty_is_the_default(value, read, default):
    value("")

    assert read(NAME, default=default) == default


@pytest.mark.parametrize(
    ("read", "url"),
    [
        (env_postgresql, "postgresql://user:pass%40word@host:5432/name"),
        (env_postgresql, "postgres://host/name?sslmode=require"),
        (env_postgresql, "postgresql:///name"),
        (env_redis, "redis://host"),
        (env_redis, "redis://host:6379/"),
        (env_redis, "redis://:pass%2Fword@127.0.0.1:6379/0"),
        (env_redis, "rediss://user:password@[::1]:6379/3?ssl_cert_reqs=none"),
    ],
)
def test_url_is_read(value, read, url):
    value(url)

    assert read(NAME, default="") == url


@pytest.mark.parametrize(
    "raw",
    [
        "garbage",
        "host:5432/name",
        "postgresql://user:secret@host",
        "postgresql://host:port/name",
        "postgresql://host:65536/name",
        "postgresql://[::1/name",
        "sqlite:///name",
        "mysql://host/name",
    ],
)
def test_url_of_no_postgresql_database_is_refused(value, raw):
    value(raw)

    with pytest.raises(ImproperlyConfigured) as refused:
        env_postgresql(NAME, default="")

    assert str(refused.value) == f"{NAME} must look like postgresql://user:password@host:5432/name."


@pytest.mark.parametrize(
    "raw",
    [
        "nonsense",
        "host:6379",
        "http://host:6379/0",
        "redis://",
        "redis://:secret@/0",
        "redis://host:port/0",
        "redis://host:65536/0",
        "redis://host/name",
        "redis://host/0/1",
        "redis://host/0 ",
        "REDIS://host/0",
    ],
)
def test_url_of_no_redis_is_refused(value, raw):
    value(raw)

    with pytest.raises(ImproperlyConfigured) as refused:
        env_redis(NAME, default="")

    assert str(refused.value) == f"{NAME} must look like redis://host:6379/0."
