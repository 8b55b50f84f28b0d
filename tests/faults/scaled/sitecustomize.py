"""For processes that find this first on their path: waits and pauses in seconds instead of hours."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from crawls.engine import policy
from crawls.engine.wait_rules import WaitRules

policy.POLICIES["internal-linking"] = replace(
    policy.INTERNAL_LINKING,
    waits=WaitRules(
        first=timedelta(seconds=1),
        longest=timedelta(seconds=2),
        in_a_row=2,
        pauses=(timedelta(seconds=15),),
    ),
)
