"""Dates in addresses, as calendars and archives write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from crawls.engine.traps.sessions import Params

DATE = "{date}"
TIMESTAMP_DIGITS = 10

_YEAR = r"(?P<year>1[0-9]{3}|2[0-9]{3})"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_TIME = r"(?:T[\d:.%+-]*Z?)?"
_FORMS = [
    rf"{_YEAR}-?W(?P<month>\d\d)",  # a week takes the place of the month
    rf"{_YEAR}[-_./]{_MONTH}(?:[-_./]{_DAY})?{_TIME}",
    rf"{_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])",
    rf"(?:{_DAY}[-_.])?{_MONTH}[-_.]{_YEAR}",
]
_IN_PATH = [
    re.compile(rf"(?<![\d.%-]){form}(?![\d-])", re.IGNORECASE)
    for form in (rf"{_YEAR}/{_MONTH}(?:/{_DAY})?(?=/|$)", *_FORMS)
]
_VALUES = [re.compile(form, re.IGNORECASE) for form in _FORMS]
_COMPACT_MONTH = re.compile(r"(?P<year>[12]\d{3})(?P<month>0[1-9]|1[0-2])")

_UNITS = {
    "year": "year", "yr": "year", "y": "year", "yyyy": "year",
    "month": "month", "mon": "month", "m": "month", "mm": "month",
    "week": "month", "w": "month",
    "day": "day", "d": "day", "dd": "day",
}  # fmt: skip
_TIMES = {*_UNITS, "date", "time", "timestamp", "ts", "ym"}
_RANGES = {"year": range(1000, 3000), "month": range(1, 54), "day": range(1, 32)}


class Day(NamedTuple):
    """A day, or with zeros a month or year. A week's number stands in the place of the month."""

    year: int
    month: int = 0
    day: int = 0


def date_in_path(path: str) -> tuple[str, Day | None]:
    """The path with its dates folded to `{date}`, and the first of them."""
    for form in _IN_PATH:
        found = form.search(path)
        if found:
            return form.sub(DATE, path), _day(found)
    return path, None


def date_in_params(params: Params) -> tuple[tuple[str, ...], Day | None]:
    """The names of the parameters that say a date together, and that date. A lone month or day is
    none: it comes round again, and so do the pages.
    """
    whole = [(name, day) for name, value in params if (day := _whole_date(name, value))]
    if whole:
        return tuple(name for name, _ in whole), whole[0][1]
    units = {unit: (name, value) for name, value in params if (unit := _unit(name, value))}
    if "year" not in units:
        return (), None
    names = tuple(name for name, _ in units.values())
    return names, Day(**{unit: int(value) for unit, (_, value) in units.items()})


def _whole_date(name: str, value: str) -> Day | None:
    for form in _VALUES:
        found = form.fullmatch(value)
        if found:
            return _day(found)
    if _TIMES.isdisjoint(_words(name)):
        return None
    found = _COMPACT_MONTH.fullmatch(value)
    if found:
        return _day(found)
    if len(value) == TIMESTAMP_DIGITS and value.isascii() and value.isdecimal():
        moment = datetime.fromtimestamp(int(value), UTC)
        return Day(moment.year, moment.month, moment.day)
    return None


def _unit(name: str, value: str) -> str | None:
    unit = next((_UNITS[word] for word in _words(name) if word in _UNITS), None)
    if unit is None or not (value.isascii() and value.isdecimal()):
        return None
    return unit if len(value) <= 4 and int(value) in _RANGES[unit] else None  # noqa: PLR2004 -- a year has four digits


def _words(name: str) -> list[str]:
    return re.split(r"[^a-z]+", name.lower())


def _day(found: re.Match[str]) -> Day:
    parts = found.groupdict()
    return Day(int(parts["year"]), int(parts["month"]), int(parts.get("day") or 0))
