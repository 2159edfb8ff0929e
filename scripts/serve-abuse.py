#!/usr/bin/env python3
"""Abuses a server of `bromide serve` while a good client uses it.

usage: serve-abuse.py PORT PID CACHE_MB SECONDS [--same-address]

The server serves the chart of test-serve, with --inbox new. Rude clients send slow heads and bodies, hold 2000 connections, send
many requests ahead, send garbage, close before the answer comes, never read, and upload bombs and ask for them. They call from
127.0.0.2 to 127.0.0.9; with --same-address from the good client's address. The same seed sends the same requests.

Fails if an answer to the good client is not the answer from before the abuse, if the slowest hundredth of them takes longer than a
second, if server and workers ever take more than CACHE_MB and 300 MB, if a descriptor stays open, or if the server needs more than
ten seconds to end.
"""
import asyncio
import logging
import multiprocessing
import os
import random
import resource
import signal
import socket
import struct
import sys
import time
import zlib

port, process, cache, seconds = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
sources = ["127.0.0.1"] if "--same-address" in sys.argv else [f"127.0.0.{last}" for last in range(2, 10)]
picture = "67352ccc-d1b0-11e1-89ae-279075081939.dng"
head = "Host: localhost\r\n"


def get(target, method="GET", more=""):
    return f"{method} {target} HTTP/1.1\r\n{head}{more}\r\n".encode()


# MARK: Bombs

def png_bomb(side):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(bytes(side + 1)) for _ in range(side)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def tiff_bomb(side):
    """All strips are the same compressed one."""
    strip, lines = zlib.compress(bytes(side * 400), 9), side // 400
    place = 200
    entries = [(256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1),
               (273, 4, lines, place), (277, 3, 1, 1), (278, 4, 1, 400), (279, 4, lines, place + 4 * lines)]
    file = b"II*\0" + struct.pack("<IH", 8, len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
    file += bytes(place - len(file))
    file += struct.pack("<I", place + 8 * lines) * lines + struct.pack("<I", len(strip)) * lines
    return file + strip


# MARK: Rude clients

async def connected(chance):
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(chance.choice(sources), 0))


async def again(chance, count, body):
    """A number of clients that each restart when their connection closes."""
    async def one(own):
        while True:
            writer = None
            try:
                reader, writer = await connected(own)
                await body(own, reader, writer)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                await asyncio.sleep(0.05)
            finally:
                if writer:
                    writer.transport.abort()
    await asyncio.gather(*(one(random.Random(chance.random())) for _ in range(count)))


async def slow_head(chance, reader, writer):
    for byte in b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 1000:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.3)


async def slow_body(chance, reader, writer):
    writer.write(get("/v1/sample", "POST", "Content-Type: application/json\r\nContent-Length: 30000000\r\n"))
    while not reader.at_eof():
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.3)


async def silent(chance, reader, writer):
    await reader.read(1)


async def ahead(chance, reader, writer):
    """A hundred requests at once. Some need work."""
    for _ in range(100):
        writer.write(get(f"/iiif/{picture}/{chance.randrange(500)},0,400,400/!{chance.randrange(20, 400)},300/0/default.jpg"))
    await writer.drain()
    await asyncio.wait_for(reader.read(1 << 20), 5)


async def closing(chance, reader, writer):
    writer.write(get(f"/iiif/{picture}/full/^{chance.randrange(1500, 2500)},/0/default.png"))
    await writer.drain()
    await asyncio.sleep(chance.random() * 0.2)


async def deaf(chance, reader, writer):
    for _ in range(20):
        writer.write(get(f"/iiif/{picture}/full/^{chance.randrange(1500, 2500)},/0/default.png"))
    await writer.drain()
    reader._transport.pause_reading()
    await asyncio.sleep(20)


async def garbage(chance, reader, writer):
    noise = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
    name = chance.choice(["..%2f..%2fetc%2fpasswd", "%00", "a" * 3000, picture + "%00.png", "%ff%fe", picture])
    region = chance.choice(["full", "0,0,0,0", "-1,0,5,5", "pct:1e9,0,1,1", "9" * 40 + ",1,1,1", "square"])
    size = chance.choice(["max", "^max", "^99999,99999", "0,", "pct:-5", "1,1", "!1,1", "^9000,"])
    query = chance.choice(["", "?exposure=nan", "?exposur=1", "?blur=1e999", "?" + "a=1&" * 200, "?saturation=2"])
    target = f"/iiif/{name}/{region}/{size}/{chance.choice(['0', '45', '!180', 'x'])}/default.{chance.choice(['jpg', 'png', 'exe'])}{query}"
    post = "POST /v1/sample HTTP/1.1\r\n" + head
    writer.write(chance.choice([
        noise,
        b"GET " + noise + b" HTTP/1.1\r\n\r\n",
        get(target), get(target, "HEAD"),
        get("/" + "x" * 20000),
        (post + "Content-Type: application/x-protobuf\r\n" + f"Content-Length: {len(noise)}\r\n\r\n").encode() + noise,
        (post + "Content-Type: application/json\r\nContent-Length: 999999999999\r\n\r\n{").encode(),
        (post + "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{").encode(),
        (post + "Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n").encode(),
        get("/", "DELETE"),
        get("/", more="X: y\r\n" * chance.randrange(200)),
    ]))
    await writer.drain()
    if chance.random() < 0.7:
        await asyncio.wait_for(reader.read(4096), 0.5)


async def bomber(chance, reader, writer):
    name = f"{chance.randrange(1 << 40)}"
    suffix, bomb = chance.choice([("png", bombs[0]), ("tif", bombs[1])])
    writer.write(get(f"/v1/inbox/{name}.{suffix}", "PUT", f"Content-Length: {len(bomb)}\r\n") + bomb)
    await writer.drain()
    for target in [f"/iiif/new%2F{name}.{suffix}/info.json", f"/v1/preview/new%2F{name}.{suffix}",
                   f"/iiif/new%2F{name}.{suffix}/full/200,/0/default.jpg"]:
        writer.write(get(target))
        await writer.drain()
    await asyncio.wait_for(reader.read(1 << 20), 10)
    await asyncio.sleep(5)


def abuse(seed):
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    # asyncio reports each connection that the server closes.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    chance = random.Random(seed)

    async def everyone():
        crowds = [(slow_head, 40), (slow_body, 40), (silent, 2000), (ahead, 6), (closing, 12), (deaf, 12), (garbage, 24), (bomber, 2)]
        await asyncio.gather(*(again(random.Random(chance.random()), count, body) for body, count in crowds))
    asyncio.run(everyone())


# MARK: The good client

class GoodClient:
    """Keeps its connection, and calls again if it was closed between two requests, as all clients of HTTP do."""

    def __init__(self):
        self.socket, self.rest, self.calls = None, b"", 0

    def ask(self, request, has_body=True):
        for attempt in range(2):
            fresh = self.socket is None
            try:
                if fresh:
                    self.socket, self.rest = socket.create_connection(("127.0.0.1", port), timeout=30), b""
                    self.calls += 1
                self.socket.sendall(request)
                return self.answer(has_body)
            except (ConnectionError, EOFError) as error:
                self.close()
                if fresh and attempt:
                    raise error
        raise ConnectionError("closed twice")

    def more(self):
        part = self.socket.recv(1 << 16)
        if not part:
            raise EOFError("the connection was closed")
        self.rest += part

    def answer(self, has_body):
        while b"\r\n\r\n" not in self.rest:
            self.more()
        lines, self.rest = self.rest.split(b"\r\n\r\n", 1)
        status = int(lines.split()[1])
        length = next((int(line.split(b":")[1]) for line in lines.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
        while has_body and len(self.rest) < length:
            self.more()
        body, self.rest = (self.rest[:length], self.rest[length:]) if has_body else (b"", self.rest)
        if b"connection: close" in lines.lower():
            self.close()
        return status, body

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None


def family():
    """The server and its workers."""
    found = [process]
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and int(open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[1]) == process:
                found.append(int(name))
        except OSError:
            pass
    return found


def memory():
    """Megabytes, with shared pages counted once."""
    total = 0
    for one in family():
        try:
            with open(f"/proc/{one}/smaps_rollup") as rollup:
                total += next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
        except OSError:
            pass
    return total / 1024


def connections():
    """How many TCP connections the server holds, by their state and the bytes that wait to be sent and read.

    Other sockets are the channels of its workers, which stay: a second worker can start during the abuse."""
    own = set()
    for name in os.listdir(f"/proc/{process}/fd"):
        try:
            own.add(os.readlink(f"/proc/{process}/fd/{name}"))
        except OSError:
            pass
    names = {"01": "ESTABLISHED", "04": "FIN_WAIT1", "05": "FIN_WAIT2", "08": "CLOSE_WAIT", "09": "LAST_ACK"}
    counts = {}
    with open(f"/proc/{process}/net/tcp") as table:
        for fields in map(str.split, table.readlines()[1:]):
            if f"socket:[{fields[9]}]" in own and fields[3] != "0A":
                state = f"{names.get(fields[3], fields[3])} {fields[4]}"
                counts[state] = counts.get(state, 0) + 1
    return counts


# The good client's requests: pictures that stay in the cache, and pictures that need work again.
tile = f"/iiif/{picture}/0,0,256,256/64,/0/default.jpg"
kept = [get(tile), get(f"/iiif/{picture}/info.json"), get(f"/iiif/{picture}/full/200,/0/default.jpg"), get(tile, "HEAD")]
work = [get(f"/iiif/{picture}/{x},{y},128,128/64,/0/default.png") for x in range(0, 800, 100) for y in range(0, 800, 100)]


bombs = (png_bomb(20000), tiff_bomb(40000))
good, chance = GoodClient(), random.Random(1)
expected = {request: good.ask(request, not request.startswith(b"HEAD")) for request in kept + work}
for request, answer in expected.items():
    if answer[0] != 200:
        sys.exit(f"serve-abuse: {request!r} is answered {answer} before the abuse")
before = memory()
abusers = [multiprocessing.Process(target=abuse, args=(seed,), daemon=True) for seed in range(2)]
for abuser in abusers:
    abuser.start()
times, wrong, most, looked = [], [], before, 0.0
began = time.monotonic()
while time.monotonic() - began < seconds:
    request = chance.choice(work) if chance.random() < 0.125 else chance.choice(kept)
    started = time.monotonic()
    try:
        answer = good.ask(request, not request.startswith(b"HEAD"))
    except (OSError, EOFError) as error:
        good.close()
        answer = error
    times.append(time.monotonic() - started)
    if answer != expected[request]:
        wrong.append((time.monotonic() - began, request, answer if isinstance(answer, Exception) else (answer[0], answer[1][:80])))
    if time.monotonic() - looked > 0.5:
        most, looked = max(most, memory()), time.monotonic()
    time.sleep(0.02)
times.sort()
slow = times[min(len(times) - 1, int(len(times) * 0.99))]
print(f"{len(times)} requests of the good client on {good.calls} connections, {len(wrong)} wrong; median {1000 * times[len(times) // 2]:.1f} ms, "
      f"99 % within {1000 * slow:.0f} ms, slowest {1000 * times[-1]:.0f} ms; memory {before:.0f} MB, at most {most:.0f} MB; load {os.getloadavg()[0]:.1f}")
faults = [f"{at:.1f} s: {request!r} got {answer!r}" for at, request, answer in wrong[:5]]
if slow > 1:
    faults.append("the slowest hundredth takes longer than a second")
if most > cache + 300:
    faults.append(f"{most:.0f} MB are more than {cache} MB of cache and 300 MB")
# The server ends while all clients continue, first without the rude clients, then with them.
for abuser in abusers:
    abuser.terminate()
    abuser.join()
good.close()
waited = time.monotonic()
while (left := connections()) and time.monotonic() - waited < 30:
    time.sleep(0.1)
if left:
    faults.append("connections stay open: " + ", ".join(f"{count} {state}" for state, count in left.items()))
abuser = multiprocessing.Process(target=abuse, args=(9,), daemon=True)
abuser.start()
time.sleep(3)
os.kill(process, signal.SIGTERM)
waited = time.monotonic()
while time.monotonic() - waited < 15:
    try:
        if open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[0] == "Z":
            break
    except OSError:
        break
    time.sleep(0.05)
ended = time.monotonic() - waited
abuser.terminate()
print(f"ended {ended:.1f} s after SIGTERM")
if ended > 10:
    faults.append(f"the server takes {ended:.1f} s to end")
if faults:
    sys.exit("serve-abuse: " + "\n".join(faults))
