"""JSON from outside is used as it is, or refused with a sentence that says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.core import values
from tablewright.core.state import Outcome


@pytest.mark.parametrize(
    ("look", "value"),
    [
        (lambda value: values.fields(value, "it", ("a",), ("b",)), {"a": 1}),
        (lambda value: values.fields(value, "it", ("a",), ("b",)), {"a": 1, "b": 2}),
        (lambda value: values.number(value, "it", -1, 5), 5),
        (lambda value: values.flag(value, "it"), False),
        (lambda value: values.text(value, "it", 3), "abc"),
        (lambda value: values.one_of(value, "it", ("up", "down")), "up"),
        (lambda value: values.items(value, "it", 0, 2), [1, "x"]),
    ],
)
def test_what_fits_comes_back_as_it_is(look: Callable[[Any], Any], value: Any) -> None:
    assert look(value) is value


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        (lambda: values.fields([], "a move", ("who",)), "a move should be an object, not []"),
        (lambda: values.fields({}, "a move", ("who",)), 'a move lacks "who"'),
        (
            lambda: values.fields({"who": 1, "wher": 2}, "a move", ("who",), ("where",)),
            'a move has no field "wher"; did you mean "where"?',
        ),
        (lambda: values.number(7, "a row", 1, 5), "a row should be a whole number from 1 to 5, not 7"),
        (lambda: values.number(True, "a row", 1, 5), "a row should be a whole number from 1 to 5, not True"),
        (lambda: values.number(1.0, "a row", 1, 5), "a row should be a whole number from 1 to 5, not 1.0"),
        (lambda: values.flag(0, "open"), "open should be true or false, not 0"),
        (lambda: values.text("abcd", "a name", 3), "a name should be a text of at most 3 characters, not 'abcd'"),
        (lambda: values.one_of("dwn", "the way", ("up", "down")), "the way cannot be 'dwn'; did you mean \"down\"?"),
        (lambda: values.one_of([], "the way", ("up",)), "the way cannot be []"),
        (lambda: values.items([1], "a place", 2, 2), "a place should be a list of 2 entries"),
        (lambda: values.items({}, "a hand", 0, 9), "a hand should be a list of 0 to 9 entries"),
        (lambda: values.read_outcome("won", [2, 0], 2), "the returns should be numbers from -1 to 1"),
        (lambda: values.read_outcome("won", [1], 2), "the returns should be a list of 2 entries"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(look: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole sentence is compared below
        look()
    assert str(refusal.value) == sentence


def test_of_a_strange_value_only_a_little_is_shown() -> None:
    with pytest.raises(ValueError, match=r"^it should be true or false, not 'x{59}\.\.\.$"):
        values.flag("x" * 1000, "it")


def test_an_outcome_comes_back() -> None:
    assert values.read_outcome("defeated", [1, -1], 2) == Outcome("defeated", (1.0, -1.0))
