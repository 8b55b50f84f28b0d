"""What is wrong with a sitemap, in sentences whose number does not grow with the file."""

from __future__ import annotations

EXAMPLE_LIMIT = 200


class Notes:
    """One sentence for each kind of fault, with how often it was seen and where first."""

    def __init__(self) -> None:
        self.was_cut = False
        self.ends_early = False  # what was read is not the whole file
        self.decoded_bytes = 0
        self._counts: dict[str, int] = {}
        self._examples: dict[str, str] = {}

    def add(self, fault: str, example: str = "") -> None:
        """Note one case. `fault` is a sentence without its full stop, the same for all cases."""
        self._counts[fault] = self._counts.get(fault, 0) + 1
        self._examples.setdefault(fault, example[:EXAMPLE_LIMIT])

    def end_early(self, fault: str) -> None:
        """As `add`, for what keeps the end of the file from being read."""
        self.ends_early = True
        self.add(fault)

    def sentences(self) -> tuple[str, ...]:
        return tuple(self._sentence(fault, count) for fault, count in self._counts.items())

    def _sentence(self, fault: str, count: int) -> str:
        example = self._examples[fault]
        return f"{fault} ({count}, the first is {example})." if example else f"{fault}."
