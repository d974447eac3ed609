"""The JSON reader: places of values, and what it says about files that are no JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright.games.marches.files import DATA
from tablewright.games.marches.language.reader import MOST_PROBLEMS, Node, parse, read, read_trusted
from tests.games.marches.story import REFERENCE, problems

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text() | st.floats(allow_nan=False, width=32),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, 0, 2]), st.booleans())
@settings(max_examples=300, deadline=None)
def test_reads_whatever_json_writes(value: object, indent: int | None, ascii_only: bool) -> None:
    def finite(node: object) -> object:
        if isinstance(node, float) and abs(node) == float("inf"):
            return 0.0
        if isinstance(node, list):
            return [finite(item) for item in node]
        return {key: finite(item) for key, item in node.items()} if isinstance(node, dict) else node

    value = finite(value)
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    if any("\ud800" <= char <= "\udfff" for char in json.loads(json.dumps(text))):
        return
    found = parse(text, strict=True)
    assert found.problems == []
    assert found.root is not None
    assert found.root.plain() == json.loads(text)


def test_every_value_and_key_knows_its_place() -> None:
    root = parse('{\n  "a": [1, "x"],\r\n\t"b": {"c": null}\n}').root
    assert root is not None
    assert (root.line, root.column) == (1, 1)
    assert root.keys == {"a": (2, 3), "b": (3, 2)}
    a, b = root.get("a"), root.get("b")
    assert a is not None
    assert b is not None
    assert [(item.line, item.column) for item in a.items()] == [(2, 9), (2, 12)]
    inner = b.get("c")
    assert inner is not None
    assert (inner.line, inner.column) == (3, 13)
    assert inner.items() == []
    assert inner.members() == {}
    assert inner.get("x") is None
    assert repr(a) == "<a list at 2:8>"


def test_trailing_commas_are_accepted_unless_the_file_must_be_strict() -> None:
    text = '{"a": [1, 2,], "b": {"c": 3,},}'
    found = parse(text)
    assert found.root is not None
    assert (found.root.plain(), found.problems) == ({"a": [1, 2], "b": {"c": 3}}, [])
    assert problems(parse(text, strict=True)) == [
        '1:12 trailing-comma there must be no comma before "]"',
        '1:28 trailing-comma there must be no comma before "}"',
        '1:30 trailing-comma there must be no comma before "}"',
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "1:1 bad-json a value is expected here, but the file ends"),
        ("{", '1:2 bad-json a key or "}" is expected here, but the file ends'),
        ("{]", '1:2 bad-json a key or "}" is expected here, but there is "]"'),
        ("[}", '1:2 bad-json a value is expected here, but there is "}"'),
        ("[1}", '1:3 bad-json "," or "]" is expected behind this item, but there is "}"'),
        ('{"a": 1', '1:8 bad-json "," or "}" is expected behind the value of "a", but the file ends'),
        ('{"a" 1}', '1:6 bad-json ":" is missing behind the key "a"'),
        ('{"a": 1 "b": 2}', '1:9 bad-json "," is missing behind the value of "a"'),
        ("[1 2]", '1:4 bad-json "," is missing behind this item'),
        ('{"a": 1, "a": 2}', '1:10 duplicate-key the key "a" is here a second time'),
        ("{a: 1}", "1:2 bad-json the key a needs double quotes around it"),
        ("['x']", "1:2 bad-json 'x' is not a value; a text needs double quotes around it"),
        ("[True]", "1:2 bad-json write true instead of True"),
        ("[None]", "1:2 bad-json write null instead of None"),
        ("[NaN]", "1:2 bad-number NaN is not a number in JSON"),
        ("[-Infinity]", "1:2 bad-number -Infinity is not a number in JSON"),
        ("[007]", "1:2 bad-number a number does not begin with 0: write 7"),
        ("[99999999999999999999]", "1:2 bad-number this number is too large"),
        ("[9007199254740992]", "1:2 bad-number this number is too large"),
        ('["x\n]', '1:2 bad-json this text does not end: a " is missing in its line'),
        ('["\\x"]', '1:3 bad-text "\\x" means nothing; write \\\\ for a backslash'),
        ('["\\u12"]', "1:3 bad-text \\u must be followed by the four hexadecimal digits of a character"),
        ('["\\ud800"]', "1:3 bad-text \\u must be followed by the four hexadecimal digits of a character"),
        ('["\\ud800\\u0041"]', "1:3 bad-text \\u must be followed by the four hexadecimal digits of a character"),
        ('["a\tb"]', "1:4 bad-text a text must not contain the control character 9"),
        ("1 2", "1:3 bad-json the file goes on behind its end"),
        ("[" * 40, "1:33 too-deep values are nested more than 32 deep"),
        ("\x00", "1:1 bad-json \\x00 is not a value; a text needs double quotes around it"),
        ("x" * 100, "1:1 bad-json " + "x" * 37 + "... is not a value; a text needs double quotes around it"),
        ("[1.5.2]", "1:2 bad-json 1.5.2 is not a value; a text needs double quotes around it"),
    ],
)
def test_mistakes_are_said_with_their_place(text: str, wanted: str) -> None:
    assert wanted in problems(parse(text))


def test_all_mistakes_are_reported_at_once() -> None:
    codes = [problem.code for problem in parse('{"a": NaN, "a": 01 "b": \'x\', c: True}').problems]
    assert codes == ["bad-number", "bad-number", "duplicate-key", "bad-json", "bad-json", "bad-json", "bad-json"]


def test_reading_stops_after_a_hundred_mistakes() -> None:
    found = parse("[" + "NaN," * 5000 + "1]")
    assert len(found.problems) == MOST_PROBLEMS + 1
    assert found.problems[-1].code == "too-many-problems"
    assert found.root is None


@pytest.mark.parametrize(("text", "value"), [("[1.5]", 1.5), ("[-2e3]", -2000.0), ("[1E+2]", 100.0), ("[-0]", 0)])
def test_numbers(text: str, value: float) -> None:
    root = parse(text).root
    assert root is not None
    assert root.plain() == [value]


def test_kinds_are_said_in_words() -> None:
    values = [None, True, False, "x", "y" * 50, 3, 1.5, [], {}]
    assert [Node(value, 1, 1).kind for value in values] == [
        "null",
        "true",
        "false",
        'the text "x"',
        'the text "' + "y" * 37 + '..."',
        "the number 3",
        "the number 1.5",
        "a list",
        "an object",
    ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in read(str(tmp_path / "none.json")).problems[0].message
    assert "cannot be read: No such file" in read("a\0b").problems[0].message
    (tmp_path / "large.json").write_bytes(b" " * 1_000_001)
    assert read(str(tmp_path / "large.json")).problems[0].code == "too-large"
    (tmp_path / "latin.json").write_bytes(b'{\n"a": "\xe9"}')
    assert str(read(str(tmp_path / "latin.json")).problems[0]).endswith(
        "latin.json:2: error bad-text: this file is not UTF-8 text"
    )
    (tmp_path / "bom.json").write_bytes(b"\xef\xbb\xbf[1]")
    root = read(str(tmp_path / "bom.json")).root
    assert root is not None
    assert root.plain() == [1]


def test_a_large_file_of_one_line_is_read_and_a_larger_one_refused() -> None:
    root = parse("[" + ",".join(['{"a":1}'] * 9_000) + "]").root
    assert root is not None
    assert len(root.items()) == 9_000
    found = parse("[" + ",".join(['{"a":1}'] * 100_000) + "]")
    assert found.root is None
    assert [problem.code for problem in found.problems] == ["too-many-values"]


def test_the_quick_reader_agrees_with_the_careful_one(tmp_path: Path) -> None:
    for path in sorted(Path(DATA).rglob("*.json")):
        quick, careful = read_trusted(str(path)).root, read(str(path)).root
        assert quick is not None
        assert careful is not None
        assert quick.plain() == careful.plain()
    for text in ("[1,]", "[1] 2", '{"a": "\n"}', ""):
        (tmp_path / "odd.json").write_text(text)
        assert problems(read_trusted(str(tmp_path / "odd.json"))) == problems(read(str(tmp_path / "odd.json")))


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference files are not at hand")
def test_every_reference_file_is_read() -> None:
    for path in (REFERENCE / "cards").glob("*.json"):
        assert read(str(path)).problems == []
    for path in (REFERENCE / "scenarios").glob("*.json"):
        found = read(str(path), strict=True)
        assert found.problems == []
        assert found.root is not None
        assert found.root.plain() == json.loads(path.read_text("utf-8"))
