from __future__ import annotations

import re
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parents[2] / "requirements"


def test_every_direct_requirement_is_explained_and_nothing_else():
    explained = sorted(
        re.findall(r"(?m)^\| ([a-z][^|]*) \|", (REQUIREMENTS / "README.md").read_text())
    )

    lines = [
        line
        for name in ("base.in", "dev.in")
        for line in (REQUIREMENTS / name).read_text().splitlines()
    ]
    direct = sorted(re.split(r"[<>=]", line)[0] for line in lines if re.match(r"[a-z]", line))
    assert explained == direct
