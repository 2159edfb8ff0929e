"""The errors of this package."""

from __future__ import annotations

import builtins
import ctypes
import errno
import os
import stat
from typing import Any

from ._library import library


class Error(Exception):
    """A failure of Bromide."""


class InputError(Error, OSError):
    """The file cannot be read, or is not a photo.

    If the system cannot read the path, ``errno`` and ``filename`` are set."""


class MissingError(InputError, FileNotFoundError):
    """The path does not exist."""


class DeniedError(InputError, PermissionError):
    """You may not read the path."""


class FolderError(InputError, IsADirectoryError):
    """The path is a folder."""


class DamagedError(Error):
    """The photo's data are damaged. With damaged="keep", you get the part that can be decoded."""


class RequestError(Error, ValueError):
    """An option, a recipe, a size or a point is wrong."""


class MemoryError(Error, builtins.MemoryError):  # noqa: A001
    """The memory is not enough, or the option memory does not allow it."""


class Cancelled(Error):
    """The progress function ended the call."""


class PhotoWarning(UserWarning):
    """A note about a photo, for example about damage that damaged="keep" allows."""


for _kind in (
    Error, InputError, MissingError, DeniedError, FolderError, DamagedError, RequestError, MemoryError, Cancelled,
    PhotoWarning,
):
    _kind.__module__ = "bromide"

_ERRORS = {1: InputError, 2: DamagedError, 3: RequestError, 4: MemoryError, 5: Cancelled, 6: RequestError}
_SYSTEM = {errno.ENOENT: MissingError, errno.EACCES: DeniedError, errno.EISDIR: FolderError}


def call(function: Any, *arguments: Any) -> None:
    """Calls a function of the library that returns a status, and raises its error."""
    error = ctypes.c_void_p()
    check(function(*arguments, ctypes.byref(error)), error)


def check(status: int, error: ctypes.c_void_p) -> None:
    """Frees a call's message, and raises its error."""
    text = taken(error).decode(errors="replace") if error.value else f"Bromide failed ({status})"
    if status != 0:
        raise _ERRORS.get(status, Error)(text)


def taken(pointer: ctypes.c_void_p, count: int | None = None) -> bytes:
    """Returns the bytes of a memory block from the library, and frees the block."""
    try:
        return ctypes.string_at(pointer.value) if count is None else ctypes.string_at(pointer.value, count)
    finally:
        library.bromide_free(pointer)


def explained(failure: InputError, path: bytes) -> InputError:
    """Returns the error with the system's number and the path, if the system cannot read the path."""
    code = _code(path)
    if code is None:
        return failure
    return _SYSTEM.get(code, InputError)(code, os.strerror(code), os.fsdecode(path))


def _code(path: bytes) -> int | None:
    """Returns the number of the system's error for a path that it cannot read."""
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            return errno.EISDIR
    except OSError as failure:
        return failure.errno
    return None if os.access(path, os.R_OK) else errno.EACCES
