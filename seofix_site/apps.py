"""Makes our Celery app the current one in every Django process, so that tasks reach our broker."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class SeofixSiteConfig(AppConfig):
    name = "seofix_site"

    def ready(self) -> None:
        import_module("seofix_site.celery")
