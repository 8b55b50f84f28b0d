"""Reading the environment: settings refuse, they do not guess."""

from __future__ import annotations

import os

from django.core.exceptions import ImproperlyConfigured


def env_text(name: str, *, default: str) -> str:
    return os.environ.get(name, default)


def env_bool(name: str, *, default: bool) -> bool:
    raw = os.environ.get(name, str(default))
    if raw not in {"True", "False"}:
        raise ImproperlyConfigured(f"{name} must be True or False, not {raw!r}.")
    return raw == "True"


def env_int(name: str, *, default: int, least: int = 1) -> int:
    raw = os.environ.get(name, str(default))
    if not raw.isdecimal() or int(raw) < least:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least}, not {raw!r}.")
    return int(raw)


def env_list(name: str) -> tuple[str, ...]:
    """Comma-separated values, blanks dropped."""
    return tuple(part for raw in os.environ.get(name, "").split(",") if (part := raw.strip()))
