"""The door: what comes from outside is bounded before it is read, and plain before it is shown."""

from __future__ import annotations

import json
import os
import resource
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.core.outside import MOST_BYTES, parse_json, plain, read_bytes, read_text


def test_regular_files_are_read_and_text_has_one_kind_of_line_end(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one\r\ntwo\rthree\n")
    assert read_bytes(str(path)) == b"one\r\ntwo\rthree\n"
    assert read_text(str(path)) == "one\ntwo\nthree\n"
    (tmp_path / "link").symlink_to(path)
    assert read_text(str(tmp_path / "link")) == "one\ntwo\nthree\n"


def refusal(path: str | Path, most: int = MOST_BYTES) -> str:
    start = time.monotonic()
    try:
        read_text(str(path), most)
    except OSError as error:
        assert time.monotonic() - start < 10
        return error.strerror
    raise AssertionError("it was read")


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "it is not a regular file"
    (tmp_path / "endless").symlink_to("/dev/zero")
    assert refusal(tmp_path / "endless") == "it is not a regular file"
    assert refusal(tmp_path) == "Is a directory"
    assert refusal(tmp_path / "missing") == "No such file or directory"
    assert refusal("nul\0byte") == "No such file or directory"


def test_files_have_a_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 101)
    assert refusal(path, 100) == "it is larger than 100 bytes"
    assert len(read_bytes(str(path), 101)) == 101
    with path.open("wb") as file:
        file.truncate(10**12)  # a terabyte of nothing
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert refusal(path) == "it is larger than 1,000,000 bytes"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    path.write_bytes(b"\xff")
    assert refusal(path) == "it is not UTF-8 text"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 1_000_000, "it nests deeper than 50 levels"),
        ('{"a":' * 200_000, "it nests deeper than 50 levels"),
        ("[" + "[]," * 300_000 + "[]]", "it has more than 200,000 values"),
        ("[" + "1," * 499_000 + "1]", "it has more than 200,000 values"),
        ("9" * 1_000_000, "it has a number of 1,000,000 characters; 30 are the most"),
        ("[1e999]", "it has the number 1e999, which is too large"),
        ('{"health": Infinity}', "it has Infinity, which is no number of JSON"),
        ("[NaN]", "it has NaN, which is no number of JSON"),
        ('"' * 1_000_000, "it is not JSON"),
        ('"\\' * 500_000, "it is not JSON"),
        ("", r"it is not JSON: Expecting value \(line 1, column 1\)"),
    ],
)
def test_json_is_bounded_before_it_is_read(text: str, sentence: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match=sentence):
        parse_json(text)
    assert time.process_time() - start < 5  # a tenth of a second here, without a tool that watches every line


def test_brackets_in_strings_do_not_count() -> None:
    assert parse_json('["' + "[{" * 100 + '", "\\"[[", 1.5, -3, null]') == ["[{" * 100, '"[[', 1.5, -3, None]


@given(st.recursive(st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(), st.lists, max_leaves=20))
def test_honest_json_comes_through(value: object) -> None:
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\r\n Lee ", "Ann Lee"),
        ("\x1b]0;title\x07\x1b[31mred\x9b2J\x08", "]0;title[31mred2J"),
        ("abc\u202edef\u2066\u200f\u061c\u200b\ufeff", "abcdef"),
        ("\ud800x\ue000\U000e0041", "x"),
        ("Ａｎｎ ﬁ ²", "Ann fi 2"),
        ("e" + "\u0301" * 50, "\u00e9" + "\u0301" * 4),
        ("Zoë 李 אב 🂡", "Zoë 李 אב 🂡"),
        ("e\u200b\u0301", "\u00e9"),
        ("Ann\u3164\ufe0f\u034f\uffa0\U000e0100", "Ann"),
        ("bot\u2800hard", "bot hard"),
        ("[bold]x[/]", "[bold]x[/]"),
        ("", ""),
        ("x" * 2000, "x" * 999 + "…"),
        ("x" * 998 + " yz", "x" * 998 + "…"),
        ("wait… ﬁ", "wait… fi"),
        ("é" * 2000, "é" * 999 + "…"),
    ],
)
def test_text_becomes_plain(text: str, shown: str) -> None:
    assert plain(text) == shown
    assert plain(shown) == shown


@given(st.text(), st.integers(1, 100))
def test_plain_text_is_one_printable_line_and_stays_what_it_is(text: str, most: int) -> None:
    shown = plain(text, most)
    assert len(shown) <= most
    assert shown == shown.strip()
    assert all(unicodedata.category(char)[0] != "C" for char in shown)
    assert plain(shown, most) == shown
    shown.encode()
