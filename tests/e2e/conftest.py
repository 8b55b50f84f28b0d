from __future__ import annotations

from tests.e2e.fixtures import install, installation, linked_site, redis_server, template

__all__ = ["install", "installation", "linked_site", "redis_server", "template"]
