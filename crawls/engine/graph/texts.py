"""Anchor texts, each kept once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MAX_TEXTS = 500_000  # different texts of a site that are told apart; a few have more
MAX_TEXT = 200  # characters that tell texts apart
EMPTY = 0  # no words, and no alternative text of an image
OTHER = 1  # what came after MAX_TEXTS


# "C++", "C#" and ".NET" are words.
_SIGNS = re.compile(r"^[^\w(+#.]+|[^\w)+#]+$")


def fold(text: str) -> str:
    """The words of a text as they are compared: in lower case, without arrows, dots and quotes
    around them. Empty when it has no letter or digit.
    """
    words = " ".join(text[:MAX_TEXT].casefold().split())
    return _SIGNS.sub("", words) if any(map(str.isalnum, words)) else ""


class Texts:
    """Numbers for texts that read the same. Memory stays bounded however many there are."""

    def __init__(self, *, limit: int = MAX_TEXTS) -> None:
        self._limit = limit
        self._id_of_written: dict[str, int] = {}
        self._id_of_folded = {"": EMPTY}
        self._shown = ["", "(other texts)"]

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, text_id: int) -> str:
        """A text as it was first written."""
        return self._shown[text_id]

    def ids_of(self, texts: Sequence[str]) -> NDArray[np.int32]:
        known = self._id_of_written
        return np.fromiter(
            (known[text] if text in known else self._learn(text) for text in texts),
            dtype=np.int32,
            count=len(texts),
        )

    def _learn(self, text: str) -> int:
        folded = fold(text)
        text_id = self._id_of_folded.get(folded)
        if text_id is None:
            if len(self._shown) >= self._limit:
                return OTHER
            text_id = self._id_of_folded[folded] = len(self._shown)
            self._shown.append(text[:MAX_TEXT].strip())
        if len(self._id_of_written) < 2 * self._limit:
            self._id_of_written[text] = text_id
        return text_id
