from __future__ import annotations

import secrets
from signal import SIGINT, SIGQUIT, Signals
from typing import TYPE_CHECKING

import psycopg

from seofix_site.embedded.cluster import DYNAMIC_MEMORY, Cluster
from seofix_site.embedded.ownership import as_server_owner
from seofix_site.embedded.postgres_programs import program
from seofix_site.embedded.recipe import LOOPBACK, Address, Command, NotReadyError

if TYPE_CHECKING:
    from pathlib import Path

ANSWER_SECONDS = 2
# No socket files: their paths may not be longer than 107 bytes. fsync stays on: these are the
# audits of a person, even on a laptop.
SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    **DYNAMIC_MEMORY,
    "max_connections": "200",
    "shared_buffers": "128MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class PostgresRecipe:
    label = "PostgreSQL"
    slug = "postgres"
    variable = "DATABASE_URL"
    programs = frozenset({"postgres", "initdb"})
    # Fast shutdown, which ends sessions; then immediate, which recovers at the next start.
    stop_signals: tuple[Signals, ...] = (SIGINT, SIGQUIT)

    def prepare(self, home: Path, saved_password: str | None, lock: int) -> str:
        password = saved_password or secrets.token_hex(24)
        cluster = Cluster(home, lock)
        cluster.clean_up()
        if not home.exists():
            cluster.create(password)
            return password
        cluster.check()
        if saved_password is None:
            cluster.set_password(password)
        return password

    def command(self, home: Path, address: Address) -> Command:
        settings = {**SETTINGS, "port": str(address.port)}
        options = [f"--{name}={value}" for name, value in settings.items()]
        return Command(
            as_server_owner(home, [program("postgres"), "-D", str(home), *options]), home
        )

    def url(self, address: Address) -> str:
        return f"postgresql://seofix:{address.password}@{LOOPBACK}:{address.port}/seofix"

    def ping(self, address: Address) -> None:
        try:
            with psycopg.connect(self.url(address), connect_timeout=ANSWER_SECONDS) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError as error:
            raise NotReadyError(str(error)) from error
