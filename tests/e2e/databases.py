"""Databases made for a test: copies of one that was migrated."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]


@contextmanager
def migrated_database(server_url: str) -> Iterator[str]:
    """A database with every migration applied; its name is the template for copies."""
    with fresh_database(server_url) as url:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": url, "REDIS_URL": "redis://unused/0"},
            check=True,
        )
        yield url


@contextmanager
def fresh_database(server_url: str, *, template: str = "template1") -> Iterator[str]:
    """Its URL, inside the block."""
    name = f"e2e_{secrets.token_hex(6)}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    # Not WITH (FORCE), which may not end an autovacuum worker; waiting for it is part of DROP.
    leave = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND usename = current_user"
    drop = sql.SQL("DROP DATABASE {}")
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
    try:
        yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(leave, [name])
            connection.execute(drop.format(sql.Identifier(name)))


def name_of(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")
