#!/usr/bin/env python3
"""Measures `bromide preview` on the loopback address: usage: preview.py PROGRAM BENCH [--size WxH] [--width PX] [--runs N].

PROGRAM is bromide-serve, BENCH the benchmark that makes photos. For raws without compression and in lossless JPEG, as a photo
in a timeline, as photos in turn, and by itself: the time from a request to the whole picture, cold (nothing of it was asked for in this
size or of this photo) and warm. Medians, and in brackets the slowest.
"""
import argparse
import http.client
import os
import shutil
import statistics
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("bench")
parser.add_argument("--size", default="6000x4000")
parser.add_argument("--width", type=int, default=1280)
parser.add_argument("--runs", type=int, default=9)
options, _ = parser.parse_known_args()
memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
work = tempfile.mkdtemp(prefix="bench-preview-", dir=memory)


class Preview:
    """The program on a path, until it is left; what it shows has been opened."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        self.process = subprocess.Popen(
            [options.program, "--preview", self.path, "--quiet"], stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        host, self.base = address.removeprefix("http://").split("/", 1)
        self.connection = http.client.HTTPConnection(host)
        self.get("changes?after=0")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def get(self, target):
        """Milliseconds until the whole answer is here, and its bytes."""
        began = time.perf_counter()
        self.connection.request("GET", f"/{self.base}{target}")
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        return 1000 * (time.perf_counter() - began), body


def told(times):
    return f"{statistics.median(times):.0f} ({max(times):.0f})"


def frame(preview, n, width=options.width):
    return preview.get(f"frame?n={n}&width={width}&height=4000")[0]


print("| photo | shown as | cold, ms | warm, ms |\n|---|---|---|---|")
for coding, words in [("plain", "uncompressed"), ("tiles", "lossless JPEG in tiles"), ("canon", "lossless JPEG in one piece")]:
    photos = os.path.join(work, coding)
    os.mkdir(photos)
    first = os.path.join(photos, "0.dng")
    subprocess.run([options.bench, "photos", "--size", options.size, "--coding", coding, first], check=True)
    for i in range(1, options.runs):
        shutil.copy(first, os.path.join(photos, f"{i}.dng"))

    for name, tracks in [("a course of exposure", "exposure: [{from: -1, to: 1}]"),
                         ("a zoom to the half", "crop: [{from: [0, 0, 1, 1], to: [0.2, 0.3, 0.5, 0.5]}]")]:
        document = os.path.join(work, "one.yaml")
        with open(document, "w") as file:
            file.write(f"size: {options.size}\nsources: [{{photo: {first}, duration: 100f, tracks: {{{tracks}}}}}]\n")
        cold, warm = [], []
        for _ in range(options.runs):
            with Preview(document) as preview:
                cold.append(frame(preview, 0))
                warm += [frame(preview, n) for n in range(1, 21)]
        print(f"| {words} | {name} | {told(cold)} | {told(warm)} |", flush=True)

    turn = os.path.join(work, "turn.yaml")
    with open(turn, "w") as file:
        file.write(f"sources: [{{sequence: {photos}}}]\n")
    cold, warm = [], []
    with Preview(turn) as preview:
        # Of the first, whatever comes but once.
        frame(preview, 0)
        cold += [frame(preview, n) for n in range(1, options.runs)]
        warm += [frame(preview, n) for _ in range(3) for n in range(1, options.runs)]
    print(f"| {words} | photos in turn | {told(cold)} | {told(warm)} |", flush=True)

    cold, warm = [], []
    for i in range(options.runs):
        with Preview(os.path.join(photos, f"{i}.dng")) as preview:
            cold.append(frame(preview, 0))
            # Another size each time: pictures that were made are kept.
            warm += [frame(preview, 0, options.width - 16 * step) for step in range(1, 6)]
    print(f"| {words} | by itself | {told(cold)} | {told(warm)} |", flush=True)
shutil.rmtree(work)
