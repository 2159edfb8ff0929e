#!/usr/bin/env python3
"""Bromide's noise reduction beside darktable's profiled one, on pictures whose truth is known: PSNR of sRGB codes.

usage: denoise.py BROMIDE RAWS [--noise A] [--held-out] [--quick]
RAWS        a folder with the raws that SCENES names; scikit-image's pictures come with it
--noise     the variance of a sample is A·x + 4·10⁻⁶ (default: 0.001)
--held-out  other pictures than those on which Bromide's thresholds were chosen
--quick     one picture

Needs darktable-cli, numpy, scipy, pillow, rawpy, tifffile and scikit-image. Photos are averaged to a pixel per 2×2 sites, so
that nothing is guessed, blurred by 0.7 pixels and made RGGB mosaics in DNGs, once with noise and once without. Both
programs demosaic by RCD and write linear Rec. 2020 of 32 bits, with everything else off. Their colours are fitted to the truth by
one matrix for each program and picture, from what it makes of the mosaic without noise.

darktable's parameters are those of its 4.2 (version 11 of the module), with what the user manual calls strength in turn; its
profile is stated, in the proportion of its own profiles of a Canon 6D, so that strength finds the right one. Each strength's mean
is a row: the three are those about its best, found with a wider range.
"""
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np
import rawpy
import skimage
import tifffile
from PIL import Image
from scipy import ndimage

READ = 4e-6
GAINS = np.array([2.0, 1.0, 1.5])
BLACK, WHITE = 1024, 65535
# XYZ to camera, a Canon 6D's in daylight, in ten-thousandths.
CAMERA = [7034, -804, -1014, -4420, 12564, 2058, -851, 1994, 5758]
SRGB_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
LUMA = np.array([0.2126, 0.7152, 0.0722])
# File, left and top of the part, width and height, in pixels of 2×2 sites.
SCENES = [
    ("hdrmerge_D5000_sample2.dng", 400, 300, 768, 512),
    ("debian-dcraw_IMG_0848.CR2", 556, 492, 768, 512),
    ("hsexif_RAW_NIKON_D1.NEF", 0, 0, 768, 512),
    ("motorcycle_left.png", 0, 0, 736, 496),
    ("coffee.png", 0, 0, 592, 400),
    ("chelsea.png", 0, 0, 448, 288),
]
HELD_OUT = [
    ("photoprism_canon_eos_6d.dng", 230, 150, 768, 512),
    ("skia_dng_with_preview.dng", 0, 0, 592, 336),
    ("boostgil_CanonD30.CRW", 150, 100, 768, 512),
    ("tinydng_colorchart.dng", 0, 0, 768, 512),
    ("hdrmerge_D5000_sample2.dng", 1250, 860, 768, 512),
    ("astronaut.png", 0, 0, 512, 512),
]
NLM, WAVELETS = 0, 1
STRENGTHS = {NLM: (0.5, 0.7, 1), WAVELETS: (1, 1.4, 2)}


def from_camera():
    matrix = np.array(CAMERA).reshape(3, 3) / 1e4 @ SRGB_TO_XYZ
    return np.linalg.inv(matrix / matrix.sum(1, keepdims=True))


# MARK: Pictures


def photo(path):
    """Balanced camera light 0…1, a pixel for each 2×2 sites of a mosaic."""
    with rawpy.imread(path) as raw:
        whole = raw.postprocess(
            output_color=rawpy.ColorSpace.raw, gamma=(1, 1), no_auto_bright=True, output_bps=16,
            user_wb=[1, 1, 1, 1], user_flip=0, half_size=raw.raw_type == rawpy.RawType.Flat)
        balance = np.array(raw.camera_whitebalance[:3])
        if balance.min() <= 0:
            balance = np.array(raw.daylight_whitebalance[:3])
    light = whole.transpose(2, 0, 1) / 65535 * (balance / balance[1])[:, None, None]
    return np.clip(light * 0.9 / np.percentile(light, 99.5), 0, 1)


def picture(path):
    codes = np.asarray(Image.open(path).convert("RGB")) / 255
    linear = np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)
    return np.clip(np.tensordot(np.linalg.inv(from_camera()), linear.transpose(2, 0, 1), 1), 0, 1)


def landscape(width=768, height=512):
    """Fractal land under a smooth sky."""
    random = np.random.default_rng(3)
    places = np.mgrid[0:height, 0:width]

    def fractal(levels, first):
        total = np.zeros((height, width))
        for level in range(first, levels):
            count = 2 ** level
            grid = random.normal(size=(count + 3, count + 3))
            at = places * np.array([count / height, count / width])[:, None, None] + 1
            total += ndimage.map_coordinates(grid, at, order=3) * 0.5 ** (0.8 * (level - first))
        return total

    land, red, blue = 0.18 * np.exp(0.5 * fractal(9, 2)), fractal(6, 1), fractal(6, 1)
    down = places[0] / height
    share = np.clip((down - 0.45 - 0.05 * fractal(8, 1)[0]) * height, 0, 1)
    sky = np.stack([0.35 + 0.2 * down, 0.5 + 0.2 * down, 0.75 + 0.1 * down])
    ground = np.stack([land * (1 + 0.08 * red), land * (1.05 - 0.024 * red), land * (0.7 + 0.08 * blue)])
    return np.clip(sky * (1 - share) + ground * share, 0, 1)


def truths(folder, scenes):
    for name, left, top, width, height in scenes:
        raw = os.path.join(folder, name)
        own = os.path.join(os.path.dirname(skimage.__file__), "data", name)
        whole = photo(raw) if os.path.exists(raw) else picture(own)
        part = whole[:, top:top + height, left:left + width]
        yield name.split(".")[0], np.stack([ndimage.gaussian_filter(plane, 0.7) for plane in part])
    if scenes is SCENES:
        yield "landscape", landscape()


# MARK: Mosaics


def mosaic(truth, noise, random):
    camera = truth / GAINS[:, None, None]
    sites = camera[1].copy()
    sites[0::2, 0::2] = camera[0, 0::2, 0::2]
    sites[1::2, 1::2] = camera[2, 1::2, 1::2]
    if noise > 0:
        sites = random.poisson(sites / noise) * noise + random.normal(0, READ ** 0.5, sites.shape)
    return np.clip(np.round(sites * (WHITE - BLACK) + BLACK), 0, 65535).astype("<u2")


def write_dng(path, sites, noise):
    """An uncompressed DNG 1.4 in one strip, which states its noise."""
    height, width = sites.shape
    model = b"Canon EOS 6D\0"
    neutral = [(round(1e6 / gain), 10 ** 6) for gain in GAINS]
    byte, text, short, long, rational, signed, double = "B", "s", "H", "I", "II", "ii", "d"
    codes = {byte: 1, text: 2, short: 3, long: 4, rational: 5, signed: 10, double: 12}
    entries = [
        (254, long, [0]), (256, long, [width]), (257, long, [height]), (258, short, [16]), (259, short, [1]),
        (262, short, [32803]), (271, text, b"Canon\0"), (272, text, model), (273, long, [0]), (274, short, [1]),
        (277, short, [1]), (278, long, [height]), (279, long, [sites.nbytes]), (284, short, [1]),
        (33421, short, [2, 2]), (33422, byte, [0, 1, 1, 2]), (50706, byte, [1, 4, 0, 0]), (50707, byte, [1, 1, 0, 0]),
        (50708, text, model), (50714, short, [BLACK]), (50717, long, [WHITE]),
        (50721, signed, [(value, 10000) for value in CAMERA]), (50728, rational, neutral), (50778, short, [21]),
        (51041, double, [noise, READ if noise > 0 else 0]),
    ]

    def packed(kind, values):
        if kind == text:
            return bytes(values)
        return b"".join(struct.pack("<" + kind, *(v if isinstance(v, tuple) else (v,))) for v in values)

    begin = 8 + 2 + 12 * len(entries) + 4
    for start in (0, begin + 4096):
        table, rest = b"", b""
        for tag, kind, values in entries:
            data = packed(kind, [start] if tag == 273 else values)
            place = data.ljust(4, b"\0")
            if len(data) > 4:
                place = struct.pack("<I", begin + len(rest))
                rest += data + b"\0" * (len(data) % 2)
            table += struct.pack("<HHI", tag, codes[kind], len(values)) + place
    head = struct.pack("<2sHIH", b"II", 42, 8, len(entries)) + table + bytes(4) + rest
    with open(path, "wb") as file:
        file.write(head.ljust(begin + 4096, b"\0") + sites.tobytes())


# MARK: Programs


def sidecar(mode, strength, noise):
    """An XMP whose only step is the profiled denoise."""
    variances = [0.2 * noise * gain for gain in (2.2, 1, 1.5)]
    # Radius of patches and of the search, strength, shadows, bias, scattering, central pixel's weight, overshooting.
    values = struct.pack("<8f", 1, 7, strength, 1, 0, 0, 0.1, 1) + struct.pack("<6f", *variances, 0, 0, 0)
    curves = struct.pack("<42f", *[i / 6 for i in range(7)] * 6) + struct.pack("<42f", *[0.5] * 42)
    # White balance adaptive, both of the newer transforms, and luminance beside chroma.
    params = (values + struct.pack("<i", mode) + curves + struct.pack("<4i", 1, 1, 1, 1)).hex()
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5"
 darktable:raw_params="0" darktable:auto_presets_applied="1" darktable:history_end="1" darktable:iop_order_version="2">
<darktable:history><rdf:Seq><rdf:li darktable:num="0" darktable:operation="denoiseprofile" darktable:enabled="1"
 darktable:modversion="11" darktable:params="{params}" darktable:multi_name="" darktable:multi_priority="0"/>
</rdf:Seq></darktable:history></rdf:Description></rdf:RDF></x:xmpmeta>"""


def run(command, output):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0 or not os.path.exists(output):
        sys.exit(f"{command[0]} failed: {result.stderr[-600:]}{result.stdout[-600:]}")
    made = tifffile.imread(output).astype(np.float64)[..., :3].transpose(2, 0, 1)
    os.remove(output)
    return made


def bromide(program, dng, folder, kind):
    output = f"{folder}/bromide.tif"
    off = [f"--{name}=none" for name in ("lens", "ca", "hot-pixels", "capture-sharpen")]
    return run(
        [program, "convert", dng, "-o", output, "-yq", "--depth", "float32", "--space", "rec2020", "--tone", "linear",
         "--demosaic", "rcd", "--highlight-mode", "clip", "--denoise", kind, *off], output)


def darktable(dng, folder, step=None):
    output, steps = f"{folder}/darktable.tif", f"{folder}/steps.xmp"
    if step:
        with open(steps, "w") as file:
            file.write(sidecar(*step))
    settings = ["plugins/darkroom/workflow=none", "plugins/darkroom/chromatic-adaptation=legacy",
                "plugins/imageio/format/tiff/bpp=32"]
    return run(
        ["darktable-cli", dng, *([steps] if step else []), output, "--icc-type", "LIN_REC2020", "--core",
         "--configdir", f"{folder}/darktable", "--cachedir", f"{folder}/darktable", "--library", ":memory:",
         *[part for setting in settings for part in ("--conf", setting)]], output)


# MARK: Comparison


def inner(planes):
    return planes[:, 8:-8, 8:-8]


def codes(linear):
    linear = np.clip(linear, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def decibels(made, matrix, truth):
    """All channels, luminance, and what is left of all without it."""
    difference = codes(np.tensordot(matrix, inner(made), 1)) - codes(inner(truth))
    luma = np.tensordot(LUMA, difference, 1)
    return [10 * np.log10(255 ** 2 / np.mean(d ** 2)) for d in (difference, luma, difference - luma)]


def matrix_of(made, truth):
    a, b = (inner(planes).reshape(3, -1) for planes in (made, truth))
    return b @ a.T @ np.linalg.inv(a @ a.T)


def compare(program, truth, noise, folder):
    linear = np.tensordot(from_camera(), truth, 1)
    noisy, clean = f"{folder}/noisy.dng", f"{folder}/clean.dng"
    write_dng(clean, mosaic(truth, 0, None), 0)
    write_dng(noisy, mosaic(truth, noise, np.random.default_rng(7)), noise)
    own, peer = bromide(program, clean, folder, "none"), darktable(clean, folder)
    rows = {}
    matrix = matrix_of(own, linear)
    rows["no noise, Bromide"] = decibels(own, matrix, linear)
    for kind in ("none", "light", "auto", "best"):
        rows[f"bromide --denoise {kind}"] = decibels(bromide(program, noisy, folder, kind), matrix, linear)
    matrix = matrix_of(peer, linear)
    rows["no noise, darktable"] = decibels(peer, matrix, linear)
    rows["darktable, undenoised"] = decibels(darktable(noisy, folder), matrix, linear)
    for mode, name in ((WAVELETS, "wavelets"), (NLM, "non-local means")):
        for strength in STRENGTHS[mode]:
            made = darktable(noisy, folder, (mode, strength, noise))
            rows[f"darktable, profiled {name}, strength {strength:g}"] = decibels(made, matrix, linear)
    return rows


def main():
    program, raws = sys.argv[1:3]
    noise = float(sys.argv[sys.argv.index("--noise") + 1]) if "--noise" in sys.argv else 1e-3
    scenes = HELD_OUT if "--held-out" in sys.argv else SCENES
    names, found = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name, truth in truths(raws, scenes):
            names.append(name)
            found.append(compare(program, truth, noise, folder))
            if "--quick" in sys.argv:
                break
    print(f"a = {noise:g}; " + ", ".join(names))
    print("| program | dB | luminance, colour | each |\n|---|---|---|---|")
    for row in found[0]:
        values = np.array([rows[row] for rows in found])
        mean = values.mean(0)
        each = ", ".join(f"{value:.2f}" for value in values[:, 0])
        print(f"| {row} | {mean[0]:.2f} | {mean[1]:.2f}, {mean[2]:.2f} | {each} |")


main()
