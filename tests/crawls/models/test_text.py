"""What hosts send is any text; none of it may cost a row."""

from __future__ import annotations

from hashlib import shake_256

import pytest
from django.apps import apps
from django.db import models
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from crawls.models import AuditStep, Site
from crawls.models.text import AnyJSON, AnyText
from tests.crawls.models.samples import new_audit

ANYTHING = st.text(alphabet=st.characters())
HOSTILE = st.text(alphabet=st.sampled_from("a\x00\ud800\udfff\\\"'%é😀\ufffe"))
TEXT = ANYTHING | HOSTILE
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)
# Text that an index entry cannot hold, even compressed: PostgreSQL's limit is 2,704 bytes.
LONG_URL = "https://shop.test/" + shake_256().hexdigest(4_000)


def cleaned(value):
    if isinstance(value, str):
        return "".join("\ufffd" if c == "\0" or 0xD800 <= ord(c) < 0xE000 else c for c in value)
    if isinstance(value, dict):
        return {cleaned(key): cleaned(inner) for key, inner in value.items()}
    return [cleaned(inner) for inner in value] if isinstance(value, list) else value


class AnyTextIsStored(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.audit = new_audit()

    @given(TEXT)
    def test_any_text_survives_but_for_what_cannot_be_stored(self, text):
        step = AuditStep.objects.create(audit=self.audit, kind="sitemap", part=text)

        assert AuditStep.objects.get(pk=step.pk, part=text).part == cleaned(text)

    @given(TEXT)
    def test_any_text_survives_an_update(self, text):
        Site.objects.filter(pk=self.audit.site_id).update(key=text)

        assert Site.objects.get(pk=self.audit.site_id).key == cleaned(text)

    @given(st.lists(TEXT, min_size=1, max_size=3))
    def test_any_text_survives_in_bulk(self, texts):
        steps = AuditStep.objects.bulk_create(
            AuditStep(audit=self.audit, kind="sitemap", part=str(at)) for at in range(len(texts))
        )
        for step, text in zip(steps, texts, strict=True):
            step.url = text

        AuditStep.objects.bulk_update(steps, ["url"])

        stored = AuditStep.objects.filter(audit=self.audit).order_by("id")
        assert [step.url for step in stored] == [cleaned(text) for text in texts]

    @given(JSON)
    def test_any_json_survives(self, detail):
        step = AuditStep.objects.create(audit=self.audit, kind="sitemap", part="", detail=[detail])

        assert AuditStep.objects.get(pk=step.pk).detail == [cleaned(detail)]


def test_every_text_column_of_the_crawl_is_one_that_stores_anything():
    fields = [
        field
        for model in apps.get_app_config("crawls").get_models()
        for field in model._meta.local_fields
        if isinstance(field, models.TextField | models.JSONField)
    ]

    assert [field for field in fields if not isinstance(field, AnyText | AnyJSON)] == []


@pytest.mark.django_db
def test_step_of_the_longest_url_is_kept_once():
    audit = new_audit()

    steps = [
        AuditStep.objects.get_or_create(audit=audit, kind="sitemap", part=part)
        for part in (LONG_URL, LONG_URL, LONG_URL + "#")
    ]

    assert [is_new for _, is_new in steps] == [True, False, True]


@pytest.mark.django_db
def test_site_of_the_longest_seed_is_kept_once():
    audit = new_audit()

    sites = [
        Site.objects.get_or_create(account_id=audit.account_id, seed_url=LONG_URL) for _ in range(2)
    ]

    assert [is_new for _, is_new in sites] == [True, False]
