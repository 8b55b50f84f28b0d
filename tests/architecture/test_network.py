"""One door to the network: who imports what can open a connection, file by file."""

from __future__ import annotations

import ast

import pytest

WAYS_OUT = {
    "aiohttp",
    "asyncio",
    "django.core.mail",
    "dns",
    "ftplib",
    "http.client",
    "http.server",
    "httpcore",
    "httpx",
    "imaplib",
    "poplib",
    "redis",
    "requests",
    "smtplib",
    "socket",
    "socketserver",
    "ssl",
    "telnetlib",
    "urllib.request",
    "urllib3",
    "xmlrpc",
}
THE_DOOR = "crawls/fetch/"
NEVER_THE_SITES = {
    # The frontier, who keeps it up, and who must know its errors.
    ("crawls/dispatcher.py", "redis"),
    ("crawls/frontier/connection.py", "redis"),
    ("crawls/frontier/recovery.py", "redis"),
    ("crawls/frontier/redis_frontier.py", "redis"),
    ("crawls/frontier/shard.py", "redis"),
    ("crawls/management/commands/dispatch.py", "redis"),
    ("crawls/management/servers.py", "redis"),
    # The mail server, which owners are told by, and whose refusals are its errors.
    ("crawls/services/notices.py", "django.core.mail"),
    ("crawls/services/notices.py", "smtplib"),
    # The servers of this machine: whether they answer, and which ports are free.
    ("seofix_site/embedded/redis_recipe.py", "redis"),
    ("seofix_site/embedded/server.py", "socket"),
}


def imported_by(source):
    """Every module that a source may import, at its top or anywhere in it, with dotted names."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and is_import_by_name(node):
            names.add(node.args[0].value)
    return names


def is_import_by_name(call):
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    is_import = name in {"import_module", "__import__"}
    return is_import and call.args and isinstance(call.args[0], ast.Constant)


def ways_out(source):
    names = imported_by(source)
    return {way for way in WAYS_OUT if any(f"{name}.".startswith(f"{way}.") for name in names)}


def test_nothing_but_the_door_leads_to_the_network(project, python_files):
    product = [path.relative_to(project) for path in python_files]
    found = {
        (path.as_posix(), way)
        for path in product
        if path.parts[0] != "tests"
        for way in ways_out((project / path).read_text())
    }

    outside = {(path, way) for path, way in found if not path.startswith(THE_DOOR)}
    assert outside == NEVER_THE_SITES
    assert {way for path, way in found if path.startswith(THE_DOOR)} == {
        "dns",
        "httpcore",
        "socket",
        "ssl",
    }


@pytest.mark.parametrize(
    ("source", "ways"),
    [
        ("import socket", {"socket"}),
        ("import os, ssl as tls", {"ssl"}),
        ("from socket import create_connection", {"socket"}),
        ("import http.client", {"http.client"}),
        ("from http import client, HTTPStatus", {"http.client"}),
        ("from http.client import HTTPSConnection", {"http.client"}),
        ("import urllib.request as web", {"urllib.request"}),
        ("from urllib import request", {"urllib.request"}),
        ("import requests.sessions", {"requests"}),
        ("def fetch(url):\n    import httpx\n    return httpx.get(url)", {"httpx"}),
        ("from importlib import import_module\nimport_module('requests')", {"requests"}),
        ("import importlib\nimportlib.import_module('urllib3.util')", {"urllib3"}),
        ("__import__('socket')", {"socket"}),
        ("from http import HTTPStatus\nfrom urllib.parse import unquote", set()),
        ("import socketry, sslcontext, requests_of_pages", set()),
        ("from . import socket, ssl", set()),
    ],
)
def test_every_way_to_import_a_way_out_is_seen(source, ways):
    assert ways_out(source) == ways
