"""The pages and files that browsers get. They are ours or of packages that were installed, never of players.

Our own scripts and styles are sent without their comments and indentation, packed where the browser takes it.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablewright.web.boards import WebBoard

#: What stands in pages where the version of the files belongs.
PLACE = "/static/VERSION/"
#: A file never changes under its version.
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SHELLS = {"/": "index.html", "/g/{match}": "match.html", "/r/{match}": "replay.html"}
WORKSHOP = {"/workshop": "workshop.html"}
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


def kind_of(name: str) -> str | None:
    """Return the media type of a file that browsers may have; ``None`` for any other."""
    return next((kind for suffix, kind in KINDS.items() if name.endswith(suffix)), None)


def find_file(folder: Traversable, path: str) -> Traversable | None:
    """Return a file below a folder; ``None`` if there is none, or if the path tries to leave the folder."""
    here = folder
    for name in path.split("/"):
        if not _NAME.fullmatch(name):
            return None
        here = here / name
    return here if here.is_file() and kind_of(path) else None


def shorten(text: str) -> str:
    """Return a script or style without its indentation and the comments that have lines of their own.

    So text in backquotes that goes over several lines must not depend on how it is indented.
    """
    lines = [line.strip() for line in _COMMENT.sub("", text).split("\n")]
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A file as it is sent, with its mark, and packed."""

    content: bytes
    kind: str
    tag: str
    packed: bytes

    @classmethod
    def of(cls, content: bytes, name: str) -> ClientFile:
        """Prepare a file of ours."""
        if name.endswith((".js", ".css")):
            content = shorten(content.decode()).encode()
        tag = hashlib.sha256(content).hexdigest()[:16]
        return cls(content, kind_of(name) or "", f'"{tag}"', gzip.compress(content, mtime=0))


class Pages:
    """The files of the client, under a version that changes when one of them does."""

    def __init__(self, folder: Traversable | None = None, *, workshop: bool = False) -> None:
        self._shells = SHELLS | WORKSHOP if workshop else SHELLS
        #: For each game whose cards can be made here, the page for it.
        self.workshops = {"marches": "/workshop"} if workshop else {}
        self._folder = folder or files("tablewright.web") / "client"
        self._boards: dict[str, WebBoard] = {}
        self._files: dict[str, ClientFile] = {}
        self.version = self._find_version()

    def _find_version(self) -> str:
        digest = hashlib.sha256()
        for path, file in sorted(_walk(self._folder, "")):
            content = file.read_bytes()
            digest.update(f"{path} {len(content)} ".encode() + content)
        return digest.hexdigest()[:12]

    def board(self, game: str, board: WebBoard) -> dict[str, str]:
        """Return where browsers find the script and the style of a board, and serve them from now on."""
        if board.folder == files("tablewright.web") / "client" / "boards":
            place = f"/static/{self.version}/boards"
        else:
            self._boards[game] = board
            place = f"/boards/{game}"
        return {"script": f"{place}/{board.name}.js", "style": f"{place}/{board.name}.css"}

    def routes(self) -> list[Route]:
        """Return the addresses of pages and files."""
        shells = [Route(path, self._shell(name), name=name) for path, name in self._shells.items()]
        return [
            *shells,
            Route("/static/{version}/{path:path}", self._static),
            Route("/boards/{game}/{path:path}", self._foreign_board),
            Route("/favicon.ico", self._icon),
        ]

    def _file(self, path: str) -> ClientFile | None:
        """Return a file of ours; it is prepared once."""
        if path not in self._files:
            file = find_file(self._folder, path)
            if file is None:
                return None
            content = file.read_bytes()
            if path.endswith(".html"):
                content = content.replace(PLACE.encode(), f"/static/{self.version}/".encode())
            self._files[path] = ClientFile.of(content, path)
        return self._files[path]

    def _shell(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def shell(request: Request) -> Response:
            return answer(request, self._file(name), ASK_AGAIN)

        return shell

    async def _static(self, request: Request) -> Response:
        current = request.path_params["version"] == self.version
        return answer(request, self._file(request.path_params["path"]), FOR_EVER if current else ASK_AGAIN)

    async def _foreign_board(self, request: Request) -> Response:
        board = self._boards.get(request.path_params["game"])
        if board is None:
            return Response("There is no such board.", 404, media_type="text/plain")
        path = request.path_params["path"]
        file = find_file(board.folder, path)
        found = None if file is None else ClientFile.of(file.read_bytes(), path)
        return answer(request, found, ASK_AGAIN)

    async def _icon(self, request: Request) -> Response:
        file = self._file("favicon.svg")
        if file is None:
            return Response(status_code=204)  # browsers ask for it by themselves
        return answer(request, file, ASK_AGAIN)


def _walk(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        found += _walk(entry, name) if entry.is_dir() else [(name, entry)]
    return found


def answer(request: Request, file: ClientFile | None, caching: str) -> Response:
    """Return a file, or word that there is none or that the browser has it already."""
    if file is None:
        return Response("There is no such file.", 404, media_type="text/plain")
    headers = {"ETag": file.tag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if file.tag in known:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)
