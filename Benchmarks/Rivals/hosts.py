"""Times Bromide as a library against other libraries, in the process of a host.

usage: hosts.py RUNS FOLDER RAW…        (called by scripts/compare-hosts, which makes FOLDER)
Each row is the median of RUNS runs after one that is not counted. The runs of all rows alternate. Milliseconds are wall time, and in
parentheses processor time of all threads and child processes. Every run opens the file again unless the row says otherwise.
"""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

import numpy as np

import bromide
import flashraw
import rawpy

runs, folder, photos = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]


def processor():
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def measured(rows):
    """Median wall and processor milliseconds of each row, or the error of a row that fails."""
    times = {name: [] for name in rows}
    for turn in range(runs + 1):
        for name, run in rows.items():
            if not isinstance(times[name], list):
                continue
            before, start = processor(), time.perf_counter()
            try:
                run()
            except Exception as error:
                times[name] = f"fails: {str(error)[:60]}"
                continue
            end = time.perf_counter()
            if turn:
                times[name].append(((end - start) * 1e3, (processor() - before) * 1e3))
    return {
        name: tuple(statistics.median(column) for column in zip(*row)) if isinstance(row, list) else row
        for name, row in times.items()}


def table(title, rows, rival):
    """Prints a table, with the speed of each row as a multiple of the rival's."""
    print(f"\n| {title} | ms (processor) | times {rival} |\n|---|---|---|")
    found = measured(rows)
    for name, row in found.items():
        if isinstance(row, str):
            print(f"| {name} | {row} | |")
            continue
        base = found[rival]
        factor = f"{base[0] / row[0]:.1f}" if not isinstance(base, str) else ""
        print(f"| {name} | {row[0]:.0f} ({row[1]:.0f}) | {factor} |", flush=True)


def by_rawpy(path, **settings):
    with rawpy.imread(path) as raw:
        return raw.postprocess(use_camera_wb=True, no_auto_bright=True, **settings)


def by_flashraw(path, demosaic):
    with flashraw.open(path) as raw:
        return raw.decode("rgba8", demosaic=demosaic).array


def arrays(path):
    with bromide.open(path) as photo:
        out = np.empty(photo.shape(), np.uint8)
    opened = bromide.open(path)
    return {
        "Bromide, plain": lambda: bromide.develop(path, corrections="plain"),
        "Bromide, plain, into a reused array": lambda: bromide.develop(path, corrections="plain", out=out),
        "Bromide, plain, into a reused array, photo kept open":
            lambda: opened.develop(corrections="plain", out=out),
        "Bromide, defaults": lambda: bromide.develop(path),
        "Bromide, defaults, into a reused array": lambda: bromide.develop(path, out=out),
        "Bromide, plain, size 512": lambda: bromide.develop(path, corrections="plain", size=512),
        "rawpy, AHD": lambda: by_rawpy(path),
        "rawpy, bilinear": lambda: by_rawpy(path, demosaic_algorithm=rawpy.DemosaicAlgorithm.LINEAR),
        "rawpy, half_size": lambda: by_rawpy(path, half_size=True),
        "FlashRaw, bilinear": lambda: by_flashraw(path, "bilinear"),
        "FlashRaw, half-size": lambda: by_flashraw(path, "half-size"),
    }


def thumbnails(path):
    target = folder / "thumbnail.jpg"
    vips = os.environ | {"VIPSHOME": str(folder / "home")}
    magick = os.environ | {"MAGICK_CONFIGURE_PATH": str(folder / "magick")}

    def run(arguments, environment):
        target.unlink(missing_ok=True)
        subprocess.run(arguments, env=environment, check=True, capture_output=True)
        if arguments[-1] == str(target) and not target.exists():
            raise RuntimeError("no picture")

    return {
        "`vips --version` alone": lambda: run(["vips", "--version"], vips),
        "`vipsthumbnail --size 1440x1440`, Bromide's module":
            lambda: run(["vipsthumbnail", path, "--size", "1440x1440", "-o", str(target)], vips),
        "`convert -resize 1440x1440`, dcraw_emu":
            lambda: run(["convert", path, "-resize", "1440x1440", str(target)], magick),
        "`bromide convert --size 1440`":
            lambda: run([os.environ.get("BROMIDE", ".build/release/bromide"), "convert", "-q", "-y", "--size",
                         "1440", path, "-o", str(target)], os.environ),
    }


print(f"{os.cpu_count()} cores, rawpy {rawpy.__version__} with LibRaw {'.'.join(map(str, rawpy.libraw_version))}, "
      f"FlashRaw {flashraw.build_info().get('version', '') if callable(flashraw.build_info) else ''}")
for path in photos:
    with bromide.open(path) as photo:
        width, height = photo.size
    name = f"{pathlib.Path(path).name}, {width * height / 1e6:.0f} megapixels"
    table(f"{name}: array", arrays(path), "rawpy, AHD")
    table(f"{name}: JPEG of 1440 pixels", thumbnails(path), "`convert -resize 1440x1440`, dcraw_emu")
