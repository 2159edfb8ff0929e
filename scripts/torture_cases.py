"""Cases of scripts/torture that need no crowd: two cards, folders that ignore case, photos that are rewritten while they are
read, bombs, and limits of the system."""

import os
import resource
import shutil
import struct
import subprocess
import threading
import time
import zlib


def run(command, folder, *words, begin=None):
    """Status, messages and peak memory in bytes of a run: the sum of the peaks of the command and its workers, of which none is
    seen that lives for less than some milliseconds. `begin` is called in the new process."""
    with open(os.path.join(folder, b"messages"), "w+b") as messages:
        process = subprocess.Popen(
            [command, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=messages, preexec_fn=begin)
        peaks = {}
        while process.poll() is None:
            for pid in (process.pid, *children(process.pid)):
                peaks[pid] = max(peaks.get(pid, 0), peak(pid))
            time.sleep(0.005)
        messages.seek(0)
        return process.returncode, messages.read(), sum(peaks.values())


def peak(pid):
    """The peak memory of a process in bytes, or 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status") as file:
            return next((int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def children(pid):
    """The processes that any thread of a process started."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
    except OSError:
        pass
    return found


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def two_cards(command, folder, first, second, problem):
    """A picture does not replace another photo's picture."""
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
    if run(command, folder, "convert", "card2", "-o", "cards", "-q", "--if-exists", "verify")[0] != 1 or read(picture) != before:
        problem("--if-exists verify replaces the picture of another card")
    if run(command, folder, "convert", "card2", "-o", "cards", "-q", "--name", "{folder}-{stem}")[0] != 0:
        problem("the remedy for two cards does not help")
    # An edited photo in the same folder is the same photo. A second card under the same path is a different one.
    write(folder + b"/card1/IMG_1.dng", first + b"edited")
    status, messages, _ = run(command, folder, "convert", "card1", "-o", "cards")
    if status != 0 or read(picture) == before:
        problem(f"an edited photo is not converted again: {status} {messages!r}")
    before = read(picture)
    os.rename(folder + b"/card2/IMG_1.dng", folder + b"/card1/IMG_1.dng")
    if run(command, folder, "convert", "card1", "-o", "cards", "-q")[0] != 1 or read(picture) != before:
        problem("a second card under the path of the first replaces its picture")


def ignoring_case(command, folder, first, second, problem):
    """The same on a folder that ignores case, has no hard links in the driver's eyes and no RENAME_NOREPLACE: NTFS by FUSE.
    Returns whether there is one: it needs root and ntfs-3g."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("mkntfs", "lowntfs-3g", "umount"))):
        return False
    image, mount = folder + b"/ntfs.img", folder + b"/ntfs"
    os.mkdir(mount)
    with open(image, "wb") as file:
        file.truncate(32 << 20)
    subprocess.run(["mkntfs", "-F", "-q", "-f", image], check=True, capture_output=True)
    if subprocess.run(["lowntfs-3g", "-o", "ignore_case", image, mount], capture_output=True).returncode != 0:
        return False
    try:
        write(folder + b"/upper/IMG_1.dng", first)
        write(folder + b"/lower/img_1.dng", second)
        for policy in ("update", "verify", "skip", "fail"):
            status, messages, _ = run(command, folder, "convert", "upper", "-o", f"ntfs/{policy}", "--if-exists", policy)
            if status != 0:
                problem(f"--if-exists {policy} writes nothing on NTFS: {messages!r}")
                continue
            picture = mount + f"/{policy}/IMG_1.png".encode()
            before = read(picture)
            status, messages, _ = run(command, folder, "convert", "lower", "-o", f"ntfs/{policy}", "--if-exists", policy)
            if status != (0 if policy == "skip" else 1) or read(picture) != before:
                problem(f"--if-exists {policy} replaces a picture with a name that differs by case: {status} {messages!r}")
            if policy in ("update", "verify") and b"--name" not in messages:
                problem(f"names that differ by case end with {messages!r}")
        if run(command, folder, "convert", "upper", "lower", "-o", "ntfs/both", "-q")[0] == 0:
            problem("one run gives two photos one name")
    finally:
        subprocess.run(["umount", mount], check=True)
    return True


def memory_groups(command, folder, data, problem):
    """A run in a group below a group with 150 MB obeys the limit, so the system does not kill it. Returns the versions that were tried: root's."""
    for name in "abcdef":
        write(folder + f"/grouped/{name}.dng".encode(), data)
    tried = []
    for version, root, file, wanted in (
        (1, "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.failcnt"),
        (2, "/sys/fs/cgroup", "memory.max", "memory.events"),
    ):
        # Below the group of this process, which can have separate limits.
        with open("/proc/self/cgroup") as groups:
            lines = [line.rstrip("\n").split(":", 2) for line in groups]
        own = [path for _, names, path in lines if (names == "" if version == 2 else "memory" in names.split(","))]
        if not own:
            continue
        outer = f"{root}{own[0]}/bromide-torture-{os.getpid()}"
        inner = outer + "/inner"
        try:
            os.makedirs(inner)
            if not os.path.exists(f"{outer}/{file}") or not os.path.exists(f"{outer}/{wanted}"):
                raise OSError("no limits on memory")
            write_text(f"{outer}/{file}", str(150 << 20))
        except OSError:
            remove_groups(inner, outer)
            continue
        tried.append(version)
        try:
            status, messages, _ = run(
                command, folder, "convert", "grouped", "-o", f"grouped-{version}", "-j", "4", "--plain",
                begin=lambda: write_text(f"{inner}/cgroup.procs", str(os.getpid())))
            left = [name for name in os.listdir(folder + f"/grouped-{version}".encode()) if name.startswith(b".")]
            if status not in (0, 1) or left:
                problem(f"a group of memory, version {version}, ends a run with {status}, leaves {left}: {messages!r}")
        finally:
            remove_groups(inner, outer)
    return tried


def write_text(path, text):
    with open(path, "w") as file:
        file.write(text)


def remove_groups(*paths):
    for path in paths:
        try:
            os.rmdir(path)
        except OSError:
            pass


def limits(command, folder, data, problem):
    """Runs under each limit on processes and on the stack end with a picture or a sentence, and never blame the photo."""
    write(folder + b"/limited/a.dng", data)
    write(folder + b"/limited/b.dng", data)
    nobody = 65534
    for path in (folder, folder + b"/limited"):
        os.chmod(path, 0o777)
    for count in (*range(6, 41, 2), 100):
        for isolation in ("process", "off"):
            def begin():
                if os.geteuid() == 0:
                    os.setgroups([])
                    os.setresgid(nobody, nobody, nobody)
                    os.setresuid(nobody, nobody, nobody)
                resource.setrlimit(resource.RLIMIT_NPROC, (count, count))

            status, messages, _ = run(
                command, folder, "convert", "limited", "-o", "limited", "-y", "--isolation", isolation,
                "--demosaic", "libraw:ahd", begin=begin)
            if status != 0:
                problem(f"{count} processes and --isolation {isolation} end with {status}: {messages!r}")
    for stack in (128, 512):
        size = stack << 10
        status, messages, _ = run(
            command, folder, "convert", "limited", "-o", "stack", "-y",
            begin=lambda: resource.setrlimit(resource.RLIMIT_STACK, (size, size)))
        if status != 1 or b"ulimit -s" not in messages:
            problem(f"a stack of {stack} kB ends with {status}: {messages!r}")


def rewriting(command, folder, data, rounds, problem):
    """A picture shows one version of its photo, or is missing. Returns the number of runs that failed by name."""
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
    """Strips with this number of rows. All strips use one deflated strip in the file."""
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
    for name, data in (("png", png_bomb(30_000)), ("tif", tiff_bomb(40_000, 4))):
        write(folder + f"/bombs/{name}/a.{name}".encode(), data)
        status, messages, peak = run(
            command, folder, "sheet", f"bombs/{name}", "-o", f"bomb-{name}.png", "--memory", "300M")
        peaks[name] = peak // 1_000_000
        if status != 0:
            problem(f"the sheet of a {name} of {len(data)} bytes ends with {status}: {messages!r}")
        if peak > 400_000_000:
            problem(f"the sheet of a {name} of {len(data)} bytes takes {peaks[name]} MB")
    return peaks
