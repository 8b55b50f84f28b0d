"""The account of whoever sits at the terminal."""

from __future__ import annotations

from billing.models import Account

NAME = "command line"


def command_account() -> Account:
    account, _ = Account.objects.get_or_create(name=NAME)
    return account
