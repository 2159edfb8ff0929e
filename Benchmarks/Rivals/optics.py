#!/usr/bin/env python3
"""Bromide beside rawtherapee-cli and darktable-cli on two photos: time, lateral colour, sharpness, colour noise.

usage: optics.py BROMIDE EDGE COLOUR [--runs N]
EDGE    the raw whose edge and sky are measured: the 30D's IMG_0848 of dcraw's test suite
COLOUR  the raw whose lateral colour is measured: the D5000's sample2 of hdrmerge's

Needs numpy, scipy and pillow. darktable is run at its defaults, and with its lens corrections and profiled noise
reduction on top (parameters of darktable 4.2), where LENSES names the photo's lens. All numbers are of the finished 8-bit pictures, as sRGB's linear light: the matrix to
sRGB mixes channels, so that lateral colour reads greater than in the camera's own. Programs are run in turn.
"""
import math
import os
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image
from scipy import ndimage

# Shares of the picture's width and height.
EDGE_BOX = (0.735, 0.40, 0.77, 0.60)
SKY_BOX = (0.20, 0.10, 0.45, 0.35)
# Middles of windows of 256 pixels.
COLOUR_WINDOWS = [(0.93, 0.06), (0.07, 0.5), (0.15, 0.15)]
# Camera, lens, crop factor, focal length and aperture by lensfun's names, as darktable stores them.
LENSES = {
    "IMG_0848": ("Canon EOS 30D", "Canon EF-S 18-55mm f/3.5-5.6", 1.605, 55, 11),
    "D5000_sample2": ("Nikon D5000", "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR", 1.523, 24, 8),
}


def picture(path):
    Image.MAX_IMAGE_PIXELS = None
    codes = np.asarray(Image.open(path).convert("RGB"), dtype=np.float64) / 255
    return np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def part(image, box):
    height, width = image.shape[:2]
    left, top, right, bottom = box
    return image[int(top * height):int(bottom * height), int(left * width):int(right * width)]


def mtf50(image):
    """Cycles a pixel at half contrast, over- and undershoot as shares of the step, by ISO 12233's slanted edge."""
    light = part(image, EDGE_BOX) @ np.array([0.2126, 0.7152, 0.0722])
    slopes = np.abs(np.diff(light, axis=1))
    columns = np.arange(slopes.shape[1]) + 0.5
    # The steepest place in each row, as a middle around the strongest slope.
    middles = []
    for row in slopes:
        best = int(np.argmax(ndimage.gaussian_filter1d(row, 2)))
        low, high = max(0, best - 6), min(len(row), best + 7)
        weight = row[low:high] ** 2
        middles.append((weight * columns[low:high]).sum() / weight.sum())
    rows = np.arange(len(middles))
    keep = np.ones(len(middles), bool)
    for _ in range(4):
        slope, start = np.polyfit(rows[keep], np.array(middles)[keep], 1)
        off = np.abs(np.array(middles) - (slope * rows + start))
        keep = off < max(3 * np.median(off), 0.3)
    # Distances along the edge's normal, in quarters of a pixel.
    ys, xs = np.mgrid[0:light.shape[0], 0:light.shape[1]]
    distance = (xs - (slope * ys + start)) * math.cos(math.atan(slope))
    bins = np.round(distance * 4).astype(int)
    inside = (np.abs(bins) <= 48) & keep[:, None]
    sums = np.bincount(bins[inside] + 48, light[inside], 97)
    counts = np.bincount(bins[inside] + 48, minlength=97)
    spread = sums / np.maximum(counts, 1)
    low, high = np.median(spread[:20]), np.median(spread[-20:])
    step = (spread - low) / (high - low)
    line = np.diff(step) * np.hanning(96)
    transfer = np.abs(np.fft.rfft(line, 4096))
    transfer /= transfer[0]
    frequencies = np.fft.rfftfreq(4096, 0.25)
    first = int(np.argmax(transfer < 0.5))
    return frequencies[first], max(step.max() - 1, 0), max(-step.min(), 0)


def noise(image):
    """The deviations of luminance and of the two chromas of the sky's encoded colours, without its gradient."""
    sky = part(image, SKY_BOX)
    codes = np.where(sky <= 0.0031308, sky * 12.92, 1.055 * np.maximum(sky, 1e-9) ** (1 / 2.4) - 0.055)
    luma = codes @ np.array([0.2126, 0.7152, 0.0722])
    found = []
    for plane in (luma, (codes[..., 2] - luma) / 1.8556, (codes[..., 0] - luma) / 1.5748):
        rest = plane - ndimage.gaussian_filter(plane, 12)
        found.append(rest[16:-16, 16:-16].std() * 255)
    return found[0], math.hypot(found[1], found[2])


def shift(image, window, channel):
    """How far a colour lies from green along the radius, in pixels."""
    height, width = image.shape[:2]
    x, y = int(window[0] * width), int(window[1] * height)
    left, top = min(max(x - 128, 8), width - 264), min(max(y - 128, 8), height - 264)
    tile = image[top - 8:top + 264, left - 8:left + 264]
    way = np.array([top + 128 - height / 2, left + 128 - width / 2])
    way /= np.hypot(*way)

    def detail(plane):
        plane = np.sqrt(np.maximum(plane, 0) + 1e-3)
        return ndimage.gaussian_filter(plane, 1) - ndimage.gaussian_filter(plane, 3)

    green, colour = detail(tile[..., 1]), detail(tile[..., channel])

    def likeness(s):
        moved = ndimage.shift(colour, -s * way, order=3, mode="nearest")[12:-12, 12:-12]
        other = green[12:-12, 12:-12]
        return (moved * other).sum() / math.sqrt((moved ** 2).sum() * (other ** 2).sum())

    places = np.arange(-3, 3.01, 0.25)
    likenesses = [likeness(s) for s in places]
    best = int(np.clip(np.argmax(likenesses), 1, len(places) - 2))
    for step in (0.05, 0.0125):
        around = places[best] + np.arange(-5, 6) * step if step == 0.05 else found + np.arange(-4, 5) * step
        found = around[int(np.argmax([likeness(s) for s in around]))]
    return found


def sidecar(path, photo):
    """An XMP that adds lens corrections and profiled noise reduction to darktable's defaults; whether the lens is known."""
    lens = next((lens for name, lens in LENSES.items() if name in photo), None)
    if not lens:
        return False
    camera, name, crop, focal, aperture = lens
    # By lensfun: lateral colour, vignetting and distortion; at its own scale, far away, rectilinear.
    corrections = struct.pack("<3i5fi", 1, 7, 0, 1, crop, focal, aperture, 1000, 1)
    corrections += struct.pack("<128s128s", camera.encode(), name.encode()) + struct.pack("<i4fi", 0, 1, 1, 1, 1, 1)
    # Wavelets whose strength the photo's profile decides.
    noise = struct.pack("<8f", 1, 7, 1, 1, 0, 0, 0.1, 1) + struct.pack("<6f", -1, 0, 0, 0, 0, 0) + struct.pack("<i", 4)
    noise += struct.pack("<42f", *[i / 6 for i in range(7)] * 6) + struct.pack("<42f", *[0.5] * 42)
    noise += struct.pack("<4i", 1, 1, 1, 1)
    steps = "".join(
        f'''<rdf:li darktable:num="{place}" darktable:operation="{module}" darktable:enabled="1"
 darktable:modversion="{version}" darktable:params="{data.hex()}" darktable:multi_name="" darktable:multi_priority="0"/>'''
        for place, (module, version, data) in enumerate((("denoiseprofile", 11, noise), ("lens", 6, corrections))))
    with open(path, "w") as file:
        file.write(f"""<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5"
 darktable:raw_params="0" darktable:auto_presets_applied="0" darktable:history_end="2" darktable:iop_order_version="4">
<darktable:history><rdf:Seq>{steps}</rdf:Seq></darktable:history></rdf:Description></rdf:RDF></x:xmpmeta>""")
    return True


def programs(bromide, folder):
    def core(name, *more):
        return ["--core", "--configdir", f"{folder}/{name}", "--cachedir", f"{folder}/{name}",
                "--library", ":memory:", *more]

    steps = f"{folder}/steps.xmp"
    return [
        ("bromide --plain", lambda i, o: [bromide, "convert", i, "-o", o, "-yq", "--plain"]),
        ("bromide", lambda i, o: [bromide, "convert", i, "-o", o, "-yq"]),
        ("bromide --denoise auto", lambda i, o: [bromide, "convert", i, "-o", o, "-yq", "--denoise", "auto"]),
        ("bromide --denoise best", lambda i, o: [bromide, "convert", i, "-o", o, "-yq", "--denoise", "best"]),
        ("rawtherapee-cli, neutral", lambda i, o: ["rawtherapee-cli", "-q", "-n", "-b8", "-Y", "-o", o, "-c", i]),
        ("rawtherapee-cli, default profile",
         lambda i, o: ["rawtherapee-cli", "-q", "-d", "-n", "-b8", "-Y", "-o", o, "-c", i]),
        ("darktable-cli, default", lambda i, o: ["darktable-cli", i, o, *core("darktable")]),
        ("darktable-cli, lens and profiled noise",
         lambda i, o: ["darktable-cli", i, steps, o, *core("darktable")] if sidecar(steps, i) else None),
    ]


def main():
    bromide, edge, colour = sys.argv[1:4]
    runs = int(sys.argv[sys.argv.index("--runs") + 1]) if "--runs" in sys.argv else 3
    with tempfile.TemporaryDirectory() as folder:
        rows = [row for row in programs(bromide, folder) if row[1](edge, "") and row[1](colour, "")]
        times = {name: [] for name, _ in rows}
        for _ in range(runs):
            for index, (name, command) in enumerate(rows):
                for photo, label in ((edge, "edge"), (colour, "colour")):
                    output = f"{folder}/{index}-{label}.png"
                    if os.path.exists(output):
                        os.remove(output)
                    begin = time.monotonic()
                    result = subprocess.run(command(photo, output), capture_output=True)
                    if label == "colour":
                        times[name].append(time.monotonic() - begin)
                    if result.returncode != 0 or not os.path.exists(output):
                        sys.exit(f"{name} failed: {result.stderr.decode(errors='replace')[-400:]}")
        heads = [os.path.basename(colour)[:24] + ", s", "times Bromide's"]
        heads += [f"red at {x},{y}, px" for x, y in COLOUR_WINDOWS]
        heads += ["MTF50, c/px", "over, under", "sky: luminance, codes", "sky: colour, codes"]
        print("| program | " + " | ".join(heads) + " |")
        print("|" + "---|" * (len(heads) + 1))
        own = sorted(times["bromide"])[runs // 2]
        for index, (name, _) in enumerate(rows):
            middle = sorted(times[name])[runs // 2]
            moved = picture(f"{folder}/{index}-colour.png")
            shown = picture(f"{folder}/{index}-edge.png")
            frequency, over, under = mtf50(shown)
            luminance, chroma = noise(shown)
            cells = [f"{middle:.2f}", f"{middle / own:.1f}"]
            cells += [f"{shift(moved, window, 0):+.2f}" for window in COLOUR_WINDOWS]
            cells += [f"{frequency:.3f}", f"{over:.3f}, {under:.3f}", f"{luminance:.2f}", f"{chroma:.2f}"]
            print(f"| {name} | " + " | ".join(cells) + " |")


main()
