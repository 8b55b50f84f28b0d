"""What the link graph takes of a page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Answer(IntEnum):
    """What a page answered, as far as links are concerned."""

    PAGE = 0  # 200 with HTML: what the final graph consists of
    FILE = 1  # an answer that is no HTML page: an image, a PDF, a 204
    REDIRECT = 2
    BROKEN = 3  # an error, or no answer at all
    UNKNOWN = 4  # not asked for, or we were kept out: nothing is claimed of it


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPage:
    """A known URL of an audit. `id` is the caller's own and unique; a page that an incremental
    audit found unmodified answered what it answered before.

    `redirect_to` is the id of the page that a redirect leads to, None when that is on another
    site or nowhere.
    """

    id: int
    url: str
    answer: Answer
    is_indexable: bool = False
    redirect_to: int | None = None
    title: str = ""
    h1: str = ""
    in_sitemap: bool = False

    def __post_init__(self) -> None:
        if self.redirect_to is not None and self.answer is not Answer.REDIRECT:
            raise ValueError("only a redirect leads to another page")
        if self.is_indexable and self.answer is not Answer.PAGE:
            raise ValueError("only a page that answered 200 with HTML can be indexable")
