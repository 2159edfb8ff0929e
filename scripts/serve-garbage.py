#!/usr/bin/env python3
"""Sends a server requests that mean no good, and good ones among them: usage: serve-garbage.py PORT SECONDS PID.

Fails if a good request is not answered, if the server ends, or if its memory ever grows by more than 700 MB: with --cache 64M it
has that, 256 MB of answers that nobody reads, and for each of two jobs a photo or 16 megapixels in hand. The same seed sends the
same requests.
"""
import random
import socket
import sys
import threading
import time

port, seconds, process = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
picture = "67352ccc-d1b0-11e1-89ae-279075081939.dng"
good = f"GET /iiif/{picture}/0,0,256,256/64,/0/default.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def resident():
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def wrong(chance):
    """One piece of garbage."""
    noise = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
    name = chance.choice(
        ["..%2f..%2fetc%2fpasswd", "%00", "%2e%2e", "a" * 3000, picture + "%00.png", "%ff%fe", "[frob]", picture])
    region = chance.choice(["full", "0,0,0,0", "-1,0,5,5", "pct:1e9,0,1,1", "9" * 40 + ",1,1,1", "square"])
    size = chance.choice(["max", "^max", "^99999,99999", "0,", "pct:-5", "1,1", "!1,1", "^9000,"])
    query = chance.choice(["", "?exposure=nan", "?exposur=1", "?blur=1e999", "?" + "a=1&" * 200, "?saturation=2"])
    target = f"/iiif/{name}/{region}/{size}/{chance.choice(['0', '45', '!180', 'x'])}/default.{chance.choice(['jpg', 'png', 'exe'])}{query}"
    head = "Host: localhost\r\n"
    post = "POST /v1/sample HTTP/1.1\r\n" + head
    return chance.choice([
        noise,
        b"GET " + noise + b" HTTP/1.1\r\n\r\n",
        f"GET {target} HTTP/1.1\r\n{head}\r\n".encode(),
        f"GET {target} HTTP/1.1\r\n{head}\r\n".encode(),
        f"GET /{'x' * 20000} HTTP/1.1\r\n{head}\r\n".encode(),
        (post + "Content-Type: application/x-protobuf\r\n" + f"Content-Length: {len(noise)}\r\n\r\n").encode() + noise,
        (post + "Content-Type: application/json\r\nContent-Length: 999999999999\r\n\r\n{").encode(),
        (post + "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{").encode(),
        (post + "Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n").encode(),
        f"DELETE / HTTP/1.1\r\n{head}\r\n".encode(),
        ("GET / HTTP/1.1\r\n" + head + "X: y\r\n" * chance.randrange(200) + "\r\n").encode(),
    ])


sent = 0
lock = threading.Lock()
end = time.monotonic() + seconds


most = 0


def watch():
    """What the server takes at most, looked at ten times a second."""
    global most
    while time.monotonic() < end:
        most = max(most, resident())
        time.sleep(0.1)


def throw(seed):
    global sent
    chance = random.Random(seed)
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
                client.settimeout(0.02)
                client.sendall(wrong(chance))
                if chance.random() < 0.7:
                    client.recv(4096)
        except OSError:
            pass
        with lock:
            sent += 1


before = resident()
threads = [threading.Thread(target=throw, args=(seed,)) for seed in range(16)] + [threading.Thread(target=watch)]
for thread in threads:
    thread.start()
answered, refused, slowest = 0, 0, 0.0
while time.monotonic() < end:
    began = time.monotonic()
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
            client.sendall(good)
            first = client.recv(65536)
    except OSError as error:
        sys.exit(f"serve-garbage: a good request failed: {error}")
    if first.startswith(b"HTTP/1.1 200"):
        answered += 1
    elif first.startswith(b"HTTP/1.1 503") or first == b"":
        # Too busy: said, or by closing the connection beyond the limit.
        refused += 1
    else:
        sys.exit(f"serve-garbage: a good request was answered {first[:80]!r}")
    slowest = max(slowest, time.monotonic() - began)
    time.sleep(0.05)
for thread in threads:
    thread.join()
grown = (most - before) / 1024
print(f"{sent / seconds:.0f} pieces of garbage a second; {answered} good requests answered, {refused} told to come again, "
      f"the slowest in {slowest:.2f} s; memory grew by {grown:.0f} MB at most")
if answered < seconds or grown > 700:
    sys.exit("serve-garbage: too few answers, or too much memory")
