"""Pictures of the browser face for the documentation: a real server, matches that bots play, a real browser.

    python -m tools.web_pictures docs/images

Deals come from fixed numbers and every action from the adviser, whose thoughts follow from the deal: the same sources
give the same positions. How they are drawn depends on the browser and the fonts of the machine.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.web.pages.browsing import DESKTOP, PHONE, Browsing, launch
from tests.web.serving import Serving, served
from tests.web.workshop_pages.ideas import IDEAS
from tests.web.workshop_pages.shopping import Shop
from tests.web.workshop_pages.test_ten_cards import Author
from tools.small_png import write_png

ANN = {"kind": "person", "name": "Ann"}
BOT = {"kind": "bot", "bot": "normal"}
#: Games that Ann plays without a rival.
ALONE = ("dungeons", "maze")
#: Seconds between two questions to the adviser: whoever asks faster is told to wait.
PACE = 0.4
#: More actions than a match has.
TO_THE_END = 500
#: Pixels between phones that lie beside each other.
GAP = 16
#: Reads the dots of a picture, four bytes each, as text.
DOTS = """async url => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  let text = "";
  for (let i = 0; i < data.length; i += 30000) text += String.fromCharCode(...data.subarray(i, i + 30000));
  return [btoa(text), picture.width, picture.height];
}"""


@dataclass(frozen=True)
class Scene:
    """A position worth a picture: the deal, how many actions Ann has done, and the keys that she presses then."""

    game: str
    seed: int
    actions: int
    keys: tuple[str, ...] = ()
    setup: dict[str, str] = field(default_factory=dict)


SCENES = (
    Scene("ooperations", 8, 14, ("5",), {"deck1": "wolfpack", "deck2": "stonewall"}),
    Scene("marches", 9, 25, ("2",), {"deck1": "vanguard", "deck2": "fen"}),
    Scene("dungeons", 4, 3, ("a",), {"dungeon": "keep"}),
    Scene("maze", 4, 23, (), {"layout": "castle"}),
)
#: Of this match the replay is shown, at this action.
REPLAYED, ACTION = "ooperations", 40


class Sitting:
    """Ann's match of a game, against a bot where it takes two."""

    def __init__(self, server: Serving, scene: Scene) -> None:
        self._server = server
        seats = [ANN] if scene.game in ALONE else [ANN, BOT]
        made = server.make(scene.game, *seats, seed=scene.seed, setup=scene.setup)
        self._id, self._token = made["id"], made["seats"][0]["token"]
        self.table = f"{server.url}/g/{self._id}#seat={self._token}"
        self.replay = f"{server.url}/r/{self._id}"

    def play(self, actions: int) -> None:
        """Follow the adviser for so many actions of Ann's, or to the end."""
        player = self._server.sit(self._id, self._token)
        for _ in range(actions):
            if "over" in player.wait_for_turn():
                break
            time.sleep(PACE)
            player.send(t="hint")
            answer = player.act(player.until("hint")["action"])
            assert answer["t"] == "ack", answer
        player.wait_for_turn()
        player.close()


class Camera:
    """Takes pictures into a folder, and names the files."""

    def __init__(self, browsing: Browsing, home: str, folder: Path) -> None:
        self._browsing = browsing
        self._home = home
        self._folder = folder
        self._lab = browsing.device().new_page()

    def open(self, address: str, size: tuple[int, int] = DESKTOP, keys: tuple[str, ...] = ()) -> Page:
        """Open an address on a new device, which knows Ann's name, and press some keys."""
        kept = [{"origin": self._home, "localStorage": [{"name": "tw:name", "value": '"Ann"'}]}]
        device = self._browsing.device(size, reduced_motion="reduce", storage_state={"origins": kept})
        page = device.new_page()
        page.goto(address)
        page.locator(".stage > *, .games > *").first.wait_for()
        page.wait_for_load_state("networkidle")
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        return page

    def take(self, name: str, *pages: Page) -> None:
        """Take the picture of a page, or of several beside each other, and close them."""
        shots = [_url(page.screenshot(scale="css")) for page in pages]
        for page in pages:
            page.context.close()
        (picture,) = [self._beside(shots)] if len(shots) > 1 else shots
        self._write(name, picture)

    def keep(self, name: str, shot: bytes) -> None:
        """Keep a picture that was taken before."""
        self._write(name, _url(shot))

    def _write(self, name: str, picture: str) -> None:
        dots, width, height = self._lab.evaluate(DOTS, picture)
        path = self._folder / f"{name}.png"
        path.write_bytes(write_png(base64.b64decode(dots), width, height))
        print(path, flush=True)

    def _beside(self, shots: list[str]) -> str:
        width, height = (PHONE[0] + GAP) * len(shots) - GAP, PHONE[1]
        page = self._browsing.device((width, height)).new_page()
        images = "".join(f'<img src="{shot}">' for shot in shots)
        page.set_content(f"<style>body {{ margin: 0; display: flex; gap: {GAP}px }}</style>{images}")
        return _url(page.screenshot())


def _url(picture: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def take_all(server: Serving, camera: Camera) -> None:
    """Take the start page, every game at its desk and as a phone, and a replay."""
    server.make("marches", {"kind": "person", "name": "Marla"}, {"kind": "open"})
    camera.take("web-start", camera.open(server.url))
    phones = []
    for scene in SCENES:
        sitting = Sitting(server, scene)
        sitting.play(scene.actions)
        camera.take(f"web-{scene.game}", camera.open(sitting.table, keys=scene.keys))
        phones.append(camera.open(sitting.table, PHONE, scene.keys))
        if scene.game == REPLAYED:
            replayed = sitting
    camera.take("web-phones", *phones)
    replayed.play(TO_THE_END)
    camera.take("web-replay", camera.open(f"{replayed.replay}#{ACTION}"))


def take_workshop(server: Serving, browsing: Browsing, camera: Camera) -> None:
    """Take a card that somebody has just made, and what it did on the board, asked why."""
    page = Shop(server).open(browsing, reduced_motion="reduce")
    author = Author(page)
    author.make(IDEAS[0])
    author.try_it(IDEAS[0])
    page.keyboard.press("y")
    page.keyboard.press(".")
    page.wait_for_timeout(300)
    board = page.screenshot(scale="css")
    page.get_by_role("link", name="The card").click()
    page.locator(".testbox .ok").wait_for()
    page.wait_for_timeout(800)  # the probes come a little later
    camera.keep("workshop-try", board)
    camera.take("workshop-card", page)


def main(folder: str) -> None:
    """Take all pictures with a server of nobody's."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data), "--workshop") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright.chromium)
        browsing = Browsing(browser)
        camera = Camera(browsing, server.url, Path(folder))
        take_workshop(server, browsing, camera)
        take_all(server, camera)
        browser.close()
    assert not browsing.complaints, browsing.complaints


if __name__ == "__main__":
    main(*sys.argv[1:])
