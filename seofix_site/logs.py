"""Logs of every process: structlog over the standard library, one line an event, to stderr."""

from __future__ import annotations

import logging
import sys

import structlog

from seofix_site.env import env_text

SHARED = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure() -> None:
    formatter = structlog.stdlib.ProcessorFormatter(
        processor=structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
        if not sys.stderr.isatty()
        else structlog.dev.ConsoleRenderer(),
        foreign_pre_chain=[*SHARED, structlog.processors.format_exc_info],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(env_text("LOG_LEVEL", default="INFO"))
    logging.getLogger("httpx").setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            *SHARED,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
