"""Storing found URLs as pages: one statement for all of them, known and new alike."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from crawls.models import Audit, Page, PageState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID


class NewPage(NamedTuple):
    """What tells one found URL from another; all other columns hold their model's default."""

    url: str
    fingerprint: UUID
    origin: str
    section: str
    found_on_id: int | None
    in_sitemap: bool
    depth: int
    seed_hop: int | None
    rank: int
    state: str
    skip_reason: str
    skip_detail: str


# A subquery for each URL is an index lookup whatever the planner believes of a young audit; a join
# made it read all of the audit's pages for the links of each page.
STATEMENT = """
WITH given AS (
    SELECT * FROM unnest({arrays}) WITH ORDINALITY AS given ({given}, place)
), found AS (
    SELECT *, (
        SELECT id FROM {table} WHERE audit_id = %s AND {table}.fingerprint = given.fingerprint
    ) AS known_id
    FROM given
), found_again AS (
    UPDATE {table} SET
        in_sitemap = {table}.in_sitemap OR found.in_sitemap,
        depth = LEAST({table}.depth, found.depth),
        found_on_id = CASE WHEN found.depth < {table}.depth
            THEN COALESCE(found.found_on_id, {table}.found_on_id) ELSE {table}.found_on_id END,
        rank = CASE WHEN {table}.has_been_retried THEN {table}.rank
            ELSE LEAST({table}.rank, found.rank) END
    FROM found
    WHERE {table}.id = found.known_id
        AND (found.in_sitemap AND NOT {table}.in_sitemap OR found.depth < {table}.depth)
), new AS (
    SELECT *, count(*) FILTER (WHERE state = %s) OVER (ORDER BY place) AS queued_so_far
    FROM found WHERE known_id IS NULL
), settled AS (
    SELECT *, CASE WHEN state = %s AND queued_so_far > %s THEN %s ELSE state END AS end_state
    FROM new
)
INSERT INTO {table} ({given}, audit_id, {rest})
SELECT {values}, %s, {defaults} FROM settled ORDER BY place
RETURNING id, rank, state, origin
"""


class Stored(NamedTuple):
    id: int
    rank: int
    state: str
    origin: str


def insert_new(audit: Audit, found: Sequence[NewPage]) -> list[Stored]:
    """Store the pages whose URL the audit does not know yet, in their order; of those that may be
    queued, as many as the page limit has room for, the rest over the limit.

    A known page that a sitemap lists is marked so; one that is found at a lesser depth has that,
    and the page that links to it from there, from now on. `audit` is locked, so nobody adds the
    same URL meanwhile; no two of `found` are the same URL. One round trip, whatever their number.
    """
    if not found:
        return []
    queued = str(PageState.QUEUED)
    room = audit.page_limit - audit.admitted
    with connection.cursor() as cursor:
        cursor.execute(
            _statement(),
            [
                *_arrays(found),
                audit.pk,
                queued,
                queued,
                room,
                str(PageState.OVER_LIMIT),
                audit.pk,
                *_defaults(),
            ],
        )
        return [Stored(*row) for row in cursor.fetchall()]


@cache
def _statement() -> str:
    fields = _fields()
    given = NewPage._fields
    types = {name: field.db_type(connection) for name, field in fields.items()}
    rest = _rest()
    return STATEMENT.format(
        table=connection.ops.quote_name(Page._meta.db_table),  # noqa: SLF001 -- Django's documented model API
        arrays=", ".join(f"%s::{types[name]}[]" for name in given),
        given=", ".join(given),
        values=", ".join("end_state" if name == "state" else name for name in given),
        rest=", ".join(rest),
        defaults=", ".join(f"%s::{types[name]}" for name in rest),
    )


def _arrays(found: Sequence[NewPage]) -> list[list[Any]]:
    fields = _fields()
    return [
        [fields[name].get_prep_value(value) for value in values]
        for name, values in zip(NewPage._fields, zip(*found, strict=True), strict=True)
    ]


@cache
def _defaults() -> list[Any]:
    fields, blank = _fields(), Page()
    return [fields[name].get_db_prep_save(getattr(blank, name), connection) for name in _rest()]


@cache
def _rest() -> list[str]:
    return [name for name in _fields() if name not in {*NewPage._fields, "audit_id"}]


@cache
def _fields() -> dict[str, Any]:
    fields = Page._meta.concrete_fields  # noqa: SLF001 -- as above
    return {field.attname: field for field in fields if not field.primary_key}
