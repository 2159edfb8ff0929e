"""Milliseconds that other decoders take for the samples of each file: LibRaw in the Python package rawpy, on one thread, and
FlashRaw (flashraw), where it is installed, on one and two. Unpacking alone: the file has been opened before.

Usage: unpack.py [--runs N] FILE ...   medians of N runs (default 7) after one that does not count, all decoders in turn"""
import os
import statistics
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
import numpy
import rawpy

try:
    import flashraw
except ImportError:
    flashraw = None

arguments = sys.argv[1:]
runs = 7
if arguments[:1] == ["--runs"]:
    runs, arguments = int(arguments[1]), arguments[2:]


def by_libraw(path):
    with rawpy.imread(path) as raw:
        start = time.perf_counter()
        samples = raw.raw_image
        return time.perf_counter() - start, samples.copy()


def by_flashraw(path, threads):
    with flashraw.open(path) as raw:
        start = time.perf_counter()
        samples = raw.decode(output="raw-u16", threads=threads).array
        return time.perf_counter() - start, samples.copy()


decoders = {"LibRaw " + ".".join(map(str, rawpy.libraw_version)): by_libraw}
if flashraw:
    for threads in (1, 2):
        name = f"FlashRaw, {threads} thread{'s' if threads > 1 else ''}"
        decoders[name] = lambda path, threads=threads: by_flashraw(path, threads)
for path in arguments:
    print(os.path.basename(path))
    times = {name: [] for name in decoders}
    rejections = {}
    first = None
    for _ in range(runs + 1):
        for name, decode in decoders.items():
            if name in rejections:
                continue
            try:
                seconds, samples = decode(path)
            except Exception as error:
                rejections[name] = str(error)
                continue
            times[name].append(seconds)
            if first is None:
                first = samples
    for name in decoders:
        if name in rejections:
            print(f"  {name}: {rejections[name]}")
            continue
        seconds = statistics.median(times[name][1:])
        samples = decoders[name](path)[1]
        same = "" if numpy.array_equal(samples, first) else ", other samples"
        size = samples.shape[0] * samples.shape[1]
        print(f"  {name}: {seconds * 1000:.1f} ms, {size / seconds / 1e6:.0f} MP/s{same}")
