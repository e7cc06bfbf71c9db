"""A server on this machine that answers by a script: what it sends, how slowly, and how it ends. It keeps what it was asked."""

import contextlib
import json
import select
import socket
import ssl
import struct
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

HANDSHAKE = 0x16
Close = Literal["clean", "abort", "hold"]
SSE = "text/event-stream"


@dataclass(frozen=True)
class Script:
    """One answer. A number among the pieces is a pause in seconds."""

    pieces: Sequence[bytes | float] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    type: str = SSE
    close: Close = "clean"
    framed: bool = True
    """In chunks, so that an end is told from a break."""
    raw: bool = False
    """The pieces are the whole answer, its head too."""


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ModelServer:
    """Answers each request with the next script, and with the last one from then on."""

    def __init__(self, scripts: Sequence[Script], tls: ssl.SSLContext | None) -> None:
        self._scripts, self._tls = list(scripts), tls
        self.asked: list[Asked] = []
        self.left: list[float] = []
        """When a client closed before the answer had ended."""
        self._over = threading.Event()
        self._turn = threading.Lock()
        self._peers: list[threading.Thread] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    @property
    def url(self) -> str:
        return f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}"

    def close(self) -> None:
        """And wait for all it does."""
        self._over.set()
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._listener.join()
        for thread in self._peers:
            thread.join()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                peer, _ = self._door.accept()
                thread = threading.Thread(target=self._serve, args=(peer,))
                self._peers.append(thread)
                thread.start()

    def _serve(self, peer: socket.socket) -> None:
        with contextlib.suppress(OSError), peer:
            secured = self._tls.wrap_socket(peer, server_side=True) if self._tls else peer
            with secured:
                secured.settimeout(5)
                asked = _read(secured)
                with self._turn:
                    script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
                    self.asked.append(asked)
                self._answer(secured, script)

    def _answer(self, peer: socket.socket, script: Script) -> None:
        try:
            if not script.raw:
                peer.sendall(_head(script))
            for piece in script.pieces:
                if isinstance(piece, float | int):
                    self._pause(peer, piece)
                elif piece:
                    peer.sendall(
                        piece if script.raw or not script.framed else b"%x\r\n%b\r\n" % (len(piece), piece)
                    )
            if script.close == "hold":
                self._pause(peer, 60)
            elif script.close == "abort":
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif script.framed and not script.raw:
                peer.sendall(b"0\r\n\r\n")
        except (OSError, _Gone):
            self.left.append(time.monotonic())

    def _pause(self, peer: socket.socket, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self._over.is_set():
            if select.select([peer], [], [], min(left, 0.05))[0] and not peer.recv(1):
                raise _Gone


class _Gone(Exception):
    pass


def _read(peer: socket.socket) -> Asked:
    got = b""
    while b"\r\n\r\n" not in got:
        piece = peer.recv(65536)
        if not piece:
            raise OSError("no request")
        got += piece
        if got[0] == HANDSHAKE:
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            raise OSError("TLS to a server that speaks none")
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += peer.recv(65536)
    method, path, _ = first.split(" ")
    return Asked(method, path, headers, body, time.monotonic())


def _head(script: Script) -> bytes:
    headers = {"Content-Type": script.type, "Connection": "close", **script.headers}
    if script.framed:
        headers["Transfer-Encoding"] = "chunked"
    lines = [f"HTTP/1.1 {script.status} X", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


@contextmanager
def model_server(*scripts: Script, tls: ssl.SSLContext | None = None) -> Iterator[ModelServer]:
    """A server that is there for as long as the block."""
    server = ModelServer(scripts or (Script(),), tls)
    try:
        yield server
    finally:
        server.close()


def data(*frames: object) -> bytes:
    """Frames as server-sent events."""
    return b"".join(
        b"data: "
        + (frame if isinstance(frame, bytes) else json.dumps(frame, ensure_ascii=False).encode())
        + b"\n\n"
        for frame in frames
    )


def said(text: str, finish: str | None = None, **more: object) -> dict[str, object]:
    """A chunk of text of an OpenAI-compatible server."""
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}], **more}


DONE = b"data: [DONE]\n\n"
