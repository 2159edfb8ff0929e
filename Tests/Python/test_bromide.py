"""Compares the Python package with the files of the command, and tests its errors.

usage: test_bromide.py TESTIMAGES [RAW…]
$BROMIDE is the command. Pillow, which is not ours, reads its PNGs.
"""

import concurrent.futures
import gc
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
from PIL import Image

import bromide

FOLDER = pathlib.Path(sys.argv[1])
OTHERS = [pathlib.Path(name) for name in sys.argv[2:]]
CHART = FOLDER / "chart_rggb_12bit.dng"
TURNED = FOLDER / "landscape_gbrg_portrait_orientation6.dng"
GREY = FOLDER / "landscape_monochrome_12bit.dng"


def command(*arguments: object) -> str:
    return subprocess.run(
        [os.environ["BROMIDE"], *map(str, arguments)], check=True, capture_output=True, text=True,
    ).stdout


def converted(path: pathlib.Path, *arguments: object) -> np.ndarray:
    """The pixels of the PNG that the command writes."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "picture.png"
        command("convert", path, "-o", target, *arguments)
        with Image.open(target) as picture:
            return np.array(picture)


class Equality(unittest.TestCase):
    def test_arrays_equal_the_pictures_of_convert(self):
        cases = [
            ({}, []),
            ({"corrections": "plain"}, ["--plain"]),
            ({"size": 96}, ["--size", 96]),
            ({"size": "64x40", "fit": "cover"}, ["--size", "64x40", "--fit", "cover"]),
            ({"exposure": 0.7, "space": "display-p3"}, ["--exposure", "0.7", "--space", "display-p3"]),
            ({"crop": (0.1, 0.2, 0.5, 0.6), "rotation": 3.0},
             ["--crop", "0.1,0.2,0.5,0.6", "--rotation", "3"]),
            ({"look": "flat", "noise_reduction": "auto"}, ["--look", "flat", "--denoise", "auto"]),
            ({"tone": "linear", "size": 80}, ["--tone", "linear", "--size", 80]),
            ({"white_balance": "5200,4"}, ["--white-balance", "5200,4"]),
            ({"orientation": "keep"}, ["--orientation", "keep"]),
        ]
        names = [CHART, TURNED, GREY, FOLDER / "landscape_xtrans_10bit.dng"]
        for path in names:
            for recipe, arguments in cases:
                if path == GREY and "look" in recipe:
                    continue
                with self.subTest(path=path.name, recipe=recipe):
                    made = bromide.develop(path, **recipe)
                    np.testing.assert_array_equal(made, converted(path, *arguments))
                    with bromide.open(path) as photo:
                        self.assertEqual(photo.shape(**recipe), made.shape)

    def test_other_raws_equal_convert(self):
        for path in OTHERS:
            for recipe, arguments in [
                ({}, []), ({"corrections": "plain"}, ["--plain"]), ({"size": 512}, ["--size", 512]),
            ]:
                with self.subTest(path=path.name, recipe=recipe):
                    with bromide.open(path) as photo:
                        shape = photo.shape(**recipe)
                        made = photo.develop(**recipe)
                    self.assertEqual(shape, made.shape)
                    np.testing.assert_array_equal(made, converted(path, *arguments))

    def test_sixteen_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "deep.tif"
            command("convert", GREY, "-o", target, "--depth", 16)
            with Image.open(target) as picture:
                deep = np.array(picture)
        np.testing.assert_array_equal(bromide.develop(GREY, dtype=np.uint16), deep)

    def test_floats_are_linear_light(self):
        light = bromide.develop(CHART, dtype=np.float32, tone="linear", corrections="plain")
        codes = bromide.develop(CHART, dtype=np.uint16, tone="linear", corrections="plain",
                                space="linear-srgb")
        inside = (codes > 0) & (codes < 65535)
        self.assertLess(np.abs(light * 65535 - codes)[inside].max(), 1.0)
        # With the standard tone too: 16 bits of a linear space are the clipped floats.
        light = bromide.develop(CHART, dtype=np.float32, space="linear-srgb")
        codes = bromide.develop(CHART, dtype=np.uint16, space="linear-srgb")
        self.assertTrue(light.min() < 0 and light.max() > 1)
        self.assertLess(np.abs(np.clip(light, 0, 1) * 65535 - codes).max(), 0.51)
        # sRGB compresses colours into the space, and floats keep them.
        np.testing.assert_array_equal(bromide.develop(CHART, dtype=np.float32), light)

    def test_samples_equal_the_command(self):
        points = [(0.25, 0.125), (0.5, 0.5), (0.9, 0.8)]
        for recipe, arguments in [
            ({}, []), ({"light": "convert"}, ["--as", "convert"]),
            ({"window": 15, "statistic": "median"}, ["--window", 15, "--statistic", "median"]),
            ({"exposure": 1.0}, ["--exposure", 1]),
        ]:
            at = [part for x, y in points for part in ("--at", f"{x},{y}")]
            text = command("sample", CHART, *at, "--space", "lab", "--format", "csv", *arguments)
            header, *rows = [line.split(",") for line in text.splitlines()]
            columns = [index for index, name in enumerate(header)
                       if name.rsplit("_", 1)[-1].rsplit(".", 1)[-1] in ("L", "a", "b")]
            expected = np.array([[float(row[index]) for index in columns] for row in rows])
            self.assertEqual(expected.shape, (3, 3), header)
            found = bromide.sample(CHART, points, "lab", **recipe)
            np.testing.assert_allclose(found, expected, atol=0.00051)

    def test_info_equals_the_command(self):
        self.assertEqual(bromide.info(str(CHART)), json.loads(command("info", "--format", "json", CHART)))
        known = bromide.info(CHART.read_bytes())
        self.assertNotIn("path", known)


class Interface(unittest.TestCase):
    def test_every_source_gives_the_same(self):
        expected = bromide.develop(CHART, size=64)
        data = CHART.read_bytes()
        with open(CHART, "rb") as file:
            for source in (str(CHART), data, bytearray(data), memoryview(data), io.BytesIO(data),
                           file):
                np.testing.assert_array_equal(bromide.develop(source, size=64), expected)

    def test_out_is_filled_and_checked(self):
        expected = bromide.develop(CHART, size=64)
        height, width, _ = expected.shape
        out = np.zeros(expected.shape, np.uint8)
        self.assertIs(bromide.develop(CHART, size=64, out=out), out)
        np.testing.assert_array_equal(out, expected)
        wide = np.full((height, width + 7, 3), 9, np.uint8)
        bromide.develop(CHART, size=64, out=wide[:, :width])
        np.testing.assert_array_equal(wide[:, :width], expected)
        self.assertTrue((wide[:, width:] == 9).all())
        for wrong in (out[:-1], out[:, ::-1], out[::-1], np.zeros((height, width, 4), np.uint8),
                      np.zeros(out.shape, np.int8), out.transpose(1, 0, 2)):
            with self.assertRaises(bromide.RequestError):
                bromide.develop(CHART, size=64, out=wrong)
        out.flags.writeable = False
        with self.assertRaises(bromide.RequestError):
            bromide.develop(CHART, size=64, out=out)

    def test_parts_are_cuts(self):
        whole = bromide.develop(TURNED)
        part = bromide.develop(TURNED, part=(10, 20, 50, 40))
        np.testing.assert_array_equal(part, whole[20:60, 10:60])

    def test_errors_have_types(self):
        for error, call in [
            (bromide.InputError, lambda: bromide.develop("/nowhere.dng")),
            (OSError, lambda: bromide.develop("/nowhere.dng")),
            (bromide.InputError, lambda: bromide.develop(b"no photo")),
            (bromide.RequestError, lambda: bromide.develop(CHART, exposur=1)),
            (ValueError, lambda: bromide.develop(CHART, exposure="much")),
            (bromide.RequestError, lambda: bromide.develop(CHART, dtype=np.int32)),
            (bromide.RequestError, lambda: bromide.develop(
                CHART, size=64, dtype=np.uint16, out=np.empty((43, 64, 3), np.uint8))),
            (bromide.RequestError, lambda: bromide.develop(CHART, size=64, out=[0])),
            (bromide.RequestError, lambda: bromide.sample(CHART, [(2, 2)])),
            (bromide.RequestError, lambda: bromide.sample(CHART, [1, 2, 3])),
            (bromide.MemoryError, lambda: bromide.develop(CHART, memory="1000")),
            (MemoryError, lambda: bromide.develop(CHART, memory=1000)),
            (bromide.Cancelled, lambda: bromide.develop(CHART, progress=lambda done: True)),
            (ZeroDivisionError, lambda: bromide.develop(CHART, progress=lambda done: 1 / 0)),
        ]:
            with self.assertRaises(error):
                call()
        photo = bromide.open(CHART)
        photo.close()
        photo.close()
        with self.assertRaises(bromide.RequestError):
            photo.develop()

    def test_damage_is_an_error_or_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "cut.dng"
            data = CHART.read_bytes()
            path.write_bytes(data[: len(data) * 2 // 3])
            with self.assertRaises(bromide.DamagedError):
                bromide.develop(path)
            with bromide.open(path, damaged="keep") as photo:
                with self.assertWarnsRegex(bromide.PhotoWarning, "damaged"):
                    photo.develop(size=64)
                self.assertTrue(any("damaged" in note for note in photo.notes), photo.notes)
                # Each note causes one warning.
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    photo.develop(size=64)
            # The missing part is black, like measured light, so the warning is the only sign.
            with self.assertWarnsRegex(bromide.PhotoWarning, "damaged"):
                values = bromide.sample(path, [(0.5, 0.98)], "srgb", damaged="keep")
            np.testing.assert_array_equal(values, [[0, 0, 0]])

    def test_threads_agree(self):
        expected = bromide.develop(TURNED, size=100)
        with bromide.open(TURNED) as photo, concurrent.futures.ThreadPoolExecutor(8) as pool:
            for made in pool.map(lambda _: photo.develop(size=100), range(16)):
                np.testing.assert_array_equal(made, expected)
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            for made in pool.map(small, [TURNED] * 4):
                np.testing.assert_array_equal(made, expected)

    def test_a_thousand_photos_leave_nothing(self):
        def memory() -> int:
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        data = CHART.read_bytes()
        for _ in range(50):
            bromide.sample(data, [(0.5, 0.5)])
        gc.collect()
        before, descriptors = memory(), len(os.listdir("/proc/self/fd"))
        for _ in range(1000):
            bromide.sample(data, [(0.5, 0.5)])
        gc.collect()
        self.assertLess((memory() - before) * 4096, 16 << 20)
        self.assertEqual(len(os.listdir("/proc/self/fd")), descriptors)

    def test_values_cannot_contain_further_settings(self):
        for end in ";\n\r\0\v\f\x85\u2028\u2029":
            for name, call in [
                ("space", lambda: bromide.develop(CHART, size=20, space=f"srgb{end}exposure=5")),
                ("crop", lambda: bromide.develop(CHART, crop=(0, 0, 1, f"1{end}exposure=5"))),
                ("memory", lambda: bromide.open(CHART, memory=f"2G{end}map=on")),
                ("window", lambda: bromide.sample(CHART, [(0.5, 0.5)], window=f"15{end}exposure=5")),
                ("size", lambda: bromide.develop(CHART, size=f"20{end} exposure =5")),
                ("size", lambda: bromide.develop(CHART, **{f"size=20{end}exposure": 5})),
            ]:
                with self.subTest(end=end, name=name), self.assertRaisesRegex(bromide.RequestError, f"^{name}"):
                    call()
        # A semicolon within a value is part of it.
        grading = "shadows: hue 30 sat 0.2; highlights: hue 200 sat 0.1"
        self.assertTrue((bromide.develop(CHART, size=20, grading=grading) != bromide.develop(CHART, size=20)).any())
        # C would use the text before a NUL.
        for call in (lambda: bromide.sample(CHART, [(0.5, 0.5)], "lab\0x"), lambda: bromide.profile("srgb\0x")):
            with self.assertRaisesRegex(bromide.RequestError, "space: .*NUL"):
                call()
        for function in (bromide.develop, bromide.open, bromide.info, bromide.preview):
            with self.assertRaisesRegex(ValueError, "NUL"):
                function(f"{CHART}\0.jpg")

    def test_numpy_values_are_numbers(self):
        expected = bromide.develop(CHART, size=40, crop=(0.125, 0.25, 0.5, 0.5), exposure=0.5, enlarge=True)
        made = bromide.develop(
            CHART, size=np.int64(40), crop=np.array([0.125, 0.25, 0.5, 0.5], np.float32), exposure=np.float32(0.5),
            enlarge=np.True_)
        np.testing.assert_array_equal(made, expected)

    def test_text_that_is_not_utf8_is_rejected(self):
        # os.listdir returns such names for files of other systems.
        name = os.fsdecode(b"\xe4.cube")
        with self.assertRaisesRegex(bromide.RequestError, "^lut: .*UTF-8"):
            bromide.develop(CHART, lut=name)
        with self.assertRaisesRegex(bromide.RequestError, "^space: .*UTF-8"):
            bromide.profile(name)

    def test_parts_outside_the_picture_are_rejected(self):
        with bromide.open(CHART) as photo:
            width, height = photo.size
            for part in [
                (2**32, 0, 64, 64), (0, 2**32, 64, 64), (0, 0, 2**32 + 4, 4), (0, -2**32, 4, 4), (-1, 0, 4, 4),
                (0, 0, 0, 0), (0, 0, 4, 0), (0, 0, 10**12, 4), (width - 3, 0, 4, 4), (0, height - 3, 4, 4),
            ]:
                with self.subTest(part=part), self.assertRaisesRegex(
                        bromide.RequestError, f"part: .*outside the picture of {width}×{height}"):
                    photo.develop(part=part)
            for part in [(0.5, 0, 4, 4), (1, 2, 3), (1, 2, 3, 4, 5), ("a", 0, 1, 1), 7]:
                with self.subTest(part=part), self.assertRaisesRegex(bromide.RequestError, "part: .*four integers"):
                    photo.develop(part=part)
            last = photo.develop(part=np.array((width - 4, height - 4, 4, 4)))
            np.testing.assert_array_equal(last, photo.develop()[-4:, -4:])
            for wrong in ({"threads": -1}, {"threads": 2**32}, {"progress": 3}):
                with self.subTest(wrong=wrong), self.assertRaisesRegex(bromide.RequestError, next(iter(wrong))):
                    photo.develop(**wrong)

    def test_unreadable_paths_are_errors_of_python(self):
        for path, kind in [("/nowhere.dng", FileNotFoundError), ("/", IsADirectoryError)]:
            with self.assertRaises(kind) as expected:
                open(path)
            with self.assertRaises(kind) as found:
                bromide.develop(path)
            self.assertIsInstance(found.exception, bromide.InputError)
            for error in (found.exception, pickle.loads(pickle.dumps(found.exception))):
                self.assertEqual(error.errno, expected.exception.errno)
                self.assertEqual(error.filename, path)
                self.assertEqual(str(error), str(expected.exception))
        with self.assertRaisesRegex(bromide.InputError, "not a raw") as found:
            bromide.develop(pathlib.Path(__file__))
        self.assertIsNone(found.exception.errno)

    def test_messages_about_bytes_name_no_path(self):
        for count in (10, 100, 1000):
            with self.subTest(count=count), self.assertRaises(bromide.Error) as found:
                bromide.develop(CHART.read_bytes()[:count])
            self.assertNotIn("/proc", str(found.exception))
        with self.assertRaisesRegex(bromide.RequestError, "contiguous"):
            bromide.develop(memoryview(CHART.read_bytes())[::2])

    def test_shapes_of_points(self):
        for points, shape in [([], (0, 3)), (np.zeros((0, 2)), (0, 3)), ((0.5, 0.5), (3,)),
                              (np.full((4, 5, 2), 0.5), (4, 5, 3))]:
            with self.subTest(shape=shape):
                self.assertEqual(bromide.sample(CHART, points).shape, shape)

    def test_many_points_equal_single_points(self):
        # A window of 1001 pixels is alone in a call of the library, and windows of 5 share a call.
        points = np.random.default_rng(1).random((7, 2))
        with bromide.open(CHART) as photo:
            for window in (5, 1001, "1001x900", "2%", "25%"):
                with self.subTest(window=window):
                    single = [photo.sample(point, window=window) for point in points]
                    np.testing.assert_array_equal(photo.sample(points, window=window), single)

    def test_warnings_name_the_line_of_the_caller(self):
        data = CHART.read_bytes()
        data = data[: len(data) * 2 // 3]
        with bromide.open(data, damaged="keep") as photo:
            calls = [
                lambda: photo.develop(size=20),
                lambda: bromide.develop(data, size=20, damaged="keep"),
                lambda: bromide.sample(data, (0.5, 0.9), damaged="keep"),
            ]
            for call in calls:
                with self.assertWarns(bromide.PhotoWarning) as found:
                    call()
                self.assertEqual(found.filename, __file__)
                self.assertEqual(found.lineno, call.__code__.co_firstlineno)

    def test_is_raw_and_profile(self):
        self.assertIs(bromide.is_raw(b"FUJIFILMCCD-RAW "), True)
        self.assertIs(bromide.is_raw(b"\x89PNG\r\n\x1a\n"), False)
        self.assertIsNone(bromide.is_raw(b"II*\0\x08\0\0\0"))
        self.assertIs(bromide.is_raw(memoryview(b"FUJIFILMCCD-RAW ")), True)
        self.assertEqual(bromide.profile("display-p3")[36:40], b"acsp")


def small(path):
    return bromide.develop(path, size=100)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
