from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine.encoding import decode_html, encode_text
from crawls.engine.labels import _ENCODING_BY_LABEL, encoding_of

HTML = "text/html"
PAD = b"<!-- " + b"x" * 1024 + b" -->"


@pytest.mark.parametrize(
    ("body", "content_type", "text", "encoding"),
    [
        (b"\xef\xbb\xbf<p>\xc3\xa9", "text/html; charset=latin1", "<p>é", "utf-8"),
        (b"\xfe\xff\x00a\x00b", HTML, "ab", "utf-16be"),
        (b"\xff\xfea\x00b\x00", HTML, "ab", "utf-16le"),
        (b"\xe9", "Text/HTML; Charset=ISO-8859-1", "é", "windows-1252"),
        (b"\xe9", 'text/html; charset="latin1"', "é", "windows-1252"),
        (b"\xe9", "text/html; charset='latin1'", "é", "windows-1252"),
        (b"\xe9", "text/html, text/html; charset=latin1", "é", "windows-1252"),
        (b"\xff\xfea\x00", "text/html; charset=utf-8", "a", "utf-16le"),
        (
            b"<meta charset=latin1>\xc3\xa9",
            "text/html; charset=utf-8",
            "<meta charset=latin1>é",
            "utf-8",
        ),
        (b"<meta charset=koi8-r>", "text/html; charset=klingon", "<meta charset=koi8-r>", "koi8-r"),
        (b"<meta charset=koi8-r>", "text/html; charset=", "<meta charset=koi8-r>", "koi8-r"),
        (b"\xc3\xa9", None, "é", "utf-8"),
        (b"\xe9", None, "é", "windows-1252"),
        (b"", None, "", "utf-8"),
        (b"\xc3\xa9\xe2\x82", HTML, "é", "utf-8"),
        (b"\xe2\x82", "text/html; charset=utf-8", "\ufffd", "utf-8"),
        (b"a\x00b", HTML, "a\x00b", "utf-8"),
        (b"\x92\x80\x81\x8d", "text/html; charset=iso-8859-1", "\u2019€\x81\x8d", "windows-1252"),
        (b"\x81\xaa", "text/html; charset=windows-1253", "\x81\ufffd", "windows-1253"),
        (b"\xa0", "text/html; charset=x-user-defined", "\xa0", "windows-1252"),
        (b"\xc3\xa9", "text/html; charset=klingon", "é", "utf-8"),
        (b"a\x00", "text/html; charset=utf-16", "a", "utf-16le"),
        (b"\x1b$)C", "text/html; charset=iso-2022-kr", "\ufffd", "replacement"),
        ("镕".encode("gbk"), "text/html; charset=gb2312", "镕", "gbk"),
        ("①髙".encode("cp932"), "text/html; charset=shift_jis", "①髙", "shift_jis"),
        ("日本".encode("euc_jp"), "text/html; charset=euc-jp", "日本", "euc-jp"),
        ("日本".encode("iso2022_jp"), "text/html; charset=iso-2022-jp", "日本", "iso-2022-jp"),
        (b"\xad\xa1\xad\xea\xad\xc0\xfc\xe2", "text/html; charset=euc-jp", "①㈱㍉髙", "euc-jp"),
        (b"\xa1\xc1\xa1\xdd\xa1\xf1", "text/html; charset=euc-jp", "\uff5e\uff0d\uffe0", "euc-jp"),
        (b"\xad<p>\xad", "text/html; charset=euc-jp", "\ufffd<p>\ufffd", "euc-jp"),
        (b"\x1b$B-?-!\x1b(B", "text/html; charset=iso-2022-jp", "\ufffd①", "iso-2022-jp"),
        (b"\x1b$B-!!A\x1b(Ba", "text/html; charset=iso-2022-jp", "①\uff5ea", "iso-2022-jp"),
        (b"\x80 5\x80", "text/html; charset=gbk", "€ 5€", "gbk"),
        ("中文".encode("big5"), "text/html; charset=big5", "中文", "big5"),
        ("똠".encode("cp949"), "text/html; charset=ks_c_5601-1987", "똠", "euc-kr"),
        (b"\x81<p>", "text/html; charset=gbk", "\ufffd<p>", "gbk"),
    ],
)
def test_bom_then_header_then_guess_decide_the_encoding(body, content_type, text, encoding):
    assert decode_html(body, content_type) == (text, encoding)


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        (b"<meta charset=windows-1251>", "windows-1251"),
        (b"<META CHARSET = 'Windows-1251' >", "windows-1251"),
        (b"<meta/charset=koi8-r/>", "windows-1252"),
        (b"<meta/charset=koi8-r>", "koi8-r"),
        (b"<title>\xe9</title><meta charset=koi8-r>", "koi8-r"),
        (b"<meta http-equiv=content-type content='text/html; charset=koi8-r'>", "koi8-r"),
        (b"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "koi8-r"),
        (b"<meta httpequiv=ContentType content='text/html; charset=gbk'>", "gbk"),
        (b"<meta name=x content='charset=koi8-r'><meta charset=gbk>", "gbk"),
        (b"<meta charset=utf-16><title>\xe9</title>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=nonsense><meta charset=koi8-r>", "koi8-r"),
        (b"<meta charset=koi8-r charset=gbk>", "koi8-r"),
        (b"<!-- <meta charset=gbk> --><meta charset=koi8-r>", "koi8-r"),
        (b"<!--><meta charset=koi8-r>", "koi8-r"),
        (b"<a title='<meta charset=gbk>'><meta charset=koi8-r>", "koi8-r"),
        (b"<!doctype html><?x?></ x><meta charset=koi8-r>", "koi8-r"),
        (b"<metadata charset=gbk>", "windows-1252"),
        (b"<?xml version='1.0' encoding='koi8-r'?><p>", "koi8-r"),
        (b"<?xml version='1.0' encoding='gbk'?><meta charset=koi8-r>", "koi8-r"),
        (PAD + b"<meta charset=koi8-r>", "windows-1252"),
        (b"<meta charset=koi8-r ", "koi8-r"),
        (b"<a title='", "windows-1252"),
    ],
)
def test_a_page_declares_its_encoding_in_the_first_1024_bytes(head, encoding):
    assert decode_html(head + b"\xe9", HTML)[1] == encoding


def test_utf8_without_a_declaration_past_the_prescan_is_still_utf8():
    assert decode_html(PAD + b"<meta charset=koi8-r>\xc3\xa9", HTML)[1] == "utf-8"


@pytest.mark.parametrize("label", sorted(_ENCODING_BY_LABEL))
def test_every_label_of_the_standard_decodes_ascii_or_is_refused(label):
    text, encoding = decode_html(b"<p>ab</p>", f"text/html; charset={label}")

    if encoding == "replacement":
        assert text == "\ufffd"
    elif not encoding.startswith("utf-16"):
        assert text == "<p>ab</p>"


@pytest.mark.parametrize(
    ("label", "encoding"),
    [("  UTF8\n", "utf-8"), ("l1", "windows-1252"), ("utf-7", None), ("", None)],
)
def test_a_label_is_looked_up_in_any_case(label, encoding):
    assert encoding_of(label) == encoding


@given(st.binary(max_size=200), st.sampled_from([None, *sorted(_ENCODING_BY_LABEL)]))
def test_any_bytes_become_text_without_lone_surrogates(body, label):
    text, _ = decode_html(body, label and f"text/html; charset={label}")

    assert text.encode().decode() == text


@pytest.mark.parametrize("encoding", ["euc-jp", "gbk", "big5", "shift_jis", "euc-kr", "koi8-r"])
def test_what_an_encoding_has_comes_back_from_its_bytes_and_the_rest_by_number(encoding):
    text = {"koi8-r": "кот", "euc-kr": "똠 a", "big5": "中"}.get(encoding, "日\uff5ea")

    body = encode_text(f"{text}\U0001f4a9", encoding)

    assert decode_html(body, f"text/html; charset={encoding}") == (f"{text}&#128169;", encoding)
