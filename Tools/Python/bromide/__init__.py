"""Bromide: develops camera raws to numpy arrays, and samples their colours.

    import bromide
    pixels = bromide.develop("photo.dng", size=1024)      # (height, width, 3), uint8

Every function is safe in threads, and other Python threads run during a call.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
import warnings
from typing import Any

import numpy as np

from ._library import PROGRESS, Layout, Run, library

__all__ = [
    "Cancelled", "DamagedError", "Error", "InputError", "MemoryError", "Photo", "PhotoWarning", "RequestError",
    "develop", "info", "is_raw", "open", "preview", "profile", "sample",
]
__version__ = library.bromide_version().decode()


class Error(Exception):
    """A failure of Bromide."""


class InputError(Error, OSError):
    """The file cannot be read, or is not a photo."""


class DamagedError(Error):
    """The photo's data are damaged. With damaged="keep", you get the part that can be decoded."""


class RequestError(Error, ValueError):
    """An option, a recipe, a size or a point is wrong."""


class MemoryError(Error, MemoryError):  # noqa: A001
    """The memory is not enough, or the option memory does not allow it."""


class Cancelled(Error):
    """The progress function ended the call."""


class PhotoWarning(UserWarning):
    """A note about a photo, for example about damage that damaged="keep" allows."""


_ERRORS = {
    1: InputError, 2: DamagedError, 3: RequestError, 4: MemoryError, 5: Cancelled,
    6: RequestError,
}
_SAMPLES = {np.dtype(np.uint8): 1, np.dtype(np.uint16): 2, np.dtype(np.float32): 4}


def _taken(pointer: ctypes.c_void_p, count: int | None = None) -> bytes:
    """Returns the bytes of a memory block from the library, and frees the block."""
    try:
        return ctypes.string_at(pointer.value) if count is None else ctypes.string_at(pointer.value, count)
    finally:
        library.bromide_free(pointer)


def _check(status: int, error: ctypes.c_void_p) -> None:
    if status == 0:
        return
    text = _taken(error).decode(errors="replace") if error.value else f"Bromide failed ({status})"
    raise _ERRORS.get(status, Error)(text)


def _value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(_value(name, part) for part in value)
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    text = value if isinstance(value, str) else repr(float(value)) if isinstance(value, float) else str(value)
    if "\n" in text or "\0" in text:
        raise RequestError(f"{name}: a value is one line of text")
    return text


def _descriptor(source: Any) -> int | None:
    """Returns the descriptor of an open file, or None for bytes and files in memory."""
    try:
        return source.fileno()
    except (AttributeError, OSError):
        return None


def _text(settings: dict[str, Any]) -> bytes:
    """Returns settings in the form of the library: hyphens for underscores, commas for tuples."""
    pairs = ((name.replace("_", "-"), value) for name, value in settings.items() if value is not None)
    return "\n".join(f"{name}={_value(name, value)}" for name, value in pairs).encode()


class Photo:
    """An opened photo. The first call that needs pixels decodes it, and later calls use them."""

    def __init__(
        self, source: Any, *, damaged: str = "fail", memory: str | int | None = None,
        sidecar: bool = False, map: bool = False,  # noqa: A002
    ) -> None:
        options = _text({
            "damaged": damaged, "memory": memory, "sidecar": "on" if sidecar else None,
            "map": "on" if map else None,
        })
        self._handle = ctypes.c_void_p()
        self._warned: set[str] = set()
        error = ctypes.c_void_p()
        if isinstance(source, (str, os.PathLike)):
            status = library.bromide_open_path(
                os.fsencode(source), options, ctypes.byref(self._handle), ctypes.byref(error))
        elif (descriptor := _descriptor(source)) is not None:
            status = library.bromide_open_fd(
                descriptor, options, ctypes.byref(self._handle), ctypes.byref(error))
        else:
            data = np.frombuffer(source.read() if hasattr(source, "read") else source, np.uint8)
            status = library.bromide_open_bytes(
                data.ctypes.data, data.size, options, ctypes.byref(self._handle),
                ctypes.byref(error))
        _check(status, error)

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
        error = ctypes.c_void_p()
        status = library.bromide_size(
            self._opened(), recipe, ctypes.byref(layout), ctypes.byref(error))
        _check(status, error)
        return layout

    def shape(self, **recipe: Any) -> tuple[int, ...]:
        """Returns the shape of the array that develop would return."""
        layout = self._layout(_text(recipe))
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
        given, error = ctypes.c_void_p(), ctypes.c_void_p()
        _check(function(self._opened(), ctypes.byref(given), ctypes.byref(error)), error)
        return _taken(given)

    def preview(self) -> bytes:
        """Returns the bytes of the JPEG preview in a raw."""
        given, count, error = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
        status = library.bromide_preview(
            self._opened(), ctypes.byref(given), ctypes.byref(count), ctypes.byref(error))
        _check(status, error)
        return _taken(given, count.value)

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
        :returns: An array of shape (height, width, 3), or (height, width) for grey.
        """
        text = _text(recipe)
        if not isinstance(out, (np.ndarray, type(None))):
            raise RequestError(f"out: {type(out).__name__}; expected a numpy array")
        own = np.uint8 if out is None else out.dtype
        sample = np.dtype(own if dtype is None else dtype)
        if out is not None and sample != out.dtype:
            raise RequestError(f"out: an array of {out.dtype}, but dtype is {sample}")
        if sample not in _SAMPLES:
            raise RequestError(f"dtype: {sample}: expected uint8, uint16 or float32")
        layout = self._layout(text)
        width, height = (layout.width, layout.height) if part is None else part[2:]
        shape = _shape(width, height, layout.channels)
        if out is None:
            out = np.empty(shape, sample)
        _check_out(out, shape)
        stop = _Signals()
        # Ctrl-C arrives in the main thread. Calls of other threads do not wait for the interpreter.
        is_watched = progress is not None or threading.current_thread() is threading.main_thread()
        report = PROGRESS(lambda _, done: stop.report(progress, done)) if is_watched else PROGRESS()
        run = Run(bytes=ctypes.sizeof(Run), progress=report, threads=threads)
        error = ctypes.c_void_p()
        row = out.strides[0] if height > 1 else width * layout.channels * sample.itemsize
        # Bromide never writes after the last row.
        count = row * (height - 1) + width * layout.channels * sample.itemsize
        place = [] if part is None else list(part)
        function = library.bromide_develop if part is None else library.bromide_develop_part
        status = function(
            self._opened(), text, *place, _SAMPLES[sample], out.ctypes.data, row, count,
            ctypes.byref(run), ctypes.byref(error))
        stop.end(error if status == 5 else None)
        _check(status, error)
        self._warn()
        return out

    def sample(self, points: Any, space: str = "lab", **recipe: Any) -> np.ndarray:
        """Samples colours.

        :param points: x and y of each point, from 0 to 1 from the top left corner.
        :param space: "lab", "srgb", "linear", "xyz", "oklch" and the other names of ``bromide sample``.
        :param recipe: Also light="scene" or "convert", window=15, statistic="median".
        :returns: An array with three numbers for each point.
        """
        places = np.ascontiguousarray(points, np.float64)
        if places.shape[-1:] != (2,):
            raise RequestError(f"points: an array of shape {places.shape}; expected (…, 2)")
        values = np.empty(places.shape[:-1] + (3,), np.float64)
        error = ctypes.c_void_p()
        status = library.bromide_sample(
            self._opened(), _text(recipe), space.encode(), places.ctypes.data, places.size // 2,
            values.ctypes.data, ctypes.byref(error))
        _check(status, error)
        self._warn()
        return values

    def _warn(self) -> None:
        """Warns once about each note."""
        for note in self.notes:
            if note not in self._warned:
                self._warned.add(note)
                warnings.warn(note, PhotoWarning, stacklevel=3)


class _Signals:
    """Ends a call for Ctrl-C: the handler runs in the main thread, between two bands of rows."""

    def __init__(self) -> None:
        self._failure: BaseException | None = None

    def report(self, progress: Any, done: float) -> int:
        try:
            return int(progress is not None and progress(done) is True)
        except BaseException as failure:  # noqa: BLE001
            self._failure = failure
            return 1

    def end(self, error: ctypes.c_void_p | None) -> None:
        if self._failure is not None:
            if error is not None:
                library.bromide_free(error)
            raise self._failure


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
    """Opens a photo: a path, bytes, a memoryview, or a file with a descriptor."""
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
    given, count, error = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
    status = library.bromide_profile(
        space.encode(), ctypes.byref(given), ctypes.byref(count), ctypes.byref(error))
    _check(status, error)
    return _taken(given, count.value)


def is_raw(start: bytes) -> bool | None:
    """Returns whether a raw begins with these 64 bytes, or None if you must open the file to know."""
    return {1: True, 0: False}.get(library.bromide_is_raw(start, len(start)))
