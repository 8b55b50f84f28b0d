"""The smallest PDF that readers open: one page with one line of text."""

from __future__ import annotations


def pdf(words: str) -> bytes:
    text = f"BT /F1 18 Tf 72 720 Td ({words}) Tj ET"
    box, fonts = "/MediaBox [0 0 595 842]", "/Font << /F1 5 0 R >>"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R {box} /Contents 4 0 R /Resources << {fonts} >> >>",
        f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    parts, offsets = ["%PDF-1.4\n"], []
    for number, value in enumerate(objects, start=1):
        offsets.append(sum(map(len, parts)))
        parts.append(f"{number} 0 obj\n{value}\nendobj\n")
    start = sum(map(len, parts))
    entries = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    parts.append(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}")
    parts.append(
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    )
    return "".join(parts).encode("latin-1")
