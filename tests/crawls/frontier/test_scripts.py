from __future__ import annotations

import re
from pathlib import Path

import pytest

import crawls.frontier
from crawls.frontier import scripts

FOLDER = Path(crawls.frontier.__file__).parent
LUA_FILES = sorted(FOLDER.glob("lua/**/*.lua"))


def name(path):
    return str(path.relative_to(FOLDER))


@pytest.mark.parametrize("path", LUA_FILES, ids=name)
def test_a_lua_file_is_short(path):
    assert len(path.read_text().splitlines()) <= 40


@pytest.mark.parametrize("path", LUA_FILES, ids=name)
def test_a_lua_file_begins_with_its_contract(path):
    first, *rest = path.read_text().splitlines()
    words = [re.match(r"-- (KEYS|ARGV|Returns|Gives)\b|--   ", line) for line in rest[:4]]

    assert re.match(r"-- [A-Z].*\.$", first)
    assert [word and word[1] for word in words if not word or word[1]][:2] == ["KEYS", "ARGV"]
    assert re.search(r"^-- (Returns|Gives) ", "\n".join(rest), re.MULTILINE)


@pytest.mark.parametrize("path", LUA_FILES, ids=name)
def test_every_key_comes_through_keys(path):
    named = {"TURNS", "WAITING", "SPENT", "DUE", "LANE", "HOST", "WINDOW", "HELD", "LEASES"}
    used = re.findall(r"redis\.call\('(?!TIME|INFO)\w+', ([^,)]+)", path.read_text())

    assert {key for key in used if not re.fullmatch(r"KEYS\[\d+\]", key)} <= {*named, "key"}


@pytest.mark.parametrize("path", LUA_FILES, ids=name)
def test_no_script_walks_the_key_space_or_unpacks(path):
    assert re.findall(r"unpack|'KEYS'|'SCAN'|cjson|loadstring", path.read_text()) == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("**/*.py")), ids=name)
def test_nothing_loads_a_missing_script_by_itself(path):
    assert re.findall(r"register_script|\bScript\(|\beval\(", path.read_text()) == []


def test_every_lua_file_is_part_of_an_operation():
    used = {path for operation in scripts.PARTS for path in scripts.files_of(operation)}

    assert used == set(LUA_FILES)


def test_no_packaged_file_is_missing():
    assert scripts.missing_files() == []


def test_a_file_that_was_not_packaged_is_named(monkeypatch, tmp_path):
    for path in LUA_FILES:
        target = tmp_path / path.relative_to(FOLDER / "lua")
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(path.read_bytes())
    (tmp_path / "ack.lua").unlink()
    (tmp_path / "parts/gate.lua").unlink()
    monkeypatch.setattr(scripts, "LUA", tmp_path)

    assert scripts.missing_files() == ["ack.lua", "parts/gate.lua"]


@pytest.mark.parametrize("operation", scripts.PARTS)
def test_redis_knows_a_script_by_our_sha1(redis_client, operation):
    assert redis_client.script_load(scripts.text_of(operation)) == scripts.sha1_of(operation)
