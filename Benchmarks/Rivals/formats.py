#!/usr/bin/env python3
"""JPEG XL, AVIF and WebP next to PNG, JPEG and the libraries' own programs: time, memory, bytes and colour differences.

usage: formats.py BROMIDE [RAW] [--runs N] [--jobs N] [--size PX] [--mirrored]
       formats.py --check
RAW         a raw (default: the D5000 photo of the corpus)
--jobs      threads of Bromide and of the programs (default: 2)
--size      long edge of the pictures (default: full size)
--mirrored  encode a finished TIFF of 6000×4000 with 16 bits, the raw's picture and its mirror images, so that no row develops
--check     only compare the formula of ΔE2000 with its authors' 34 pairs, which every run does first

Rows of Bromide develop and encode the raw. Rows of cjxl, avifenc and cwebp encode a finished PNG, so compare their time with the
difference to `PNG fast`, whose coding overlaps with developing. With --mirrored, all rows start from a finished picture. Runs
alternate, and a row shows the median. Memory is the peak of the process. ΔE2000 is the mean and the 99th percentile against a PNG of
16 bits, over every third pixel of every third row. Rows without loss must have the samples of the PNG with the same depth.

Needs numpy and ffmpeg, and djxl and dwebp for their formats. ffmpeg replaces a missing djpeg. Missing programs are skipped.
"""
import argparse
import os
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

CORPUS = os.environ.get("BROMIDE_CORPUS") or os.path.join(os.path.dirname(__file__), "../../../shared/corpus")
PHOTO = os.path.join(CORPUS, "raw/hdrmerge_D5000_sample2.dng")

# Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula, Color Research and Application 30 (2005), table 1.
PAIRS = """
50 2.6772 -79.7751 50 0 -82.7485 2.0425; 50 3.1571 -77.2803 50 0 -82.7485 2.8615; 50 2.8361 -74.0200 50 0 -82.7485 3.4412
50 -1.3802 -84.2814 50 0 -82.7485 1; 50 -1.1848 -84.8006 50 0 -82.7485 1; 50 -0.9009 -85.5211 50 0 -82.7485 1
50 0 0 50 -1 2 2.3669; 50 -1 2 50 0 0 2.3669; 50 2.49 -0.001 50 -2.49 0.0009 7.1792; 50 2.49 -0.001 50 -2.49 0.0010 7.1792
50 2.49 -0.001 50 -2.49 0.0011 7.2195; 50 2.49 -0.001 50 -2.49 0.0012 7.2195; 50 -0.001 2.49 50 0.0009 -2.49 4.8045
50 -0.001 2.49 50 0.0010 -2.49 4.8045; 50 -0.001 2.49 50 0.0011 -2.49 4.7461; 50 2.5 0 50 0 -2.5 4.3065
50 2.5 0 73 25 -18 27.1492; 50 2.5 0 61 -5 29 22.8977; 50 2.5 0 56 -27 -3 31.9030; 50 2.5 0 58 24 15 19.4535
50 2.5 0 50 3.1736 0.5854 1; 50 2.5 0 50 3.2972 0 1; 50 2.5 0 50 1.8634 0.5757 1; 50 2.5 0 50 3.2592 0.3350 1
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644; 63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731; 35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373; 36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441; 90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377; 2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
# The distance of compared pixels. 3 has no factor in common with the blocks of 8 to 64 pixels that coders use.
EVERY = 3


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
    """Samples of a binary PPM, and the largest possible one."""
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
    return np.frombuffer(data, kind, width * height * 3, place).reshape(height, width, 3), most


def lab(samples, most):
    """CIELAB of some sRGB samples, for D65."""
    codes = samples[::EVERY, ::EVERY].astype(np.float64) / most
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


def check():
    """Compares the formula with the pairs of its authors, in both orders. They publish four decimals."""
    pairs = np.array([row.split() for row in PAIRS.replace("\n", ";").split(";") if row.strip()], np.float64)
    one, other = pairs[:, 0:3], pairs[:, 3:6]
    errors = [np.abs(difference(*order) - pairs[:, 6]).max() for order in ((one, other), (other, one))]
    if len(pairs) != 34 or max(errors) > 5.1e-5:
        sys.exit(f"the formula of CIEDE2000 is wrong: error {max(errors):.6f} over {len(pairs)} pairs")


def mirror(samples, path):
    """Writes a TIFF of 6000×4000 with 16 bits, without compression, from a picture and its mirror images."""
    height, width = samples.shape[:2]
    folded = [np.abs((np.arange(count) + side - 1) % (2 * side - 2) - (side - 1)) for count, side in ((4000, height), (6000, width))]
    rows = samples[folded[0]][:, folded[1]].astype("<u2")
    extra = struct.pack("<3H", 16, 16, 16)
    tags = [(256, 4, 1, 6000), (257, 4, 1, 4000), (258, 3, 3, 8), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 256), (277, 3, 1, 3),
            (278, 4, 1, 4000), (279, 4, 1, rows.nbytes), (284, 3, 1, 1)]
    directory = struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + bytes(4)
    header = struct.pack("<2sHI", b"II", 42, 16) + extra + bytes(2) + directory
    with open(path, "wb") as file:
        file.write(header.ljust(256, b"\0"))
        file.write(rows.tobytes())


def decode(path, folder, is_shallow=False):
    """Samples of a picture by another decoder and the largest possible one, or None if the decoder is missing."""
    out = os.path.join(folder, "decoded.ppm")
    kind = path.rsplit(".", 1)[1]
    program = {"jxl": "djxl", "avif": "ffmpeg", "webp": "dwebp", "jpg": "djpeg", "png": "ffmpeg"}[kind]
    if kind == "jpg" and not shutil.which(program):
        program = "ffmpeg"
    if not shutil.which(program):
        return None
    arguments = {
        "jxl": [path, out],
        "webp": ["-quiet", "-ppm", path, "-o", out], "jpg": ["-ppm", "-outfile", out, path],
    }.get(kind if program != "ffmpeg" else "", ["-v", "error", "-y", "-i", path, "-sws_flags", "accurate_rnd+full_chroma_int", "-pix_fmt", "rgb24" if kind == "png" and is_shallow else "rgb48be", out])
    run([program] + arguments)
    return pnm(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bromide", nargs="?")
    parser.add_argument("raw", nargs="?", default=PHOTO)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size")
    parser.add_argument("--mirrored", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    check()
    if given.check:
        return
    if not given.bromide:
        parser.error("name the command")
    jobs = str(given.jobs)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        source = given.raw

        def bromide(name, *options):
            size = ["--size", given.size] if given.size else []
            return os.path.join(folder, name), [
                given.bromide, "convert", source, "-y", "--no-sync", "-q", "-j", jobs, "-o", os.path.join(folder, name), *size, *options]

        truth, command = bromide("truth.png", "--depth", "16")
        run(command)
        if given.mirrored:
            source = os.path.join(folder, "source.tif")
            mirror(decode(truth, folder)[0], source)
            run(command[:2] + [source] + command[3:])
        plain, command = bromide("plain.png")
        run(command)
        samples, most = decode(truth, folder)
        original, exact = lab(samples, most), {16: samples, 8: decode(plain, folder, is_shallow=True)[0]}
        print(f"{samples.shape[1]}×{samples.shape[0]}")
        # A row is its title, its bits if it has no loss, its file and its command.
        rows = [("PNG fast", 8, *bromide("fast.png", "--compression", "fast")), ("JPEG 92", 0, *bromide("a.jpg"))]
        rows += [
            ("JXL lossless", 8, *bromide("l.jxl", "--lossless")),
            ("JXL lossless, 16 bits", 16, *bromide("l16.jxl", "--lossless", "--depth", "16")),
            ("JXL 90", 0, *bromide("a.jxl")), ("AVIF 80, 10 bits", 0, *bromide("a.avif")),
            ("AVIF 80, 8 bits 4:2:0", 0, *bromide("b.avif", "--depth", "8", "--subsampling", "420")),
            ("WebP 90", 0, *bromide("a.webp")), ("WebP lossless", 8, *bromide("l.webp", "--lossless")),
        ]
        rivals = [
            ("cjxl", "cjxl -d 0 -e 1", 8, "r0.jxl", ["cjxl", plain, "OUT", "-d", "0", "-e", "1", f"--num_threads={jobs}"]),
            ("cjxl", "cjxl -d 1 -e 3", 0, "r1.jxl", ["cjxl", plain, "OUT", "-d", "1", "-e", "3", f"--num_threads={jobs}"]),
            ("avifenc", "avifenc, 10 bits 4:4:4", 0, "r.avif", ["avifenc", "-s", "8", "-d", "10", "-y", "444", "--min", "13", "--max", "13", "-j", jobs, plain, "OUT"]),
            ("cwebp", "cwebp -q 90", 0, "r.webp", ["cwebp", "-quiet", "-q", "90", plain, "-o", "OUT"]),
            ("cwebp", "cwebp -z 1", 8, "r0.webp", ["cwebp", "-quiet", "-z", "1", plain, "-o", "OUT"]),
        ]
        for program, title, bits, name, arguments in rivals:
            path = os.path.join(folder, name)
            if shutil.which(program):
                rows.append((title, bits, path, [path if word == "OUT" else word for word in arguments]))
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
        is_wrong, figures = False, {}
        for title, bits, path, _ in rows:
            wall, cpu, memory = (statistics.median(part) for part in zip(*times[title]))
            found = decode(path, folder, is_shallow=bits == 8)
            if found is None:
                words = "–"
            elif bits:
                is_exact = np.array_equal(found[0], exact[bits])
                words = "exact" if is_exact else "**differs**"
                is_wrong = is_wrong or not is_exact
            else:
                errors = difference(original, lab(*found))
                words = f"{errors.mean():.2f}; {np.percentile(errors, 99):.1f}"
            figures[title] = (wall, os.path.getsize(path))
            print(f"| {title} | {wall:.2f} | {cpu:.2f} | {memory:.0f} | {os.path.getsize(path) / 1000:.0f} | {words} |")
        if not given.mirrored:
            wall, size = (jxl / png for jxl, png in zip(figures["JXL lossless"], figures["PNG fast"]))
            print(f"\nJXL lossless / PNG fast: wall {wall:.2f} (limit 1.5), bytes {size:.2f} (limit .87 with libjxl 0.10 or later)")
        if is_wrong:
            sys.exit("a row without loss has other samples")


main()
