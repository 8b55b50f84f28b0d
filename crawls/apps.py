from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from crawls.frontier.scripts import missing_files


class CrawlsConfig(AppConfig):
    name = "crawls"


@register
def lua_is_packaged(**_: Any) -> list[CheckMessage]:
    """A worker without its scripts would find out at the first URL; better at start."""
    return [
        Error(f"crawls/frontier/lua/{name} was not packaged", id="crawls.E001")
        for name in missing_files()
    ]
