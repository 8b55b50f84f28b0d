"""From one answer's bytes to a Page. Pure; meant to run in a child process with a time limit."""

from crawls.engine.parse.hostile import HostilePage
from crawls.engine.parse.reader import parse_page, read_metas

__all__ = ["HostilePage", "parse_page", "read_metas"]
