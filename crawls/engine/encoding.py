"""From the bytes of an HTML page to its text and back, as the HTML and Encoding standards say."""

from __future__ import annotations

import codecs
from functools import cache

from crawls.engine.east_asian import decode_east_asian, encode_east_asian
from crawls.engine.labels import encoding_of
from crawls.engine.prescan import charset_parameter, declared_encoding, hinted_encoding

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
)
# Python's codecs for the encodings of more than one byte; nearest superset where names differ.
_MULTI_BYTE = {
    "utf-8": "utf-8",
    "utf-16be": "utf-16-be",
    "utf-16le": "utf-16-le",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
}
_SINGLE_BYTE = {
    "iso-8859-8-i": "iso-8859-8",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874",
}
_C1_BYTES = range(0x80, 0xA0)


def decode_html(body: bytes, content_type: str | None) -> tuple[str, str]:
    """The text of an HTML page, without byte order mark, and the encoding's WHATWG name.

    Byte order mark, else the charset of the Content-Type header, else what the first 1,024
    bytes declare, else UTF-8 when every byte agrees, else a declaration only we understand,
    else windows-1252. Bytes that fit no character become U+FFFD; never raises.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return _decode(body[len(mark) :], encoding), encoding
    declared = _header_encoding(content_type) or declared_encoding(body)
    if declared is None:
        return _guess(body)
    return _decode(body, declared), declared


def encode_text(text: str, encoding: str) -> bytes:
    """Text in an encoding by its WHATWG name; what that lacks becomes `&#N;`, as in URLs and forms.

    UTF-8 for UTF-16 and "replacement" (Encoding standard, "get an output encoding").
    """
    if encoding.startswith("utf-16") or encoding == "replacement":
        encoding = "utf-8"
    codec = "gbk" if encoding == "gbk" else _MULTI_BYTE.get(encoding)
    if codec is not None:
        return encode_east_asian(text, codec)
    table = codecs.charmap_build(_characters(encoding))
    return codecs.charmap_encode(text, "xmlcharrefreplace", table)[0]


def _header_encoding(content_type: str | None) -> str | None:
    label = charset_parameter(content_type or "")
    encoding = encoding_of(label) if label else None
    return "windows-1252" if encoding == "x-user-defined" else encoding


def _guess(body: bytes) -> tuple[str, str]:
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        if _is_cut_utf8(body, error):
            return body[: error.start].decode("utf-8"), "utf-8"
    encoding = hinted_encoding(body) or "windows-1252"
    return _decode(body, encoding), encoding


def _is_cut_utf8(body: bytes, error: UnicodeDecodeError) -> bool:
    """Whether the only fault is a last character cut short, as our size limit may leave it."""
    return error.reason == "unexpected end of data" and not body[: error.start].isascii()


def _decode(body: bytes, encoding: str) -> str:
    if encoding == "replacement":  # the standard refuses to read these at all
        return "\ufffd" if body else ""
    codec = _MULTI_BYTE.get(encoding)
    if codec is not None:
        return decode_east_asian(body, codec)
    return codecs.charmap_decode(body, "strict", _characters(encoding))[0]


@cache
def _characters(encoding: str) -> str:
    """All 256 characters; unassigned C1 bytes stand for themselves, as the standard has it."""
    codec = _SINGLE_BYTE.get(encoding, encoding)
    return "".join(_character(byte, codec) for byte in range(256))


def _character(byte: int, codec: str) -> str:
    try:
        return bytes([byte]).decode(codec)
    except UnicodeDecodeError:
        return chr(byte) if byte in _C1_BYTES else "\ufffd"
