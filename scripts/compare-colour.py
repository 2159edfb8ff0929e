"""Compares Bromide's colours with colour-science, ffmpeg and Argyll: see scripts/compare-colour."""

import csv
import io
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")


def run(command, **options):
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def table(text):
    rows = list(csv.reader(io.StringIO(text)))
    return rows[0], rows[1:]


# --- spaces ---------------------------------------------------------------------------------------


def spaces(bromide):
    import colour
    import numpy as np

    RGB = colour.RGB_COLOURSPACES
    D65, D50 = np.array([0.3127, 0.3290]), None
    icc = np.array([0.9642, 1, 0.8249])
    D50 = icc[:2] / icc.sum()
    draw = random.Random(48)
    rgb = [[draw.uniform(-0.2, 1.2) for _ in range(3)] for _ in range(1500)]
    rgb += [[10 ** draw.uniform(-4, 1) for _ in range(3)] for _ in range(500)]
    rgb = np.array(rgb)
    lines = "".join("linear:%.17g,%.17g,%.17g\n" % tuple(c) for c in rgb)

    def XYZ(xy):
        return np.array([xy[0] / xy[1], 1, (1 - xy[0] - xy[1]) / xy[1]])

    bradford = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])

    def adapt(xyz, a, b):
        return xyz @ (
            np.linalg.inv(bradford) @ np.diag((bradford @ XYZ(b)) / (bradford @ XYZ(a))) @ bradford
        ).T

    def npm(name):
        c = RGB[name]
        # The white of ProPhoto files is the ICC's D50. ROMM RGB rounds it to four decimals.
        white = D50 if name == "ROMM RGB" else c.whitepoint
        return colour.normalised_primary_matrix(c.primaries, white), white

    srgb, _ = npm("sRGB")
    xyz = rgb @ srgb.T

    def odd(f):
        return lambda x: np.sign(x) * f(np.abs(x))

    m = colour.models
    # H.273 defines the constants of BT.2020 by a continuous slope. colour-science has them with four decimals.
    beta = 0.018053968510807
    smooth = colour.utilities.Structure(alpha=lambda _: 1 + 5.5 * beta, beta=lambda _: beta)
    # Spaces by name: colour-science's primaries, and its curve, continued oddly below black where codes begin at 0.
    encoded = {
        "srgb": ("sRGB", odd(m.eotf_inverse_sRGB)),
        "display-p3": ("Display P3", odd(m.eotf_inverse_sRGB)),
        "adobe-rgb": ("Adobe RGB (1998)", odd(lambda x: x ** (256 / 563))),
        "rec2020": ("ITU-R BT.2020", odd(lambda x: m.oetf_BT2020(x, constants=smooth))),
        "prophoto": ("ROMM RGB", odd(lambda x: np.where(x < 1 / 512, 16 * x, x ** (1 / 1.8)))),
        "dci-p3": ("DCI-P3", odd(lambda x: x ** (1 / 2.6))),
        "acescct": ("ACEScct", m.log_encoding_ACEScct),
        "logc3": ("ARRI Wide Gamut 3", lambda x: m.log_encoding_ARRILogC3(
            x, firmware="SUP 3.x", method="Linear Scene Exposure Factor", EI=800)),
        "logc4": ("ARRI Wide Gamut 4", m.log_encoding_ARRILogC4),
        "slog3": ("S-Gamut3.Cine", m.log_encoding_SLog3),
        "vlog": ("V-Gamut", m.log_encoding_VLog),
        "flog2": ("F-Gamut", m.log_encoding_FLog2),
        "nlog": ("N-Gamut", m.log_encoding_NLog),
        "clog3": ("Cinema Gamut", m.log_encoding_CanonLog3),
    }
    linear = {"aces2065-1": "ACES2065-1", "acescg": "ACEScg"}
    whites = {
        "a": "A", "c": "C", "d50": None, "d55": "D55", "d60": "D60", "d65": None, "d75": "D75", "e": "E",
    }
    names = list(encoded) + list(linear) + ["xyz", "lab", "luv", "oklab", "ictcp", "jzazbz"]
    names += ["lab-" + w for w in whites]
    out = run([bromide, "colour", "-", "--unclipped", "--format", "csv", "--space", ",".join(names)],
              input=lines, text=True)
    header, rows = table(out)
    got = {n: np.array([[float(r[header.index(h)]) for h in header if h.startswith(n + ".")] for r in rows[: len(rgb)]])
           for n in names}
    print(f"{'space':12} {'values':>7} {'largest deviation':>18}   printed to")

    def report(name, ours, theirs, where=None, digits=3):
        gap = np.abs(ours - theirs)
        gap = gap[np.isfinite(gap)] if where is None else gap[where & np.isfinite(gap)]
        print(f"{name:12} {gap.size:7} {gap.max():18.6f}   {10 ** -digits:g}")

    for name, (theirs, curve) in encoded.items():
        matrix, white = npm(theirs)
        light = adapt(xyz, D65, white) @ np.linalg.inv(matrix).T
        # N-Log has no code in colour-science below its root.
        where = light > -0.0075 if name == "nlog" else None
        report(name, got[name], 255 * curve(light), where)
    for name, theirs in linear.items():
        matrix, white = npm(theirs)
        report(name, got[name], adapt(xyz, D65, white) @ np.linalg.inv(matrix).T, digits=6)
    report("xyz", got["xyz"], xyz, digits=6)
    lab = colour.XYZ_to_Lab(adapt(xyz, D65, D50), D50)
    report("lab", got["lab"], lab)
    for w, standard in whites.items():
        if w == "d60":
            xy = np.array([0.32168, 0.33767])
        elif w == "e":
            xy = np.array([1 / 3, 1 / 3])
        else:
            xy = {"d50": D50, "d65": D65}.get(w)
            if xy is None:
                xy = colour.CCS_ILLUMINANTS["CIE 1931 2 Degree Standard Observer"][standard]
        report("lab-" + w, got["lab-" + w], colour.XYZ_to_Lab(adapt(xyz, D65, xy), xy))
    positive = (xyz > 0).all(axis=1)[:, None] & np.ones(3, bool)
    report("luv", got["luv"], colour.XYZ_to_Luv(xyz, D65), positive)
    # B. Ottosson's published code for linear sRGB. colour-science begins with XYZ, under a D65 of other decimals.
    to_lms = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                       [0.0883024619, 0.2817188376, 0.6299787005]])
    report("oklab", got["oklab"], np.cbrt(rgb @ to_lms.T) @ m.oklab.MATRIX_2_LMS_TO_LAB.T, digits=6)
    wide, _ = npm("ITU-R BT.2020")
    light = xyz @ np.linalg.inv(wide).T * 203
    inside = (light >= 0).all(axis=1)[:, None] & np.ones(3, bool)
    report("ictcp", got["ictcp"], m.RGB_to_ICtCp(np.maximum(light, 0), L_p=10000), inside, digits=6)
    report("jzazbz", got["jzazbz"], colour.XYZ_to_Jzazbz(np.maximum(xyz, 0) * 203), inside, digits=6)

    print()
    pairs = {k: [] for k in ("deltaE2000", "deltaE76", "deltaE94", "deltaECMC", "deltaEITP")}
    theirs = {k: [] for k in pairs}
    count = 0
    for _ in range(20):
        labs = np.array([[draw.uniform(1, 99), draw.uniform(-90, 90), draw.uniform(-90, 90)] for _ in range(101)])
        text = "".join("lab:%.17g,%.17g,%.17g\n" % tuple(c) for c in labs)
        header, rows = table(run([bromide, "colour", "-", "--format", "csv"], input=text, text=True))
        one, two = labs[0], labs[1:]
        for k in pairs:
            pairs[k] += [float(r[header.index(k)]) for r in rows[1:]]
        theirs["deltaE2000"] += list(colour.difference.delta_E_CIE2000(one, two))
        theirs["deltaE76"] += list(colour.difference.delta_E_CIE1976(one, two))
        theirs["deltaE94"] += list(colour.difference.delta_E_CIE1994(one, two))
        theirs["deltaECMC"] += list(colour.difference.delta_E_CMC(one, two, l=2, c=1))

        def itp(l):
            light = adapt(colour.Lab_to_XYZ(l, D50), D50, D65) @ np.linalg.inv(wide).T
            return m.RGB_to_ICtCp(np.maximum(light, 0) * 203, L_p=10000), (light >= 0).all(axis=-1)

        (a, inside), (b, all_inside) = itp(one), itp(two)
        gap = colour.difference.delta_E_ITP(a, b)
        theirs["deltaEITP"] += [g if inside and i else np.nan for g, i in zip(gap, all_inside)]
        count += 100
    for k in pairs:
        report(k, np.array(pairs[k]), np.array(theirs[k]), digits=4)


# --- scopes ---------------------------------------------------------------------------------------


def scopes(bromide):
    """Counts of each column and code, with ffmpeg's waveform and vectorscope of the same frames."""
    draw = random.Random(6)
    width, height = 64, 48
    total = worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("noise", "smooth"):
            planes = []
            for _ in range(3):
                if kind == "noise":
                    planes.append(bytes(draw.randrange(256) for _ in range(width * height)))
                else:
                    base, slope = draw.randrange(40, 120), draw.uniform(0.5, 2)
                    planes.append(bytes(int(base + slope * (i % width)) & 255 for i in range(width * height)))
            path = os.path.join(folder, f"{kind}_{width}x{height}.yuv444p")
            open(path, "wb").write(b"".join(planes))
            for scope, form in (
                ("waveform", "waveform=mode=column:mirror=0:filter=lowpass:intensity=0.00393:components=1"),
                ("vectorscope", "vectorscope=mode=gray:intensity=0.00393"),
            ):
                theirs = run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv444p", "-s",
                              f"{width}x{height}", "-i", path, "-vf", form, "-frames:v", "1",
                              "-f", "rawvideo", "-pix_fmt", "yuv444p", "-"])
                picture = os.path.join(folder, "scope.png")
                text = run([bromide, "sample", path, f"--{scope}", picture, "-y", "--range", "limited",
                            "--format", "csv"], text=True)
                header, rows = table(text)
                ours = {(int(r[3]), int(r[4])): int(r[5]) for r in rows}
                columns = width if scope == "waveform" else 256
                for x, code in itertools.product(range(columns), range(256)):
                    # ffmpeg adds 1 for each pixel; a waveform has code 0 at the top without mirror, and Cr grows upwards.
                    y = code if scope == "waveform" else 255 - code
                    their = theirs[y * columns + x]
                    our = min(ours.get((x, code), 0), 255)
                    total += 1
                    worst = max(worst, abs(our - their))
                print(f"{scope:12} {kind:7} {columns * 256:7} places, largest deviation so far {worst}")
            rgb = os.path.join(folder, f"{kind}_{width}x{height}.rgb24")
            open(rgb, "wb").write(bytes(itertools.chain.from_iterable(zip(*planes))))
            form = "waveform=mode=column:mirror=0:filter=lowpass:intensity=0.00393:components=7:display=parade"
            theirs = run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
                          "-i", rgb, "-vf", "format=gbrp," + form, "-frames:v", "1", "-f", "rawvideo",
                          "-pix_fmt", "gbrp", "-"])
            header, rows = table(run([bromide, "sample", rgb, "--parade", picture, "-y", "--format", "csv"], text=True))
            ours = {(int(r[2]), int(r[3]), int(r[4])): int(r[5]) for r in rows}
            # ffmpeg keeps red in its third plane, and draws it in the first part.
            for part, plane in enumerate((2, 0, 1)):
                for x, code in itertools.product(range(width), range(256)):
                    their = theirs[(plane * 256 + code) * 3 * width + part * width + x]
                    total += 1
                    worst = max(worst, abs(ours.get((part, x, code), 0) - their))
            print(f"{'parade':12} {kind:7} {3 * width * 256:7} places, largest deviation so far {worst}")
    print(f"{total} places, largest deviation {worst}")


# --- tones ----------------------------------------------------------------------------------------


def tones(bromide):
    """Grey light of PQ and HLG clips, tone-mapped by BT.2390 in libplacebo and in Bromide."""
    import colour
    import numpy as np

    eotf, eotf_inverse = colour.models.eotf_ST2084, colour.models.eotf_inverse_ST2084
    codes = np.arange(64, 941, 4)
    width, height = 8 * len(codes) + len(codes) % 2 * 8, 16
    luma = np.full((height, width), 64, np.uint16)
    for i, code in enumerate(codes):
        luma[:, 8 * i : 8 * i + 8] = code
    chroma = np.full(height // 2 * (width // 2), 512, np.uint16).tobytes()
    middle = slice(4, 8 * len(codes), 8)
    display = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,0):max-cll=1000,400"
    with tempfile.TemporaryDirectory() as folder:
        for name, transfer, x265 in (("PQ", "smpte2084", ":" + display), ("HLG", "arib-std-b67", "")):
            clip = os.path.join(folder, name + ".mp4")
            run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", f"{width}x{height}", "-i", "-",
                 "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-c:v", "libx265",
                 "-x265-params", "log-level=error:lossless=1" + x265, clip], input=luma.tobytes() + 2 * chroma)
            # A knee of 0.5 is BT.2390's. libplacebo also lifts black to a thousandth of white (BT.2390, step 3).
            mapped = run(["ffmpeg", "-v", "error", "-init_hw_device", "vulkan=vk:0", "-filter_hw_device", "vk", "-i", clip,
                          "-vf", "format=yuv420p10le,hwupload,libplacebo=tonemapping=bt.2390:tonemapping_param=0.5:"
                          "tonemapping_mode=max:peak_detect=false:dithering=none:color_primaries=bt709:color_trc=linear:"
                          "format=rgba64,hwdownload,format=rgba64", "-frames:v", "1", "-f", "rawvideo", "-"])
            theirs = np.frombuffer(mapped, np.uint16).reshape(height, width, 4)[height // 2, middle, 0] / 65535
            path = os.path.join(folder, "o.rgb")
            run([bromide, "render", clip, "--frame", "0", "--raw", path, "--depth", "16", "--space", "linear-srgb", "-q", "-y"])
            ours = np.fromfile(path, np.uint16).reshape(height, width, 3)[height // 2, middle, 0] / 65535
            top = eotf_inverse(1000)
            code = eotf_inverse(203 * ours) / top
            lifted = eotf(top * (code + eotf_inverse(0.203) / top * (1 - code) ** 4)) / 203
            gap = np.abs(lifted - theirs)
            worst = int(gap.argmax())
            print(f"{name:4} {len(codes)} greys, largest deviation {gap[worst]:.5f} of white (code {codes[worst]}: "
                  f"{lifted[worst]:.5f}, libplacebo {theirs[worst]:.5f})")


# --- profile --------------------------------------------------------------------------------------


def profile(bromide, photo, chart="colorchecker24"):
    """Leave-one-out errors of Bromide's profile and of Argyll's on the same patches."""
    import colour
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        dcp = os.path.join(folder, "camera.dcp")
        text = run([bromide, "profile", photo, "--chart", chart, "--illuminant", "d50", "-o", dcp], text=True)
        print("Bromide:", text.strip())
        left = re.search(r"left out: (.*)", text)
        left = set(left.group(1).split(", ")) if left else set()
        header, rows = table(run([bromide, "sample", "chart", chart, photo, "--space", "camera", "--format", "csv"], text=True))
        column = header.index
        patches = [
            (r[column("name")], [float(r[column("camera." + c)]) for c in "rgb"],
             [float(r[column("reference." + c)]) for c in "Lab"])
            for r in rows
        ]
        patches = [p for p in patches if p[0] not in left]
        # Balanced by the neutral patches, and as bright as the chart, as Bromide does it.
        neutral = [p for p in patches if np.hypot(*p[2][1:]) < 4 and p[2][0] > 15]
        white = np.mean([np.array(p[1]) / (colour.Lab_to_XYZ(p[2])[1]) for p in neutral], axis=0)
        values = {n: np.array(c) / white for n, c, _ in patches}
        lab = {n: l for n, _, l in patches}

        def ti3(names, path):
            fields = "SAMPLE_ID RGB_R RGB_G RGB_B LAB_L LAB_A LAB_B"
            lines = ["CTI3", "", 'DESCRIPTOR "patches"', 'DEVICE_CLASS "INPUT"', 'COLOR_REP "LAB_RGB"', "",
                     "NUMBER_OF_FIELDS 7", "BEGIN_DATA_FORMAT", fields, "END_DATA_FORMAT", "",
                     f"NUMBER_OF_SETS {len(names)}", "BEGIN_DATA"]
            for n in names:
                lines.append(" ".join([n] + ["%.6f" % (100 * min(v, 1)) for v in values[n]] + ["%.5f" % v for v in lab[n]]))
            open(path, "w").write("\n".join(lines + ["END_DATA", ""]))

        def look_up(icc, names, intent):
            feed = "".join("%.6f %.6f %.6f\n" % tuple(np.minimum(values[n], 1)) for n in names)
            out = run(["xicclu", "-ff", intent, "-pl", icc], input=feed, text=True)
            found = re.findall(r"-> (?:Lut|Matrix|MatrixFwd|\w+) ?-?>? ?([-\d.]+) ([-\d.]+) ([-\d.]+) \[Lab\]", out)
            return [list(map(float, f)) for f in found]

        def predict(algorithm, train, test):
            base = os.path.join(folder, "fit")
            ti3(train, base + ".ti3")
            run(["colprof", "-a" + algorithm, "-qm", "-u", "-D", "x", base])
            return look_up(base + (".icc" if os.path.exists(base + ".icc") else ".icm"), test, "-ia")

        # The written files, read by other programs. A profile has no exposure and no flare.
        flare = re.search(r"flare ([-\d.,]+) subtracted", text)
        flare = np.array([float(n) for n in flare.group(1).split(",")]) if flare else np.zeros(3)
        tags = json.loads(run(["exiftool", "-j", "-n", dcp], text=True))[0]
        numbers = {k: np.array([float(n) for n in tags[k].split()]).reshape(3, 3) for k in ("ColorMatrix1", "ForwardMatrix1")}
        d50 = np.array([0.9642, 1, 0.8249])
        device = {n: (np.array(c) - flare) / (numbers["ColorMatrix1"] @ d50) for n, c, _ in patches}
        scale = 1 / np.mean([device[n] / colour.Lab_to_XYZ(lab[n])[1] for n, _, _ in neutral])

        def best(predicted):
            return min(np.mean([colour.difference.delta_E_CIE2000(lab[n], p) for n, p in zip(lab, predicted(s * scale))])
                       for s in np.geomspace(0.8, 1.25, 61))

        by_tags = best(lambda s: [colour.XYZ_to_Lab(numbers["ForwardMatrix1"] @ (s * v), d50[:2] / d50.sum())
                                  for v in device.values()])
        print(f"DCP by ExifTool, matrix: fitted {by_tags:.2f}")
        icc = os.path.join(folder, "camera.icc")
        run([bromide, "profile", photo, "--chart", chart, "--illuminant", "d50", "-o", icc], text=True)

        def through_icc(s):
            values.update({n: s * v for n, v in device.items()})
            return look_up(icc, list(device), "-ir")

        kept = dict(values)
        print(f"ICC by Argyll: fitted {best(through_icc):.2f}")
        values.update(kept)
        print(f"{'Argyll':8} {'fitted':>8} {'cross-validated':>16}")
        for algorithm in ("m", "g", "G", "s", "S"):
            names = list(values)
            try:
                fitted = [colour.difference.delta_E_CIE2000(lab[n], f)
                          for n, f in zip(names, predict(algorithm, names, names))]
                cross = []
                for n in names:
                    found = predict(algorithm, [o for o in names if o != n], [n])
                    cross.append(colour.difference.delta_E_CIE2000(lab[n], found[0]))
            except (SystemExit, IndexError) as error:
                print(f"-a{algorithm:6} no result: {str(error)[:100]}")
                continue
            print(f"-a{algorithm:6} {np.mean(fitted):8.2f} {np.mean(cross):16.2f}")


if __name__ == "__main__":
    bromide, command, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
    {"spaces": spaces, "scopes": scopes, "profile": profile, "tones": tones}[command](bromide, *arguments)
