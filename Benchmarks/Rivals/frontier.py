"""Draws what `scripts/bench demosaic --jsonl` measured, quality over time, as SVG: frontier.py < LINES > PICTURE"""

import json
import math
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 380, 52, 24, 34, 44
TINTS = {"Bayer": "#2b6cb0", "X-Trans": "#c05621", "LibRaw": "#8a8f98"}


def read(lines):
    """The means of the reduced photographs without and with noise, and milliseconds; by method."""
    means, times = {"no": [], "yes": []}, {}
    for line in lines:
        if not line.startswith("{"):
            continue
        row = json.loads(line)
        if "method" in row:
            times[row["method"]] = row["ms"]
        elif row.get("picture", "").startswith("mean of these"):
            means[row["noise"]].append(row)
    # Made-up scenes, single cells, and last the reduced photographs.
    return means["no"][-1], means["yes"][-1], times


def kind(method):
    if method.startswith("libraw"):
        return "LibRaw"
    return "X-Trans" if method.startswith("X ") or method == "xtrans" else "Bayer"


def panel(left, title, quality, times):
    points = [(times[name], quality[name + " sRGB"], name) for name in times if name + " sRGB" in quality]
    first, last = (math.floor(min(math.log10(p[0]) for p in points)), math.ceil(max(math.log10(p[0]) for p in points)))
    low, high = math.floor(min(p[1] for p in points)) - 1, math.ceil(max(p[1] for p in points)) + 1
    def x(ms):
        return left + LEFT + (math.log10(ms) - first) / (last - first) * (WIDTH - LEFT - RIGHT)
    def y(decibels):
        return TOP + (high - decibels) / (high - low) * (HEIGHT - TOP - BOTTOM)
    yield f'<text x="{left + LEFT}" y="20" font-weight="bold">{title}</text>'
    for power in range(first, last + 1):
        at = x(10**power)
        name = f"{10**power} ms" if power < 3 else f"{10**(power - 3)} s"
        yield f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e2e5ea"/>'
        yield f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{name}</text>'
    for decibels in range(low, high + 1, 2):
        yield f'<path d="M{left + LEFT} {y(decibels):.1f}H{left + WIDTH - RIGHT}" stroke="#e2e5ea"/>'
        yield f'<text x="{left + LEFT - 6}" y="{y(decibels) + 4:.1f}" text-anchor="end">{decibels} dB</text>'
    for own in ("Bayer", "X-Trans"):
        best, path = -math.inf, []
        for ms, decibels, name in sorted(points):
            if kind(name) == own and decibels > best:
                best = decibels
                path.append(f"{x(ms):.1f} {y(decibels):.1f}")
        yield f'<path d="M{"L".join(path)}" fill="none" stroke="{TINTS[own]}" stroke-opacity="0.5"/>'
    taken = []
    for ms, decibels, name in sorted(points, key=lambda p: -p[1]):
        at, up = x(ms), y(decibels)
        yield f'<circle cx="{at:.1f}" cy="{up:.1f}" r="4" fill="{TINTS[kind(name)]}"/>'
        text = name.removeprefix("libraw ")
        wide = 6.2 * len(text)
        isRight = at + wide + 8 < left + WIDTH - RIGHT
        line = up + 4
        while any(abs(line - other) < 12 and abs(at - where) < 70 for where, other in taken):
            line += 4
        taken.append((at, line))
        anchor = f'x="{at + 7:.1f}"' if isRight else f'x="{at - 7:.1f}" text-anchor="end"'
        yield f'<text {anchor} y="{line:.1f}" fill="{TINTS[kind(name)]}">{text}</text>'


def main():
    clean, noisy, times = read(sys.stdin)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="11" fill="#444">')
    print(f'<rect width="{2 * WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    for left, title, quality in ((0, "without noise", clean), (WIDTH, "with noise", noisy)):
        print("\n".join(panel(left, title, quality, times)))
    for index, (name, tint) in enumerate(TINTS.items()):
        print(f'<circle cx="{LEFT + 120 * index + 5}" cy="{HEIGHT - 12}" r="4" fill="{tint}"/>')
        print(f'<text x="{LEFT + 120 * index + 14}" y="{HEIGHT - 8}">{name}{"" if name == "LibRaw" else ", own"}</text>')
    print("</svg>")


main()
