from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from seofix_site.embedded.folder import local_folder
from seofix_site.embedded.locks import exclusive, lock_alone, lock_file, lock_shared, unlock
from seofix_site.embedded.postgres_recipe import PostgresRecipe
from seofix_site.embedded.redis_recipe import RedisRecipe
from seofix_site.embedded.server import Server
from seofix_site.embedded.signals import terminations_raise, undisturbed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from seofix_site.embedded.recipe import Recipe

RECIPES: tuple[Recipe, ...] = (PostgresRecipe(), RedisRecipe())
TURN = "start.lock"
# Longer than the slowest honest start: initdb, crash recovery, a loaded machine.
JOIN_WITHIN = timedelta(seconds=180)
LEAVE_WITHIN = timedelta(seconds=30)


@contextmanager
def services() -> Iterator[None]:
    """Have PostgreSQL and Redis up, and DATABASE_URL and REDIS_URL set, inside the block.

    A variable that is already set is left alone and nothing is started for it. Several processes
    of one clone share the servers; the last to leave stops them. In the main thread SIGTERM and
    SIGHUP raise Terminated inside the block. Raises EmbeddedError when a server cannot be used.
    """
    wanted = [r.variable for r in RECIPES if not os.environ.get(r.variable)]
    if not wanted:
        yield
        return
    with terminations_raise():
        folder = local_folder()
        servers = {recipe.variable: Server(recipe, folder) for recipe in RECIPES}
        with _membership(folder, servers.values()):
            with exclusive(folder / TURN, within=JOIN_WITHIN):
                urls = {variable: servers[variable].ensure_running() for variable in wanted}
            with _variables(urls):
                yield


@contextmanager
def _membership(folder: Path, servers: Iterable[Server]) -> Iterator[None]:
    """Be counted as a user of the folder's servers; stop them when nobody else is."""
    member = os.getpid()
    with lock_file(folder / "users.lock") as users:
        with exclusive(folder / TURN, within=JOIN_WITHIN):
            lock_shared(users)
        try:
            yield
        finally:
            # A fork that unwinds this far has inherited the membership; it is not its own.
            if os.getpid() == member:
                with undisturbed():
                    _leave(folder, users, servers)


def _leave(folder: Path, users: int, servers: Iterable[Server]) -> None:
    with exclusive(folder / TURN, within=LEAVE_WITHIN):
        try:
            if lock_alone(users):
                _stop(servers)
        finally:
            unlock(users)


def _stop(servers: Iterable[Server]) -> None:
    with ExitStack() as stack:  # one that cannot be stopped must not spare the other
        for server in servers:
            stack.callback(server.stop)


@contextmanager
def _variables(values: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
