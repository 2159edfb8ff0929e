"""Cases of scripts/torture that need no crowd: two cards, photos that are rewritten while they are read, and bombs."""

import os
import struct
import subprocess
import threading
import zlib


def run(command, folder, *words):
    """Status, messages and peak memory in bytes of a run, workers included."""
    with open(os.path.join(folder, b"messages"), "w+b") as messages:
        process = subprocess.Popen([command, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        return process.returncode, messages.read(), usage.ru_maxrss * 1024


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def two_cards(command, folder, first, second, problem):
    """No picture takes the place of another photo's."""
    write(folder + b"/card1/IMG_1.dng", first)
    write(folder + b"/card2/IMG_1.dng", second)
    picture = folder + b"/cards/IMG_1.png"
    if run(command, folder, "convert", "card1", "-o", "cards", "-q")[0] != 0:
        return problem("the first card is not converted")
    before = read(picture)
    status, messages, _ = run(command, folder, "convert", "card2", "-o", "cards")
    if status != 1 or b"card2/IMG_1.dng" not in messages or b"--name" not in messages:
        problem(f"the second card ends with {status}: {messages!r}")
    if read(picture) != before:
        problem("the second card replaces the picture of the first")
    if run(command, folder, "convert", "card2", "-o", "cards", "-q", "--name", "{folder}-{stem}")[0] != 0:
        problem("the remedy for two cards does not help")


def rewriting(command, folder, data, rounds, problem):
    """A picture is that of one version of its photo, or there is none. Returns how many runs failed by name."""
    # The fingerprint of a picture covers the end of its photo, and digests in DNGs do not.
    data, other = data + bytes(100_000), data + b"\1" * 100_000
    photo = folder + b"/rewritten/a.dng"
    whole = []
    for version in (data, other):
        write(photo, version)
        if run(command, folder, "convert", "rewritten", "-o", "rewritten-out", "-q", "-y")[0] != 0:
            return problem("a version of the photo is not converted")
        whole.append(read(folder + b"/rewritten-out/a.png"))
    stop = threading.Event()

    def rewrite():
        with open(photo, "r+b") as file:
            while not stop.is_set():
                for version in (data, other):
                    for place in range(0, len(version), 4096):
                        os.pwrite(file.fileno(), version[place : place + 4096], place)

    writer = threading.Thread(target=rewrite)
    writer.start()
    failed = 0
    try:
        for _ in range(rounds):
            status, messages, _ = run(command, folder, "convert", "rewritten", "-o", "rewritten-out", "-y")
            if status == 0 and read(folder + b"/rewritten-out/a.png") not in whole:
                problem("a picture is torn from two versions of its photo")
            elif status != 0 and b"rewritten/a.dng" not in messages:
                problem(f"a photo that is rewritten ends with {status}: {messages!r}")
            failed += status != 0
    finally:
        stop.set()
        writer.join()
    return failed


def png_bomb(side):
    """Grey, all of one code."""
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    packer = zlib.compressobj(9)
    row = bytes(side + 1)
    body = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", body) + chunk(b"IEND", b""))


def tiff_bomb(side, rows):
    """Strips of so many rows, all of which are one deflated strip of the file."""
    strip = zlib.compress(bytes(side * rows), 9)
    count = side // rows
    places = 300 + len(strip)
    entries = [(256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1),
               (273, 4, count, places), (277, 3, 1, 1), (278, 4, 1, rows), (279, 4, count, places + 4 * count)]
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    head += b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return (head.ljust(300, b"\0") + strip + struct.pack("<I", 300) * count
            + struct.pack("<I", len(strip)) * count)


def bombs(command, folder, problem):
    """Sheets of small files with many pixels keep to a limit. Returns the peaks in megabytes."""
    peaks = {}
    for name, data in (("png", png_bomb(30_000)), ("tif", tiff_bomb(40_000, 400))):
        write(folder + f"/bombs/{name}/a.{name}".encode(), data)
        status, messages, peak = run(
            command, folder, "sheet", f"bombs/{name}", "-o", f"bomb-{name}.png", "--memory", "300M")
        peaks[name] = peak // 1_000_000
        if status != 0:
            problem(f"the sheet of a {name} of {len(data)} bytes ends with {status}: {messages!r}")
        if peak > 400_000_000:
            problem(f"the sheet of a {name} of {len(data)} bytes takes {peaks[name]} MB")
    return peaks
