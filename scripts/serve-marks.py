#!/usr/bin/env python3
"""Writes marks with `bromide serve --marks`: usage: serve-marks.py BROMIDE_SERVE PHOTO FOLDER [KILLS].

Kills the server with SIGKILL at random moments while a client sets stars, 200 times by default. After each kill the sidecar must
have the old or the new stars, and every other byte as before. Then exiftool and exiv2 read the marks, if they are installed, and the
times of a mark and of a folder with 10 000 photos are printed. Fails if anything is not as it should be.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

program, photo, folder = sys.argv[1:4]
kills = int(sys.argv[4]) if len(sys.argv) > 4 else 200
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
shutil.copy(photo, os.path.join(folder, "a.dng"))
template = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\r
<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- xmp:Rating="9" -->
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xap="http://ns.adobe.com/xap/1.0/" xap:Rating="STARS" xap:CreatorTool='xmp:Rating="9"'/>
 </rdf:RDF>
</x:xmpmeta>
""" + " " * 2000 + """
<?xpacket end="w"?>"""
allowed = {template.replace("STARS", str(stars)).encode(): stars for stars in range(6)}
sidecar = os.path.join(folder, "a.xmp")
with open(sidecar, "wb") as file:
    file.write(template.replace("STARS", "0").encode())


def check(is_so, what):
    if not is_so:
        sys.exit("serve-marks: " + what)


def begin(*flags):
    process = subprocess.Popen([program, folder, "--port", "0", "--quiet", "--isolation", "off", *flags], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def put(address, name, marks):
    request = urllib.request.Request(f"{address}v1/marks/{name}", json.dumps(marks).encode(), {"If-Match": "*"}, method="PUT")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def hammer(address, sent):
    try:
        while True:
            for stars in range(1, 6):
                put(address, "a.dng", {"rating": stars})
                sent.append(stars)
    except (urllib.error.URLError, OSError, ValueError):
        pass


random.seed(47)
written = 0
for kill in range(kills):
    server, address = begin("--marks")
    sent = []
    client = threading.Thread(target=hammer, args=(address, sent))
    client.start()
    time.sleep(random.uniform(0.01, 0.15))
    server.send_signal(signal.SIGKILL)
    server.wait()
    client.join()
    written += len(sent)
    with open(sidecar, "rb") as file:
        bytes = file.read()
    check(bytes in allowed, f"after kill {kill} the sidecar is damaged: {bytes[:600]!r}")
    # The answer came after the rename, so at most one change is newer.
    if sent:
        check(allowed[bytes] in (sent[-1], sent[-1] % 5 + 1), f"after kill {kill}, {sent[-1]} stars were stored, but the sidecar has {allowed[bytes]}")
server, address = begin("--marks")
check(put(address, "a.dng", {"rating": 4, "label": "Red"})["label"] == "Red", "the label is not stored")
left = [name for name in os.listdir(folder) if name not in ("a.dng", "a.xmp")]
check(not left, f"killed servers left {left}")
readers = []
if shutil.which("exiftool"):
    out = subprocess.run(["exiftool", "-s3", "-XMP-xmp:Rating", "-XMP-xmp:Label", sidecar], check=True, capture_output=True, text=True).stdout
    check(out.split() == ["4", "Red"], f"exiftool reads {out!r}")
    readers.append("exiftool")
if shutil.which("exiv2"):
    out = subprocess.run(["exiv2", "-K", "Xmp.xmp.Rating", "-K", "Xmp.xmp.Label", "-Pv", sidecar], check=True, capture_output=True, text=True).stdout
    check(out.split() == ["4", "Red"], f"exiv2 reads {out!r}")
    readers.append("exiv2")

# Times: a mark, and the list of a folder with 10 000 photos, of which 1000 are marked.
times = []
for stars in [1, 2, 3, 4, 5] * 10:
    began = time.perf_counter()
    put(address, "a.dng", {"rating": stars})
    times.append(time.perf_counter() - began)
many = os.path.join(folder, "many")
os.makedirs(many)
for number in range(10000):
    os.link(os.path.join(folder, "a.dng"), os.path.join(many, f"p{number:05}.dng"))
    if number % 10 == 0:
        with open(os.path.join(many, f"p{number:05}.xmp"), "wb") as file:
            file.write(template.replace("STARS", "3").encode())


def fetch(path):
    began = time.perf_counter()
    with urllib.request.urlopen(address + path) as answer:
        found = json.load(answer)
    return time.perf_counter() - began, found


lists = [fetch("v1/list/many") for _ in range(3)]
check(len(lists[0][1]["pictures"]) == 10000, "the list is cut")
all_marks = fetch("v1/marks/many")
check(len(all_marks[1]["marks"]) == 1000, "marks are missing")
server.send_signal(signal.SIGTERM)
server.wait()
print(f"{kills} kills during {written} marks; read by {' and '.join(readers) or 'no other program'}; a mark takes "
      f"{1000 * sorted(times)[len(times) // 2]:.1f} ms; 10 000 photos are listed in {sorted(t for t, _ in lists)[1]:.2f} s, "
      f"and their 1000 marks in {all_marks[0]:.2f} s")
