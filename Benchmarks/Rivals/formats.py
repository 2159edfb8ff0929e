#!/usr/bin/env python3
"""JPEG XL, AVIF and WebP next to PNG, JPEG and the libraries' own programs: time, memory, bytes and colour differences.

usage: formats.py BROMIDE [RAW] [--runs N] [--jobs N] [--size PX]
RAW     a raw (default: the D5000 photo of the corpus)
--jobs  threads of Bromide and of the programs (default: 2)
--size  long edge of the pictures (default: full size)

Rows of Bromide develop and encode the raw. Rows of cjxl, avifenc and cwebp encode a finished PNG, so compare their time with the
difference to `PNG fast`, whose coding overlaps with developing. Runs alternate, and a row shows the median. Memory is the peak of
the process. ΔE2000 is the mean and the 99th percentile against a PNG of 16 bits.

Needs numpy and ffmpeg, and djxl, dwebp and djpeg for lossy rows. Missing programs are skipped.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

CORPUS = os.environ.get("BROMIDE_CORPUS") or os.path.join(os.path.dirname(__file__), "../../../shared/corpus")
PHOTO = os.path.join(CORPUS, "raw/hdrmerge_D5000_sample2.dng")


def run(command):
    """Wall seconds, user seconds and MB of a command."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    words = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)}: {words.decode(errors='replace')}")
    return time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def pnm(path):
    """Samples from 0 to 1 of a binary PPM."""
    with open(path, "rb") as file:
        data = file.read()
    fields, place = [], 0
    while len(fields) < 4:
        end = place
        while not data[end:end + 1].isspace():
            end += 1
        fields.append(data[place:end])
        place = end + 1
    width, height, most = map(int, fields[1:])
    kind = ">u2" if most > 255 else "u1"
    return np.frombuffer(data, kind, width * height * 3, place).reshape(height, width, 3).astype(np.float32) / most


def lab(codes):
    """CIELAB of sRGB codes, for D65."""
    light = np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)
    matrix = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
    xyz = light @ matrix.T / matrix.sum(axis=1)
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def difference(one, other):
    """CIEDE2000 (CIE 142-2001) of two arrays of CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 1 + (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7))) / 2
    c1, c2 = np.hypot(a1 * g, b1), np.hypot(a2 * g, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1 * g)) % 360, np.degrees(np.arctan2(b2, a2 * g)) % 360
    dl, dc = l2 - l1, c2 - c1
    turn = h2 - h1
    turn = np.where(turn > 180, turn - 360, np.where(turn < -180, turn + 360, turn))
    turn = np.where(c1 * c2 == 0, 0, turn)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = np.where(np.abs(h1 - h2) <= 180, (h1 + h2) / 2, np.where(h1 + h2 < 360, (h1 + h2 + 360) / 2, (h1 + h2 - 360) / 2))
    h = np.where(c1 * c2 == 0, h1 + h2, h)
    t = (1 - 0.17 * np.cos(np.radians(h - 30)) + 0.24 * np.cos(np.radians(2 * h)) + 0.32 * np.cos(np.radians(3 * h + 6))
         - 0.20 * np.cos(np.radians(4 * h - 63)))
    sl = 1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rt = -2 * np.sqrt(c**7 / (c**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((h - 275) / 25) ** 2))))
    return np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def decode(path, folder):
    """Samples of a picture by another decoder, or None if it is missing."""
    out = os.path.join(folder, "decoded.ppm")
    kind = path.rsplit(".", 1)[1]
    program = {"jxl": "djxl", "avif": "ffmpeg", "webp": "dwebp", "jpg": "djpeg", "png": "ffmpeg"}[kind]
    if not shutil.which(program):
        return None
    arguments = {
        "jxl": [path, out],
        "webp": ["-quiet", "-ppm", path, "-o", out], "jpg": ["-ppm", "-outfile", out, path],
    }.get(kind, ["-v", "error", "-y", "-i", path, "-pix_fmt", "rgb48be", out])
    run([program] + arguments)
    return pnm(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bromide")
    parser.add_argument("raw", nargs="?", default=PHOTO)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size")
    given = parser.parse_args()
    jobs = str(given.jobs)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        def bromide(name, *options):
            size = ["--size", given.size] if given.size else []
            return os.path.join(folder, name), [
                given.bromide, "convert", given.raw, "-y", "--no-sync", "-q", "-j", jobs, "-o", os.path.join(folder, name), *size, *options]

        truth, command = bromide("truth.png", "--depth", "16")
        run(command)
        plain, command = bromide("plain.png")
        run(command)
        original = lab(decode(truth, folder))
        rows = [("PNG fast", True, *bromide("fast.png", "--compression", "fast")), ("JPEG 92", False, *bromide("a.jpg"))]
        rows += [
            ("JXL lossless", True, *bromide("l.jxl", "--lossless")),
            ("JXL lossless, 16 bits", True, *bromide("l16.jxl", "--lossless", "--depth", "16")),
            ("JXL 90", False, *bromide("a.jxl")), ("AVIF 80, 10 bits", False, *bromide("a.avif")),
            ("AVIF 80, 8 bits 4:2:0", False, *bromide("b.avif", "--depth", "8", "--subsampling", "420")),
            ("WebP 90", False, *bromide("a.webp")), ("WebP lossless", True, *bromide("l.webp", "--lossless")),
        ]
        rivals = [
            ("cjxl", "cjxl -d 0 -e 1", True, "r0.jxl", ["cjxl", plain, "OUT", "-d", "0", "-e", "1", f"--num_threads={jobs}"]),
            ("cjxl", "cjxl -d 1 -e 3", False, "r1.jxl", ["cjxl", plain, "OUT", "-d", "1", "-e", "3", f"--num_threads={jobs}"]),
            ("avifenc", "avifenc, 10 bits 4:4:4", False, "r.avif", ["avifenc", "-s", "8", "-d", "10", "-y", "444", "--min", "13", "--max", "13", "-j", jobs, plain, "OUT"]),
            ("cwebp", "cwebp -q 90", False, "r.webp", ["cwebp", "-quiet", "-q", "90", plain, "-o", "OUT"]),
            ("cwebp", "cwebp -z 1", True, "r0.webp", ["cwebp", "-quiet", "-z", "1", plain, "-o", "OUT"]),
        ]
        for program, title, is_exact, name, arguments in rivals:
            path = os.path.join(folder, name)
            if shutil.which(program):
                rows.append((title, is_exact, path, [path if word == "OUT" else word for word in arguments]))
            else:
                print(f"{program} is not installed", file=sys.stderr)
        times = {title: [] for title, *_ in rows}
        for turn in range(given.runs + 1):
            for title, _, _, command in rows:
                found = run(command)
                if turn > 0:
                    times[title].append(found)
        print("| row | wall s | CPU s | MB of memory | kB | ΔE2000 mean; 99 % |")
        print("|---|---|---|---|---|---|")
        for title, is_exact, path, _ in rows:
            wall, cpu, memory = (statistics.median(part) for part in zip(*times[title]))
            words = "exact"
            if not is_exact:
                samples = decode(path, folder)
                if samples is None:
                    words = "–"
                else:
                    errors = difference(original, lab(samples))
                    words = f"{errors.mean():.2f}; {np.percentile(errors, 99):.1f}"
            print(f"| {title} | {wall:.2f} | {cpu:.2f} | {memory:.0f} | {os.path.getsize(path) / 1000:.0f} | {words} |")


main()
