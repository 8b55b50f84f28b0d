"""Text as PostgreSQL can store it: what hosts send holds anything, and one character must not cost
a row. Every text and JSON column of the models is one of these.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:  # fields are generic in the stubs only
    TextField = models.TextField[str, str]
    JSONField = models.JSONField[Any, Any]
else:
    TextField, JSONField = models.TextField, models.JSONField

# text and jsonb hold no NUL, and UTF-8 no half of a surrogate pair.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\ufffd"


class AnyText(TextField):
    """A text column that stores any str; characters that cannot be stored are replaced."""

    def get_prep_value(self, value: Any) -> Any:
        return _storable(super().get_prep_value(value))


class AnyJSON(JSONField):
    """A jsonb column whose strings and keys may be any str, as in AnyText."""

    def get_prep_value(self, value: Any) -> Any:
        return _storable(super().get_prep_value(value))


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return UNSTORABLE.sub(REPLACEMENT, value)
    if isinstance(value, dict):
        return {_storable(key): _storable(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(inner) for inner in value]
    return value
