"""Sets up logs, and our Celery app as the current one, in every Django process."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig

from seofix_site import logs


class SeofixSiteConfig(AppConfig):
    name = "seofix_site"

    def ready(self) -> None:
        logs.configure()
        import_module("seofix_site.celery")
