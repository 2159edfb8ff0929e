"""Calls that Ctrl-C ends, and their texts."""

from __future__ import annotations

import ctypes
import os
import re
import threading
from typing import Any

import numpy as np

from ._errors import RequestError, check
from ._library import library


class Interruptible:
    """Runs calls so that the main thread receives signals during them.

    Python runs the handlers of signals in the main thread, between its own instructions. So another
    thread makes the call, and the main thread waits for it, which a signal interrupts.

    :param memory: The arrays that the calls use. They exist until the last call has ended.
    """

    def __init__(self, *memory: Any) -> None:
        self._memory = memory
        self._failure: BaseException | None = None
        self._is_stopped = False

    def report(self, progress: Any, done: float) -> int:
        """Passes the progress on, and returns 1 to end the call. Never raises."""
        try:
            return int(self._is_stopped or progress is not None and progress(done) is True)
        except BaseException as failure:  # noqa: BLE001
            self._failure = failure
            return 1

    def call(self, function: Any, *arguments: Any) -> None:
        """Calls a function of the library, and raises its error or the error of the progress function.

        If the handler of a signal raises, it waits until the call has ended, because the call uses
        the caller's memory.
        """
        error = ctypes.c_void_p()
        arguments += (ctypes.byref(error),)
        is_main = threading.current_thread() is threading.main_thread()
        try:
            status = self._waited(function, *arguments) if is_main else function(*arguments)
            if self._failure is not None:
                raise self._failure
        except BaseException:
            library.bromide_free(error)
            raise
        check(status, error)

    def _waited(self, function: Any, *arguments: Any) -> int:
        status: list[int] = []
        running, ended = threading.Lock(), threading.Event()

        def run() -> None:
            with running:
                try:
                    status.append(-1 if self._is_stopped else function(*arguments))
                except BaseException as failure:  # noqa: BLE001
                    self._failure = failure
                    status.append(-1)
            ended.set()

        try:
            threading.Thread(target=run, name="bromide").start()
            ended.wait()
        except BaseException:
            self._is_stopped = True
            _hold(running)
            raise
        return status[0]


def _hold(lock: Any) -> None:
    """Waits for a lock, also if further signals arrive."""
    while True:
        try:
            lock.acquire()
            return
        except BaseException:  # noqa: BLE001, S112
            continue


def settings_text(settings: dict[str, Any]) -> bytes:
    """Returns settings in the form of the library: hyphens for underscores, commas for tuples."""
    lines = []
    for name, value in settings.items():
        if value is None:
            continue
        text = _value(value)
        if "=" in name or _ENDS.search(name + text):
            raise RequestError(f"{name}: {text!r} would also set another option; pass each option by its keyword")
        lines.append(_utf8(name, f"{name.replace('_', '-')}={text}"))
    return b"\n".join(lines)


# The library begins another setting at a NUL, at a line end, and at a semicolon before a name and "=".
_ENDS = re.compile("[\0\n\v\f\r\x85\u2028\u2029]|; *[a-z-]+ *=")


def name_text(name: str, value: Any) -> bytes:
    """Returns the name of a space for the library."""
    if not isinstance(value, str):
        raise RequestError(f"{name}: {type(value).__name__}; expected a str")
    return _without_nul(name, _utf8(name, value))


def _utf8(name: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RequestError(f"{name}: {text!r} is not UTF-8; use another name") from None


def path_text(path: Any) -> bytes:
    """Returns a path for the library."""
    return _without_nul("path", os.fsencode(path))


def _without_nul(name: str, text: bytes) -> bytes:
    if b"\0" in text:
        raise RequestError(f"{name}: {os.fsdecode(text)!r} contains a NUL character; remove it")
    return text


def _value(value: Any) -> str:
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(_value(part) for part in value)
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    return repr(float(value)) if isinstance(value, float) else str(value)
