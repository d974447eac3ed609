"""What stands before everything else: whom the server answers, how much it reads, and the headers of every answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright.core.outside import check_nesting
from tablewright.web.metrics import Metrics

#: No request has a longer body, nor takes more seconds to send it.
MOST_BYTES = 64_000
#: Except what holds texts of cards, a board on which one is tried, or a whole set.
LONGER = {"/api/v1/workshop/set/": 2_500_000, "/api/v1/workshop/": 500_000}
BODY_SECONDS = 20.0
#: Where the figures are, for whoever looks after the server.
METRICS = "/metrics"

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

NOT_KEPT = (b"cache-control", b"no-store")


def is_loopback(host: str) -> bool:
    """Say whether a host name or address can be reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _host_of(netloc: str) -> str:
    """Return a host without its port."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


def from_here(scope: Scope) -> bool:
    """Say whether somebody on this machine asks, and not a proxy on it for somebody elsewhere."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    asked = is_loopback(_host_of(headers.get("host", "")))
    client = scope.get("client")
    return asked and client is not None and is_loopback(client[0]) and "x-forwarded-for" not in headers


class Addresses:
    """Under which addresses the server is known, so that no page from elsewhere can use it through a browser."""

    def __init__(self, local: bool = True, origins: Sequence[str] = ()) -> None:
        #: Does it listen on this machine only, and for nobody behind a proxy?
        self.private = local and not origins
        self._local = local
        self._origins = {origin.rstrip("/").lower() for origin in origins}
        self._hosts = {urlsplit(origin).hostname for origin in self._origins}

    def why_no_host(self, headers: Mapping[str, str]) -> str:
        """Say why the server does not answer under a name; "" if it does.

        A name of somebody else's can be made to lead to this machine, and then their page would be at home here.
        """
        host = _host_of(headers.get("host", ""))
        if not self._local or is_loopback(host) or host in self._hosts:
            return ""
        return "This server does not answer under that name; whoever runs it can add it with --origin."

    def why_no_origin(self, headers: Mapping[str, str]) -> str:
        """Say why a page may not use the server; "" if it may. Programs, which are no pages, name no origin."""
        origin = headers.get("origin")
        if origin is None or origin.lower() in self._origins:
            return ""
        scheme, _, netloc = origin.lower().partition("://")
        port = {"http": ":80", "https": ":443"}.get(scheme, "")
        host = headers.get("host", "").lower()
        if port and netloc.removesuffix(port) == host.removesuffix(port):
            return ""
        return "The page comes from another address than the server; whoever runs it can add it with --origin."


def most_bytes(path: str) -> int:
    """Return how many bytes the body of a request may have."""
    return next((most for prefix, most in LONGER.items() if path.startswith(prefix)), MOST_BYTES)


class Guard:
    """Refuses what should not come in, and puts the headers on everything that goes out, errors included."""

    def __init__(
        self, app: ASGIApp, addresses: Addresses, metrics: Metrics | None = None, for_peers: bool = False
    ) -> None:
        self._app = app
        self._addresses = addresses
        #: Does it stand where other workers come in, and whoever looks after them?
        self._for_peers = for_peers
        self._metrics = metrics or Metrics()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.answers[f"{message['status'] // 100}xx"] += 1
                headers = list(message.get("headers", []))
                if all(name.lower() != b"cache-control" for name, _ in headers):
                    headers.append(NOT_KEPT)  # it may hold a token
                message["headers"] = [*headers, *HEADERS]
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        scope["for_peers"] = self._for_peers
        if self._for_peers and scope["path"] == METRICS:
            await self._app(scope, receive, guarded)  # under whatever name, for no page can do anything with it
        elif refusal := self._addresses.why_no_host(headers):
            await self._refuse(guarded, 421, "HOST", refusal)
        elif scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, guarded)
        elif refusal := self._addresses.why_no_origin(headers):
            await self._refuse(guarded, 403, "ORIGIN", refusal)
        else:
            await self._read(scope, receive, guarded)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a body within bounds before anything else looks at it."""
        most = most_bytes(scope["path"])
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _body(receive, most)
        except TimeoutError:
            await self._refuse(send, 408, "TOO_SLOW", f"A request is sent within {BODY_SECONDS:.0f} seconds.")
            return
        if body is None:
            return
        if len(body) > most:
            await self._refuse(send, 413, "TOO_LONG", f"A request has at most {most:,} bytes.")
            return
        try:
            check_nesting(body.decode())
        except ValueError:
            await self._refuse(send, 400, "MALFORMED", "The request is not JSON, or it nests too deep.")
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def read() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, read, send)

    async def _refuse(self, send: Send, status: int, code: str, text: str) -> None:
        self._metrics.refusals[code] += 1
        body = json.dumps({"code": code, "text": text}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def _body(receive: Receive, most: int) -> bytes | None:
    """Return a body, or as much as shows that it is too long; ``None`` if whoever sent it has gone."""
    body, more = b"", True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
