#!/usr/bin/env python3
"""Measures `bromide serve` on the loopback address: usage: serve.py PROGRAM BENCH [--size WxH] [--seconds N] [--only PART].

PROGRAM is bromide-serve, BENCH the benchmark that makes photos. Parts: cold, warm, thumbnails, frames, garbage, iipsrv. Needs wrk
and cc; iipsrv also iipimage-server, lighttpd and libvips-tools, and is left out without them.
"""
import argparse
import http.client
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("bench")
parser.add_argument("--size", default="6000x4000")
parser.add_argument("--seconds", type=float, default=8)
parser.add_argument("--copies", type=int, default=100)
parser.add_argument("--only", action="append")
options, _ = parser.parse_known_args()
width, height = map(int, options.size.split("x"))
memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
work = tempfile.mkdtemp(prefix="bench-serve-", dir=memory)
photos = os.path.join(work, "photos")
os.mkdir(photos)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def wants(part):
    return not options.only or part in options.only


class Server:
    """The program on a folder, until it is left."""

    def __init__(self, *flags):
        self.flags = flags

    def __enter__(self):
        self.process = subprocess.Popen(
            [options.program, photos, "--port", "0", "--quiet", *self.flags], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def get(self, path):
        """Seconds until the whole answer is here, and its bytes."""
        began = time.perf_counter()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        body = answer.read()
        took = time.perf_counter() - began
        if answer.status != 200:
            sys.exit(f"bench serve: {path}: {answer.status} {body[:200]!r}")
        return took, body


def milliseconds(times):
    times = sorted(1000 * t for t in times)

    def share(part):
        return times[min(len(times) - 1, int(part * len(times)))]

    return f"p50 {statistics.median(times):.1f} ms, p90 {share(.9):.1f}, p99 {share(.99):.1f}, worst of {len(times)} {times[-1]:.1f}"


def make(name, coding, copies):
    first = os.path.join(photos, f"{name}-0.dng")
    subprocess.run([options.bench, "photos", "--size", options.size, "--coding", coding, first], check=True)
    for index in range(1, copies):
        os.link(first, os.path.join(photos, f"{name}-{index}.dng"))


def tile(index):
    """A place for a tile of 512 × 512, another one for each photo."""
    columns, rows = (width - 512) // 97, (height - 512) // 89
    return f"{index * 37 % columns * 97},{index * 53 % rows * 89},512,512"


def wrk(port, paths, prefix=""):
    """Requests a second of wrk with four connections that ask for the paths in turn."""
    script = os.path.join(work, "paths.lua")
    with open(script, "w") as file:
        quoted = ", ".join(f'"{prefix}{path}"' for path in paths)
        file.write(f"local paths = {{{quoted}}}\nlocal i = 0\nrequest = function()\n  i = i % #paths + 1\n"
                   "  return wrk.format('GET', paths[i])\nend\n"
                   "response = function(status) if status ~= 200 then print('REJECTED ' .. status) end end\n")
    out = subprocess.run(
        ["wrk", "-t1", "-c4", f"-d{options.seconds:.0f}s", "-s", script, f"http://127.0.0.1:{port}/"],
        check=True, capture_output=True, text=True).stdout
    if "REJECTED" in out:
        sys.exit("bench serve: a request of wrk was rejected")
    return float(next(line for line in out.splitlines() if "Requests/sec" in line).split()[1])


grid = [f"{x},{y},512,512" for y in range(0, height - 511, 512) for x in range(0, width - 511, 512)]


def cold():
    with Server() as server:
        server.get(f"/iiif/tiles-0.dng/{tile(0)}/max/0/default.jpg")
        times = [server.get(f"/iiif/tiles-{i}.dng/{tile(i)}/max/0/default.jpg")[0] for i in range(1, options.copies)]
        row(f"tile of 512×512 at full scale, photo not yet opened ({options.copies - 1} photos, another place in each)", milliseconds(times))
    with Server() as server:
        times = [server.get(f"/iiif/tiles-{i}.dng/info.json")[0] for i in range(options.copies)]
        row("info.json, photo not yet opened", milliseconds(times[1:]))
        times = [server.get(f"/iiif/tiles-0.dng/{place}/max/0/default.jpg")[0] for place in grid]
        row("every tile of one photo in turn, its first five not counted", milliseconds(times[5:]))


def warm():
    with Server() as server:
        paths = [f"/iiif/tiles-0.dng/{place}/max/0/default.jpg" for place in grid]
        for path in paths:
            server.get(path)
        row("one tile again and again", f"{wrk(server.port, paths[:1]):.0f} a second")
        row(f"{len(paths)} tiles in turn", f"{wrk(server.port, paths):.0f} a second")


def thumbnails():
    for name, path in [("preview", "/v1/preview/preview-{}.dng?size=320"), ("tiles", "/iiif/tiles-{}.dng/full/!300,300/0/default.jpg")]:
        what = "embedded preview, 320 pixels" if name == "preview" else "developed whole picture, 300 pixels"
        with Server() as server:
            times = [server.get(path.format(i))[0] for i in range(min(40, options.copies))]
            row(f"{what}, photo not yet opened", milliseconds(times[1:]))


def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def frame_request(across, down):
    """A `FramesRequest` of one NV12 frame and one point, written by hand: field numbers are those of bromide.proto."""
    import re
    proto = open(os.path.join(root, "Sources/Server/Messages/bromide.proto")).read()

    def field(message, name):
        body = re.search(r"message " + message + r" \{(.*?)\n\}", proto, re.S).group(1)
        return int(re.search(r"\b" + name + r" = (\d+);", body).group(1))

    def sized(number, data):
        return varint(number << 3 | 2) + varint(len(data)) + data

    def text(name, value):
        return sized(field("FramesRequest", name), value.encode())

    import struct
    point = b"".join(varint(field("Point", axis) << 3 | 1) + struct.pack("<d", .5) for axis in ("x", "y"))
    planes = os.urandom(across * down * 3 // 2)
    body = text("layout", "nv12") + text("spaces", "lab") + sized(field("FramesRequest", "points"), point)
    for name, value in [("width", across), ("height", down)]:
        body += varint(field("FramesRequest", name) << 3) + varint(value)
    body += sized(field("FramesRequest", "frames"), sized(field("Frame", "planes"), planes))
    head = f"POST /v1/frames HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def frames():
    client = os.path.join(work, "frames")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-D_GNU_SOURCE", "-o", client, os.path.join(root, "Benchmarks/Rivals/frames.c")], check=True)
    with Server() as server:
        for name, across, down in [("1080p", 1920, 1080), ("4K", 3840, 2160)]:
            request = os.path.join(work, "request")
            with open(request, "wb") as file:
                file.write(frame_request(across, down))
            command = [client, str(server.port), request, str(options.seconds)]
            one = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
            both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
            two = sum(float(client.communicate()[0]) for client in both)
            row(f"NV12 {name} with one point, one client; two", f"{one} a second; {two:.1f}")


def garbage():
    name = "67352ccc-d1b0-11e1-89ae-279075081939.dng"
    os.link(os.path.join(photos, "tiles-0.dng"), os.path.join(photos, name))
    with Server("--cache", "64M", "--memory", "128M", "--most-body", "32M", "--inbox", "new") as server:
        out = subprocess.run(
            [sys.executable, os.path.join(root, "scripts/serve-abuse.py"), str(server.port), str(server.process.pid), "64",
             str(min(60, 7.5 * options.seconds))], check=True, capture_output=True, text=True).stdout.strip().replace("\n", "; ")
        row(f"abuse for {min(60, 7.5 * options.seconds):.0f} s", out)


def iipsrv():
    program = "/usr/lib/iipimage-server/iipsrv.fcgi"
    missing = [name for name in ("lighttpd", "vips") if not (shutil.which(name) or os.path.exists(f"/usr/sbin/{name}"))]
    if missing or not os.path.exists(program):
        row("iipsrv", "not installed")
        return
    folder = os.path.join(work, "iip")
    os.mkdir(folder)
    with Server() as server:
        with open(os.path.join(work, "whole.png"), "wb") as file:
            file.write(server.get("/iiif/tiles-0.dng/full/max/0/default.png")[1])
    began = time.perf_counter()
    subprocess.run(["vips", "tiffsave", os.path.join(work, "whole.png"), os.path.join(folder, "p.tif"), "--tile", "--pyramid",
                    "--compression", "jpeg", "--Q", "92", "--tile-width", "512", "--tile-height", "512"], check=True)
    row("iipsrv's file made by vips of the developed picture (bromide serves the raw itself)", f"{time.perf_counter() - began:.2f} s")
    port = 8791
    settings = os.path.join(work, "lighttpd.conf")
    with open(settings, "w") as file:
        file.write(f'''server.modules = ("mod_fastcgi")
server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{work}"
fastcgi.server = ("/fcgi" => ("iip" => ("socket" => "{work}/iip.socket", "check-local" => "disable", "bin-path" => "{program}",
  "min-procs" => 2, "max-procs" => 2, "bin-environment" => ("FILESYSTEM_PREFIX" => "{folder}/", "MAX_IMAGE_CACHE_SIZE" => "256",
  "JPEG_QUALITY" => "92", "VERBOSITY" => "0", "LOGFILE" => "/dev/null"))))
''')
    front = subprocess.Popen([shutil.which("lighttpd") or "/usr/sbin/lighttpd", "-D", "-f", settings])
    try:
        time.sleep(1)
        paths = [f"/fcgi/iipsrv.fcgi?IIIF=p.tif/{place}/512,/0/default.jpg" for place in grid]
        connection = http.client.HTTPConnection("127.0.0.1", port)
        times = []
        for path in paths:
            began = time.perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            if answer.status != 200 or not answer.read().startswith(b"\xff\xd8"):
                sys.exit(f"bench serve: iipsrv: {path}: {answer.status}")
            times.append(time.perf_counter() - began)
        row("iipsrv, every tile for the first time", milliseconds(times))
        row("iipsrv, one tile again and again", f"{wrk(port, paths[:1]):.0f} a second")
        row(f"iipsrv, {len(paths)} tiles in turn", f"{wrk(port, paths):.0f} a second")
    finally:
        front.terminate()
        front.wait()


try:
    print(f"A DNG of {options.size} in lossless JPEG tiles, on {os.cpu_count()} cores, loopback, client on the same machine.\n")
    row("what", "measured")
    row("---", "---")
    make("tiles", "tiles", options.copies)
    if wants("thumbnails"):
        make("preview", "preview", min(40, options.copies))
    for name in ["cold", "warm", "thumbnails", "frames", "iipsrv", "garbage"]:
        if wants(name):
            globals()[name]()
finally:
    shutil.rmtree(work)
