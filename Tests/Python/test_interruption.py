"""Tests signals that arrive during calls of the Python package.

usage: test_interruption.py TESTIMAGES
"""

import os
import pathlib
import signal
import sys
import threading
import unittest
import unittest.mock

import numpy as np

import bromide

CHART = pathlib.Path(sys.argv[1]) / "chart_rggb_12bit.dng"


class Interruption(unittest.TestCase):
    """Signals that arrive during a call. The calls themselves send them, so no test waits for a time."""

    def setUp(self):
        self.ignored = []
        self.hook, sys.unraisablehook = sys.unraisablehook, self.ignored.append
        self.photo = bromide.open(CHART)
        self.photo.develop(size=20)

    def tearDown(self):
        sys.unraisablehook = self.hook
        self.photo.close()
        self.assertEqual(self.ignored, [])
        self.assertNotIn("bromide", [thread.name for thread in threading.enumerate() if thread.is_alive()])

    def interrupted(self, call):
        """Checks that KeyboardInterrupt reaches the caller, as itself."""
        try:
            call()
        except bromide.Error as error:
            self.fail(f"{type(error).__name__} hides the interrupt")
        except KeyboardInterrupt:
            return
        self.fail("the interrupt is lost")

    def test_progress_functions_can_be_interrupted(self):
        for threads in (1, 2):
            calls = []

            def progress(done):
                calls.append(done)
                os.kill(os.getpid(), signal.SIGINT)
                # The handler must not run in this function, so it ends normally.
                return sum(range(200_000)) < 0

            self.interrupted(
                lambda: self.photo.develop(size=4000, enlarge=True, threads=threads, progress=progress))
            # The call ends early.
            self.assertLess(max(calls), 1)

    def test_calls_without_progress_can_be_interrupted(self):
        out = np.full(self.photo.shape(size=8000, enlarge=True), 9, np.uint8)
        first = out[0, 0].copy()

        def send():
            while (out[0, 0] == first).all():
                pass
            os.kill(os.getpid(), signal.SIGINT)

        # The first row is written, so the call runs.
        sender = threading.Thread(target=send)
        sender.start()
        self.interrupted(lambda: self.photo.develop(size=8000, enlarge=True, out=out))
        sender.join()
        self.assertTrue((out[-1] == 9).all(), "the call does not end early")

    def test_samples_can_be_interrupted(self):
        points = np.full((500, 2), 0.5)
        counts = []
        function = bromide.library.bromide_sample

        def send(photo, recipe, space, xy, count, *rest):
            counts.append(count)
            os.kill(os.getpid(), signal.SIGINT)
            return function(photo, recipe, space, xy, count, *rest)

        with unittest.mock.patch.object(bromide.library, "bromide_sample", send):
            self.interrupted(lambda: self.photo.sample(points, window=301))
        # Each call has a part of the points, and no call follows the signal.
        self.assertEqual(len(counts), 1)
        self.assertLess(counts[0] * 301**2, 1 << 22)

    def test_errors_of_handlers_reach_the_caller(self):
        class Alarm(Exception):
            pass

        def handle(*_):
            raise Alarm

        before = signal.signal(signal.SIGUSR1, handle)
        try:
            with self.assertRaises(Alarm):
                self.photo.develop(
                    size=4000, enlarge=True, progress=lambda done: os.kill(os.getpid(), signal.SIGUSR1))
        finally:
            signal.signal(signal.SIGUSR1, before)
        # The photo still works.
        np.testing.assert_array_equal(self.photo.develop(size=20), bromide.develop(CHART, size=20))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
