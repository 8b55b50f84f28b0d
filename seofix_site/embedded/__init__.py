"""PostgreSQL and Redis for a clone that has neither: started on demand, shared, stopped by the last user."""

from seofix_site.embedded.errors import EmbeddedError, Terminated
from seofix_site.embedded.session import services

__all__ = ["EmbeddedError", "Terminated", "services"]
