"""The shared library behind this package, by ctypes."""

from __future__ import annotations

import ctypes
import os
import pathlib
import sys

ABI = 1


class Layout(ctypes.Structure):
    """The shape of a picture: ``bromide_layout``."""

    _fields_ = [
        ("bytes", ctypes.c_size_t),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("channels", ctypes.c_uint32),
        ("orientation", ctypes.c_uint32),
    ]


PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_double)


class Run(ctypes.Structure):
    """How a call runs: ``bromide_run``."""

    _fields_ = [
        ("bytes", ctypes.c_size_t),
        ("progress", PROGRESS),
        ("context", ctypes.c_void_p),
        ("threads", ctypes.c_uint32),
    ]


def _path() -> str:
    """The library: in $BROMIDE_LIBRARY, in this package, or the system's."""
    if named := os.environ.get("BROMIDE_LIBRARY"):
        return named
    name = "libbromide.1.dylib" if sys.platform == "darwin" else "libbromide.so.1"
    beside = pathlib.Path(__file__).parent / name
    return str(beside) if beside.exists() else name


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_path())
    text, pointer, size = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
    # What the library allocates stays a pointer, so that it can be freed.
    out = ctypes.POINTER(pointer)
    library.bromide_abi.restype = ctypes.c_uint32
    library.bromide_version.restype = text
    library.bromide_close.argtypes = [pointer]
    library.bromide_close.restype = None
    library.bromide_free.argtypes = [pointer]
    library.bromide_free.restype = None
    library.bromide_is_raw.argtypes = [text, size]
    rest = {
        "open_path": [text, text, out, out],
        "open_fd": [ctypes.c_int, text, out, out],
        "open_bytes": [pointer, size, text, out, out],
        "size": [pointer, text, ctypes.POINTER(Layout), out],
        "develop": [
            pointer, text, ctypes.c_int32, pointer, size, size, ctypes.POINTER(Run), out,
        ],
        "develop_part": [
            pointer, text, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32,
            ctypes.c_int32, pointer, size, size, ctypes.POINTER(Run), out,
        ],
        "sample": [pointer, text, text, pointer, size, pointer, out],
        "info": [pointer, out, out],
        "notes": [pointer, out, out],
        "preview": [pointer, out, ctypes.POINTER(size), out],
        "profile": [text, out, ctypes.POINTER(size), out],
    }
    for name, types in rest.items():
        function = getattr(library, "bromide_" + name)
        function.argtypes = types
        function.restype = ctypes.c_int32
    if library.bromide_abi() != ABI:
        raise ImportError(
            f"{_path()} has interface {library.bromide_abi()}; this package requires {ABI}"
        )
    return library


library = _load()
