"""A board on a bare page, without server and frame: a model made of positions, and a record of what the board does."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, sync_playwright

HOST = "http://board.invalid"
CLIENT = files("tablewright.web") / "client"
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
)
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
STYLES = ("styles/tokens.css", "styles/frame.css", "styles/cards.css")
PAGE = """<!doctype html><html lang="en" data-theme="dark"><meta name="viewport" content="width=device-width">
<title>board</title>{styles}<body><div id="app" class="app"></div></body></html>"""
#: What the frame does for a board, in short.
FRAME = """async name => {
  const { h, render } = await import("/lib/dom.js");
  const board = (await import(`/boards/${name}.js`)).default;
  const app = document.getElementById("app");
  let match, step, ui = {}, back = false, main = null;
  const made = { acts: [], refusals: [] };
  const own = line => match.seats < 2 ? true :
    match.you.includes(step.view.heroes.find(hero => hero.type.toLowerCase() === line.split(" ")[1]).seat);
  const model = () => {
    const choices = back ? [] : step.choices.filter(one => own(one.action));
    const legal = choices.filter(one => !one.reason).map(one => one.action);
    return {
      view: step.view, last: step.last, choices, ui, back, catalog: match.catalog, you: match.you, eye: 0, pending: "",
      seats: Array.from({ length: match.seats }, (_, i) => ({ name: `player ${i + 1}`, kind: "person", here: true })),
      wide: innerWidth > 700, over: Boolean(step.view.outcome), can: line => legal.includes(line),
      why: line => choices.find(one => one.action === line)?.reason || "",
      starts: text => legal.filter(line => line.startsWith(text)), redraw: draw,
      act(line) { made.acts.push(line); ui = {}; draw(); }, refuse(text) { made.refusals.push(text); },
      strip: () => ({ turn: false, here: h("small", null, "here"), clock: null }), details() {},
    };
  };
  const draw = () => {
    const parts = board.draw(model());
    main = parts.main;
    render(app, h("header", { class: "top" }, h("p", { class: "where" }, parts.where)),
      h("aside", { class: "left" }, parts.left), h("main", { class: "stage" }, parts.stage),
      h("nav", { class: "bar-bottom" }, h("p", { class: "msg" }, parts.message)));
    for (const one of app.querySelectorAll("[data-item]")) one.tabIndex = -1;
  };
  window.stand = {
    open(given) { match = given; made.acts.length = made.refusals.length = 0; window.stand.show(0); },
    show(number, past = false) { step = match.steps[number]; ui = {}; back = past; draw(); },
    acts: () => made.acts, refusals: () => made.refusals, main: () => main?.action || "",
  };
  onkeydown = event => event.key === "Escape" ? board.escape(model()) : board.keydown(event, model());
}"""


class Stand:
    """A page with a board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        #: What the page complained about; a test should leave it empty.
        self.complaints: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def ask(self, script: str, given: Any = None) -> Any:
        """Return what a function of the page makes of a value."""
        return self.page.evaluate(script, given)

    def open(self, match: dict[str, Any], size: tuple[int, int], you: list[int] | None = None) -> None:
        """Show the first position of a match: {catalog, seats, steps: [{view, last, choices}]}."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.ask("match => stand.open(match)", {**match, "you": list(range(match["seats"])) if you is None else you})

    def show(self, number: int, back: bool = False) -> None:
        """Show another position, perhaps as one that is looked back at."""
        self.ask("([number, back]) => stand.show(number, back)", [number, back])
        assert self.complaints == []

    def acts(self) -> Any:
        """List the command lines that the board has sent since the match was opened."""
        assert self.complaints == []
        return self.ask("() => stand.acts()")

    def refusals(self) -> Any:
        """List the reasons that the board has given."""
        return self.ask("() => stand.refusals()")

    def main(self) -> str:
        """Return the command line of the main act, "" if there is none."""
        return str(self.ask("() => stand.main()"))


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOST).lstrip("/")
    if not path or path.startswith("?"):
        styles = [*STYLES, f"boards/{path.removeprefix('?')}.css"]
        links = "".join(f'<link rel="stylesheet" href="/{style}">' for style in styles)
        body, kind = PAGE.format(styles=links), "html"
    else:
        body, kind = CLIENT.joinpath(path).read_text("utf-8"), path.rpartition(".")[2]
    route.fulfill(body=body, content_type=TYPES[kind], headers={"content-security-policy": POLICY})


def stand_of(board: str) -> Iterator[Stand]:
    """Yield a page with the board of a game; skips where there is no browser."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium or Chrome here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        page = browser.new_page()
        page.set_default_timeout(10_000)
        page.route("**/*", _serve)
        page.goto(f"{HOST}/?{board}")
        page.evaluate(FRAME, board)
        page.evaluate("async name => { window.reckoning = await import(`/boards/${name}-reckoning.js`); }", board)
        page.evaluate("async name => { window.story = await import(`/boards/${name}-story.js`); }", board)
        yield Stand(page)
        browser.close()
