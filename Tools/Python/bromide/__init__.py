"""Bromide: develops camera raws to numpy arrays, and samples their colours.

    import bromide
    pixels = bromide.develop("photo.dng", size=1024)      # (height, width, 3), uint8

Every function is safe in threads, and other Python threads run during a call.
"""

from __future__ import annotations

import builtins
import ctypes
import json
import operator
import os
import sys
import threading
import warnings
from typing import Any

import numpy as np

from ._calls import Interruptible, name_text, path_text, settings_text
from ._errors import (
    Cancelled, DamagedError, DeniedError, Error, FolderError, InputError, MemoryError, MissingError, PhotoWarning,
    RequestError, call, explained, taken,
)
from ._library import PROGRESS, Layout, Run, library

__all__ = [
    "Cancelled", "DamagedError", "DeniedError", "Error", "FolderError", "InputError", "MemoryError", "MissingError",
    "Photo", "PhotoWarning", "RequestError", "develop", "info", "is_raw", "open", "preview", "profile", "sample",
]
__version__ = library.bromide_version().decode()

_SAMPLES = {np.dtype(np.uint8): 1, np.dtype(np.uint16): 2, np.dtype(np.float32): 4}
# The pixels of the windows that a call of bromide_sample reads. They take less than a second.
_SAMPLED_AT_ONCE = 1 << 21


def _descriptor(source: Any) -> int | None:
    """Returns the descriptor of an open file, or None for bytes and files in memory."""
    try:
        return source.fileno()
    except (AttributeError, OSError):
        return None


class Photo:
    """An opened photo. The first call that needs pixels decodes it, and later calls use them."""

    def __init__(
        self, source: Any, *, damaged: str = "fail", memory: str | int | None = None,
        sidecar: bool = False, map: bool = False,  # noqa: A002
    ) -> None:
        options = settings_text({
            "damaged": damaged, "memory": memory, "sidecar": "on" if sidecar else None,
            "map": "on" if map else None,
        })
        self._handle = ctypes.c_void_p()
        self._warned: set[str] = set()
        photo = ctypes.byref(self._handle)
        if isinstance(source, (str, os.PathLike)):
            path = path_text(source)
            try:
                call(library.bromide_open_path, path, options, photo)
            except InputError as failure:
                raise explained(failure, path) from None
        elif (descriptor := _descriptor(source)) is not None:
            call(library.bromide_open_fd, descriptor, options, photo)
        else:
            data = _bytes(source)
            call(library.bromide_open_bytes, data.ctypes.data, data.size, options, photo)

    def __enter__(self) -> Photo:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Frees the photo. A call that still runs in another thread keeps it until it ends."""
        handle, self._handle = getattr(self, "_handle", None), ctypes.c_void_p()
        if handle:
            library.bromide_close(handle)

    def _opened(self) -> ctypes.c_void_p:
        if not self._handle:
            raise RequestError("the photo is closed")
        return self._handle

    def _layout(self, recipe: bytes) -> Layout:
        layout = Layout(bytes=ctypes.sizeof(Layout))
        call(library.bromide_size, self._opened(), recipe, ctypes.byref(layout))
        return layout

    def shape(self, **recipe: Any) -> tuple[int, ...]:
        """Returns the shape of the array that develop would return."""
        layout = self._layout(settings_text(recipe))
        return _shape(layout.width, layout.height, layout.channels)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture at full size."""
        layout = self._layout(b"")
        return layout.width, layout.height

    @property
    def notes(self) -> list[str]:
        """Sentences about damage, guessed colours, skipped corrections and the recipes of earlier calls.

        They are complete after develop or sample."""
        return json.loads(self._given(library.bromide_notes))

    def info(self) -> dict[str, Any]:
        """Returns the object that ``bromide info --format json`` prints."""
        return json.loads(self._given(library.bromide_info))

    def _given(self, function: Any) -> bytes:
        given = ctypes.c_void_p()
        call(function, self._opened(), ctypes.byref(given))
        return taken(given)

    def preview(self) -> bytes:
        """Returns the bytes of the JPEG preview in a raw."""
        given, count = ctypes.c_void_p(), ctypes.c_size_t()
        call(library.bromide_preview, self._opened(), ctypes.byref(given), ctypes.byref(count))
        return taken(given, count.value)

    def develop(
        self, *, dtype: Any = None, out: np.ndarray | None = None,
        part: tuple[int, int, int, int] | None = None, threads: int = 0,
        progress: Any = None, **recipe: Any,
    ) -> np.ndarray:
        """Develops the photo.

        :param dtype: numpy.uint8, uint16, or float32 for linear light. The default is the type of
            ``out``, or uint8.
        :param out: The array to fill. It saves the system's work for new memory.
        :param part: x, y, width and height of the part to develop, in pixels.
        :param threads: 0 for all processors.
        :param progress: Receives the finished fraction. If it returns True, the call ends.
        :param recipe: The options of ``bromide convert``, with underscores. Without any, you get
            the picture of ``bromide convert``.
        :returns: An array of shape (height, width, 3), or (height, width) for grey. The filter
            opacity adds a channel.
        """
        text = settings_text(recipe)
        if not isinstance(out, (np.ndarray, type(None))):
            raise RequestError(f"out: {type(out).__name__}; expected a numpy array")
        own = np.uint8 if out is None else out.dtype
        sample = np.dtype(own if dtype is None else dtype)
        if out is not None and sample != out.dtype:
            raise RequestError(f"out: an array of {out.dtype}, but dtype is {sample}")
        if sample not in _SAMPLES:
            raise RequestError(f"dtype: {sample}: expected uint8, uint16 or float32")
        if not (progress is None or callable(progress)):
            raise RequestError(f"progress: {type(progress).__name__}; expected a function")
        if not 0 <= threads < 1 << 32:
            raise RequestError(f"threads: {threads}; expected 0 or more")
        layout = self._layout(text)
        place = [] if part is None else _part(part, layout)
        width, height = place[2:] or (layout.width, layout.height)
        shape = _shape(width, height, layout.channels)
        if out is None:
            out = _empty(shape, sample)
        _check_out(out, shape)
        calls = Interruptible(out)
        # Calls of other threads do not wait for the interpreter, because Ctrl-C arrives in the main thread.
        is_watched = progress is not None or threading.current_thread() is threading.main_thread()
        report = PROGRESS(lambda _, done: calls.report(progress, done)) if is_watched else PROGRESS()
        run = Run(bytes=ctypes.sizeof(Run), progress=report, threads=threads)
        row = out.strides[0] if height > 1 else width * layout.channels * sample.itemsize
        # Bromide never writes after the last row.
        count = row * (height - 1) + width * layout.channels * sample.itemsize
        function = library.bromide_develop if part is None else library.bromide_develop_part
        calls.call(
            function, self._opened(), text, *place, _SAMPLES[sample], out.ctypes.data, row, count, ctypes.byref(run))
        self._warn()
        return out

    def sample(self, points: Any, space: str = "lab", **recipe: Any) -> np.ndarray:
        """Samples colours.

        :param points: x and y of each point, from 0 to 1 from the top left corner.
        :param space: "lab", "srgb", "linear", "xyz", "oklch" and the other names of ``bromide sample``.
        :param recipe: Also light="scene" or "convert", window=15, statistic="median".
        :returns: An array of float64 with three numbers for each point. A single point gives the shape (3,).
        """
        text, name = settings_text(recipe), name_text("space", space)
        places = np.ascontiguousarray(points, np.float64)
        if places.shape == (0,):
            places = places.reshape(0, 2)
        if places.shape[-1:] != (2,):
            raise RequestError(f"points: an array of shape {places.shape}; expected (…, 2)")
        values = np.empty(places.shape[:-1] + (3,), np.float64)
        xy, found = places.reshape(-1, 2), values.reshape(-1, 3)
        step = self._points_at_once(recipe.get("window") or 1)
        for start in range(0, len(xy), step):
            some = slice(start, start + step)
            # Python raises for Ctrl-C between the calls.
            call(
                library.bromide_sample, self._opened(), text, name, xy[some].ctypes.data, len(xy[some]),
                found[some].ctypes.data)
        self._warn()
        return values

    def _points_at_once(self, window: Any) -> int:
        """Returns the number of points for a call, so that Ctrl-C does not wait for all of them."""
        edge = min(self.size) / 100 if "%" in str(window) else 0
        try:
            sides = [float(side[:-1]) * edge if side[-1:] == "%" else float(side) for side in str(window).split("x")]
            return max(1, int(_SAMPLED_AT_ONCE / (sides[0] * sides[-1] + 32)))
        except (ValueError, OverflowError, ZeroDivisionError):
            # The library rejects the window.
            return 1

    def _warn(self) -> None:
        """Warns once about each note, at the line that called the package."""
        level, frame = 1, sys._getframe()
        while frame.f_back is not None and frame.f_code.co_filename == __file__:
            level, frame = level + 1, frame.f_back
        for note in self.notes:
            if note not in self._warned:
                self._warned.add(note)
                warnings.warn(note, PhotoWarning, stacklevel=level)


def _bytes(source: Any) -> np.ndarray:
    """Returns the bytes of a file in memory."""
    try:
        return np.frombuffer(source.read() if hasattr(source, "read") else source, np.uint8)
    except BufferError as failure:
        raise RequestError(f"source: {failure}; pass bytes(source)") from None


def _part(part: Any, layout: Layout) -> list[int]:
    """Returns x, y, width and height of a part inside the picture."""
    try:
        x, y, width, height = (operator.index(number) for number in part)
    except (TypeError, ValueError):
        raise RequestError(f"part: {part!r}; expected four integers: x, y, width, height") from None
    if min(x, y) < 0 or min(width, height) < 1 or x + width > layout.width or y + height > layout.height:
        raise RequestError(f"part: {part!r} is outside the picture of {layout.width}×{layout.height} pixels, or empty")
    return [x, y, width, height]


def _empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    try:
        return np.empty(shape, dtype)
    except builtins.MemoryError as failure:
        raise MemoryError(str(failure)) from None


def _shape(width: int, height: int, channels: int) -> tuple[int, ...]:
    return (height, width) if channels == 1 else (height, width, channels)


def _check_out(out: np.ndarray, shape: tuple[int, ...]) -> None:
    if not isinstance(out, np.ndarray):
        raise RequestError("out: expected a numpy array")
    if out.shape != shape:
        raise RequestError(f"out: has the shape {out.shape}; expected {shape}")
    if not out.flags.writeable:
        raise RequestError("out: is read-only")
    inner = out[0] if out.shape[0] else out
    if not inner.flags.c_contiguous or out.strides[0] < inner.nbytes or not out.flags.aligned:
        raise RequestError("out: its rows must be contiguous and in order")


def open(source: Any, **options: Any) -> Photo:  # noqa: A001
    """Opens a photo: a path, bytes, a contiguous memoryview, or an open file."""
    return Photo(source, **options)


_OPTIONS = ("damaged", "memory", "sidecar", "map")


def _opened(source: Any, settings: dict[str, Any]) -> Photo:
    return Photo(source, **{name: settings.pop(name) for name in _OPTIONS if name in settings})


def develop(source: Any, **settings: Any) -> np.ndarray:
    """Develops a photo. It accepts the parameters of :meth:`Photo.develop` and :func:`open`."""
    with _opened(source, settings) as photo:
        return photo.develop(**settings)


def sample(source: Any, points: Any, space: str = "lab", **settings: Any) -> np.ndarray:
    """Samples colours of a photo. It accepts the parameters of :meth:`Photo.sample`."""
    with _opened(source, settings) as photo:
        return photo.sample(points, space, **settings)


def info(source: Any) -> dict[str, Any]:
    """Returns the object that ``bromide info --format json`` prints."""
    with Photo(source) as photo:
        return photo.info()


def preview(source: Any) -> bytes:
    """Returns the bytes of the JPEG preview in a raw."""
    with Photo(source) as photo:
        return photo.preview()


def profile(space: str) -> bytes:
    """Returns the ICC profile of a space, for example "display-p3"."""
    given, count = ctypes.c_void_p(), ctypes.c_size_t()
    call(library.bromide_profile, name_text("space", space), ctypes.byref(given), ctypes.byref(count))
    return taken(given, count.value)


def is_raw(start: bytes | memoryview) -> bool | None:
    """Returns whether a raw begins with these 64 bytes, or None if you must open the file to know."""
    start = bytes(memoryview(start))
    return {1: True, 0: False}.get(library.bromide_is_raw(start, len(start)))
