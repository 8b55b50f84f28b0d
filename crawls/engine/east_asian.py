"""Encodings of more than one byte, where Python's codecs read less than browsers do.

As the Encoding standard has it: JIS with the rows that NEC and IBM added, such as circled numbers
and company marks, and GBK with the euro sign of Windows.
"""

from __future__ import annotations

import codecs

_SHIFT_JIS_TRAILS = (*range(0x40, 0x7F), *range(0x80, 0xFD))  # of two rows
_VENDORS_ROWS = ((0x87, 13), (0xED, 89), (0xEE, 91))  # lead byte in Shift_JIS, first of two rows
_CELLS = 94  # of a row

# Where Python and all browsers read a character of JIS X 0208 as different ones.
_BROWSERS_JIS = str.maketrans(
    "\u301c\u2016\u2212\u00a2\u00a3\u00ac", "\uff5e\u2225\uff0d\uffe0\uffe1\uffe2"
)
_PYTHONS_JIS = {browsers: pythons for pythons, browsers in _BROWSERS_JIS.items()}


def decode_east_asian(body: bytes, codec: str) -> str:
    """Text by a codec's name. Bytes that fit no character become U+FFFD; never raises."""
    text = body.decode(codec, errors=_ERRORS if codec in _LACKING else "replace")
    return text.translate(_BROWSERS_JIS) if codec in _JIS else text


def encode_east_asian(text: str, codec: str) -> bytes:
    """The other way. What the codec lacks becomes `&#N;`, in numbers of Unicode."""
    known = text.translate(_PYTHONS_JIS) if codec in _JIS else text
    return known.encode(codec, errors="xmlcharrefreplace")


def _next_character(error: UnicodeError) -> tuple[str, int]:
    """The character where a codec gave up, and the place after it."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    lacking = _LACKING[error.encoding]
    for size in (2, 1):
        given = error.object[error.start : error.start + size]
        if given in lacking:
            return lacking[given], error.start + len(given)
    return "\ufffd", error.end


def _vendors_characters(row_zero: int) -> dict[bytes, str]:
    """By their bytes, where `row_zero` is the byte that the rows are counted from."""
    return {
        bytes((row_zero + row + place // _CELLS, row_zero + 1 + place % _CELLS)): character
        for lead, row in _VENDORS_ROWS
        for place, trail in enumerate(_SHIFT_JIS_TRAILS)
        if "\ufffd" not in (character := bytes((lead, trail)).decode("cp932", errors="replace"))
    }


_JIS = {"euc_jp": _vendors_characters(0xA0), "iso2022_jp": _vendors_characters(0x20)}
_LACKING = _JIS | {"gb18030": {b"\x80": "\u20ac"}}
_ERRORS = "seofix-east-asian"
codecs.register_error(_ERRORS, _next_character)
