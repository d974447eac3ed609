"""The training examples learn: a small part of what they do by themselves beats random play clearly."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from tests.support.transcript import ROOT

EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize(
    ("name", "at_first", "least"),
    [
        ("learn_aec", 0.6, 0.65),
        ("learn_gym", 0.55, 0.7),
        ("learn_spiel", 0.3, 0.35),
    ],
)
def test_an_example_learns(
    name: str, at_first: float, least: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    curve = import_module(name).train(matches=800, every=400)
    assert [number for number, _ in curve] == [0, 400, 800]
    assert curve[0][1] < at_first
    assert curve[-1][1] > least
    sys.modules["linear"].show(name, curve)
    assert len(capsys.readouterr().out.splitlines()) == 4
