"""Reading what hosts send, in an isolated process: hostile bytes cost a limited time, never a worker."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import structlog

from crawls.engine.response import BodyState, Failure
from crawls.engine.sitemap import Sitemap, SitemapKind, read_sitemap
from crawls.fetch.parser_pool import ParserBusy, ParserCrashed, ParserPool, ParserTimeout
from crawls.services.examination import Examined, examine

if TYPE_CHECKING:
    from crawls.engine.policy import BotPolicy, SitemapLimits
    from crawls.engine.response import Response
    from crawls.services.visits import Answer

log = structlog.get_logger(__name__)

OK = 200
OUR_FAULT = "This {} could not be examined because of an error of ours."


def examine_answer(answer: Answer, policy: BotPolicy, parsers: ParserPool) -> Examined | None:
    """Parse and check an HTML page; None for everything that is not parsed. Raises ParserBusy."""
    if isinstance(answer, Failure) or not answer.is_html_page:
        return None
    if answer.body_state is BodyState.UNDECODABLE:
        return Examined(None, problem=answer.body_problem or "")
    examined = _examine(answer, policy, parsers)
    if examined.error:
        log.error("page_not_checked", url=answer.url, error=examined.error)
    # What seems to be missing may stand in the part that did not come.
    return examined if answer.is_whole else replace(examined, findings=())


def _examine(answer: Response, policy: BotPolicy, parsers: ParserPool) -> Examined:
    try:
        return parsers.run(
            examine,
            answer.url,
            answer.body,
            answer.headers,
            policy.token,
            policy.reports_links,
            timeout=policy.fetch.parse,
        )
    except ParserTimeout:
        seconds = policy.fetch.parse.total_seconds()
        return Examined(None, problem=f"The HTML took more than {seconds:g} seconds to parse.")
    except ParserCrashed:
        log.warning("parser_crashed")
        return Examined(None, problem="The HTML brought the parser down.")
    except ParserBusy:
        raise
    except Exception:  # a bug of ours: fetching the page again would not mend it
        log.exception("page_not_examined", url=answer.url)
        return Examined(None, problem=OUR_FAULT.format("page"))


def read_sitemap_answer(
    answer: Answer, limits: SitemapLimits, parsers: ParserPool
) -> Sitemap | None:
    """Read a sitemap; None when there is none or it could not be read in time. Raises ParserBusy."""
    if isinstance(answer, Failure) or answer.status != OK:
        return None
    if answer.body_state is BodyState.UNDECODABLE:
        return _no_sitemap(answer, answer.body_problem or "")
    problem = answer.body_problem or ""
    read = partial(read_sitemap, sitemap_url=answer.url, limits=limits, problem=problem)
    try:
        return parsers.run(read, answer.body, timeout=limits.read_within)
    except (ParserTimeout, ParserCrashed):
        log.warning("sitemap_not_read")
        return None
    except ParserBusy:
        raise
    except Exception:  # as above
        log.exception("sitemap_not_examined", url=answer.url)
        return _no_sitemap(answer, OUR_FAULT.format("sitemap"))


def _no_sitemap(answer: Response, problem: str) -> Sitemap:
    return Sitemap(
        url=answer.url,
        kind=SitemapKind.NOT_A_SITEMAP,
        locs=(),
        problems=(problem,),
        was_cut=False,
        decoded_bytes=0,
    )
