"""Words and figures for a terminal, where what a site sent us is never obeyed."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

MINUTE = 60
HOUR = 3600
# Controls, invisible formats (among them those that reverse text), surrogates, line ends
UNSAFE_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
URL_LENGTH = 200  # enough for any honest address; a longer one loses its middle


def shown(text: str) -> str:
    """The text on one line with everything a terminal might act on made visible."""
    return "".join(map(_shown_character, text))


def _shown_character(character: str) -> str:
    if character in "\t\r\n":
        return " "
    if unicodedata.category(character) not in UNSAFE_CATEGORIES:
        return character
    return character.encode("unicode_escape").decode("ascii")


def shortened(text: str, length: int = URL_LENGTH) -> str:
    """At most `length` characters: both ends are kept, as an address says most there."""
    if len(text) <= length:
        return text
    tail = length // 3
    return f"{text[: length - tail - 1]}…{text[-tail:]}"


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def number(value: float | Decimal) -> str:
    """Without needless decimals: 75, 75.2, 0.25."""
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE:02} s"
    return f"{whole // HOUR:,} h {whole % HOUR // MINUTE:02} min"
