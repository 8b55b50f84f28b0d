from __future__ import annotations

from django.apps import AppConfig


class CrawlsConfig(AppConfig):
    name = "crawls"
