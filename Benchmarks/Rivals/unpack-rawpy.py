"""Milliseconds that LibRaw takes for the samples of each file, in the Python package rawpy: unpacking alone, one thread.

Usage: unpack-rawpy.py [--runs N] FILE ...   median of N runs (default 7) after one that does not count, then megapixels a second"""
import os
import statistics
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
import rawpy

arguments = sys.argv[1:]
runs = 7
if arguments[:1] == ["--runs"]:
    runs, arguments = int(arguments[1]), arguments[2:]
print("LibRaw", ".".join(map(str, rawpy.libraw_version)))
for path in arguments:
    times = []
    for _ in range(runs + 1):
        with rawpy.imread(path) as raw:
            start = time.perf_counter()
            samples = raw.raw_image
            times.append(time.perf_counter() - start)
            size = samples.shape[0] * samples.shape[1]
    seconds = statistics.median(times[1:])
    print(f"{os.path.basename(path)}: {seconds * 1000:.1f} ms, {size / seconds / 1e6:.0f} MP/s")
