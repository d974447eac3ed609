"""The report: what a reader finds in it, and that it fits where it is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablewright
from tablewright.lab.plots import Span, histogram, spans, ticks


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("decks")
    decks = {"deck": ["wolfpack", "venom", "titans"]}
    tablewright.study("ooperations", ["random"], 2, entrants=decks, mirrors=True, folder=folder)
    return (folder / "report.html").read_text("utf-8")


def test_everybody_stands_once_in_the_matrix(report: str) -> None:
    matrix = report.partition('<table class="matrix">')[2].partition("</table>")[0]
    assert re.findall(r'<th scope="col">(.*?)</th>', matrix) == ["wolfpack", "venom", "titans"]
    assert re.findall(r'<th scope="row">(.*?)</th>', matrix) == ["wolfpack", "venom", "titans"]
    assert matrix.count("<td ") == 9
    assert matrix.count("50.0 %<br><small>itself") == 3
    assert "All are played by random." in report


def test_cards_have_names_and_no_figure_of_decks_that_hold_them(report: str) -> None:
    cards = re.findall(r'<th scope="row">([^<]+) \([A-Z_]{5}\)</th>', report)
    assert set(cards) & {"Hungry Wolf", "Cadet", "Farmer", "Cavalry", "Knight"}
    assert not re.search(r'<th scope="row">[A-Z_]{5}</th>', report)
    assert "in deck" not in report


def test_every_picture_has_an_axis_and_needs_nothing_from_elsewhere(report: str) -> None:
    pictures = re.findall(r"<figure>.*?</figure>", report)
    assert len(pictures) == 3  # two lengths and the spending
    for picture in pictures:
        assert picture.count("<figcaption") == 2
        assert len(re.findall(r"<text [^>]*>\d", picture)) >= 4
        assert "<title>" in picture
    assert report.count('<tr class="axis">') == report.count('<table class="spans">') >= 5
    assert not re.search(r"<script|<link|url\(|https?:", report)


def test_each_table_of_a_study_has_its_own_matrix(tmp_path: Path) -> None:
    from tests.core import toy

    tablewright.study(toy.GAME, ["random", "search:5"], 2, tables={"stones": "all"}, folder=tmp_path)
    text = (tmp_path / "report.html").read_text("utf-8")
    assert re.findall(r"<h3>(.*?)</h3>", text) == ["12", "30"]
    assert text.count('<table class="matrix">') == 2


def test_axes_have_round_numbers() -> None:
    assert ticks(0, 100) == [0, 20, 40, 60, 80, 100]
    assert ticks(-12, 12) == [-10, -5, 0, 5, 10]
    assert ticks(3, 3) == [3]


def test_names_are_text_and_nothing_else() -> None:
    drawn = spans([Span("<b>&", 1, 0, 2, "<i>")], 0, 2, None, ["<u>"]) + histogram({1: 2, 900: 1}, "<s>")
    assert not re.search(r"<[bius]>", drawn)
    assert drawn.count("<rect") <= 40
