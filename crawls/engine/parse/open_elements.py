"""Which blocks of a page are open, as far as its tags tell: hardly ever more than really are.

Only blocks hold a parser up: the start tag of each looks among all that are open for a `p` to
close, as far as the cell it stands in. Inline elements may be left open, and often are.
"""

from __future__ import annotations

from collections import defaultdict

_BLOCKS = frozenset(
    b"address article aside blockquote caption center dd details dialog dir div dl dt fieldset"
    b" figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol pre search"
    b" section summary table td th ul".split()
)
_FOREIGN = frozenset({b"svg", b"math"})
# Told apart by nothing that matters here: each of these may end the others.
_ALIKE = {b"dt": b"dd", b"th": b"td", b"caption": b"td"} | dict.fromkeys(
    (b"h2", b"h3", b"h4", b"h5", b"h6"), b"h1"
)
# Blocks whose end tag may be missing, and what holds them: the next one ends all that is open in
# the same holder, or the last of its kind if there is none.
_HOLDERS: dict[bytes, tuple[bytes, ...]] = {
    b"li": (b"ul", b"ol", b"menu"),
    b"dd": (b"dl",),
    b"td": (b"table",),
    b"table": (b"td",),
    b"h1": (),
}


class OpenElements:
    """Takes the tags of a page in turn, names in lower case. Each block is put and taken once."""

    def __init__(self) -> None:
        self.steps = 0  # of all looks for a `p`, from one open block to the next
        self.is_foreign = False  # inside SVG or MathML, where `/>` ends an element
        self._open: list[bytes] = []
        self._places: defaultdict[bytes, list[int]] = defaultdict(list)  # in _open, by kind

    @property
    def depth(self) -> int:
        return len(self._open)

    def start(self, name: bytes) -> None:
        """Take a start tag."""
        if name in _FOREIGN:
            self.is_foreign = True
        if name not in _BLOCKS:
            return
        self.is_foreign = False  # a block ends SVG, or stands in a `foreignObject`
        kind = _ALIKE.get(name, name)
        if kind in _HOLDERS:
            self._cut(self._last(*_HOLDERS[kind]) + 1 or self._last(kind))
        self.steps += len(self._open) - 1 - self._last(b"td")
        self._places[kind].append(len(self._open))
        self._open.append(kind)

    def end(self, name: bytes) -> None:
        """Take an end tag: it ends the last block of its kind with all inside."""
        if name in _FOREIGN:
            self.is_foreign = False
        elif name in _BLOCKS:
            self._cut(self._last(_ALIKE.get(name, name)))

    def _last(self, *kinds: bytes) -> int:
        return max((places[-1] for kind in kinds if (places := self._places[kind])), default=-1)

    def _cut(self, length: int) -> None:
        """Take the blocks from a place on; none from place -1, which is that of no block."""
        while len(self._open) > length >= 0:
            self._places[self._open.pop()].pop()
