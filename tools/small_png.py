"""Writes small pictures: 256 colours are enough for a page of flat surfaces, and take a third of the bytes."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

COLOURS = 256
#: How often the palette is moved to the middle of the colours that it stands for.
ROUNDS = 8


def palette_of(colours: Any, counts: Any) -> tuple[Any, Any]:
    """Return 256 colours for many, each with how often it is seen, and which of them stands for which.

    Begins with the commonest ones of a coarse raster, so that no corner of the picture goes without.
    """
    coarse = colours >> 4
    _, first, bucket = np.unique(coarse, axis=0, return_index=True, return_inverse=True)
    weight = np.bincount(bucket.ravel(), counts)
    palette = colours[first[np.argsort(-weight, kind="stable")[:COLOURS]]].astype(float)
    nearest = np.zeros(len(colours), int)
    for _ in range(ROUNDS):
        apart = (colours**2).sum(1)[:, None] - 2 * colours @ palette.T + (palette**2).sum(1)
        nearest = apart.argmin(1)
        share = np.bincount(nearest, counts, len(palette))
        for channel in range(3):
            total = np.bincount(nearest, counts * colours[:, channel], len(palette))
            palette[:, channel] = np.where(share > 0, total / np.maximum(share, 1), palette[:, channel])
    return palette.round().astype(np.uint8), nearest


def write_png(pixels: bytes, width: int, height: int) -> bytes:
    """Return a picture with a palette; ``pixels`` are four bytes each, of which the last does not count."""
    rgb = np.frombuffer(pixels, np.uint8).reshape(-1, 4)[:, :3].astype(np.int64)
    colours, place, counts = np.unique(rgb, axis=0, return_inverse=True, return_counts=True)
    palette, nearest = palette_of(colours, counts)
    rows = nearest[place.ravel()].astype(np.uint8).reshape(height, width)
    raw = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
