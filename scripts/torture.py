"""Runs scripts/torture with built programs: `torture.py PROGRAMS [options]`."""

import argparse
import collections
import ctypes
import fcntl
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

import torture_cases

FOLDERS = [
    b"plain", b"two words", b"-dash", b"@list", b"new\nline", b"esc\x1b[31m", "ünï".encode(),
    b"no \xff\xfe utf-8", b"[a]{stem}*?", b"deep/er/and/deeper", b"n" * 200, b"quote'\"$(x)",
]
NAMES = [
    b"p%d.dng", b"P%d.DNG", b"-%d.dng", b"%d .dng", b"%d\n.dng", b"\xfe%d.dng", b"%d.tar.dng",
    "%d é.dng".encode(), b"e\xcc\x81%d.dng", b"{n}%d.dng",
]
ENDINGS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]
MARK = "BROMIDE_TORTURE"


def damages(rng):
    """Twelve ways to damage a photo, which every decoder must detect."""
    def cut(share):
        return lambda data: data[: int(len(data) * share)]

    def patched(offset, patch):
        return lambda data: data[:offset] + patch + data[offset + len(patch):]

    def directory(change):
        """Changes the entries of the first directory: (tag, type, count, value)."""
        def damage(data):
            start = struct.unpack_from("<I", data, 4)[0]
            data = bytearray(data)
            for index in range(struct.unpack_from("<H", data, start)[0]):
                at = start + 2 + 12 * index
                entry = change(*struct.unpack_from("<HHII", data, at))
                struct.pack_into("<HHII", data, at, *entry)
            return bytes(data)
        return damage

    def replaced(tags, value):
        return directory(lambda tag, kind, count, old: (tag, 4, 1, value) if tag in tags else (tag, kind, count, old))

    return [
        ("empty", cut(0)),
        ("cut in the header", lambda data: data[:100]),
        ("cut in the middle", cut(0.5)),
        ("cut at the end", cut(0.9)),
        ("zeroed start", patched(0, bytes(512))),
        ("text", lambda data: b"This is no photo.\n" * 40),
        ("noise", lambda data: rng.randbytes(len(data))),
        ("directory far away", patched(4, b"\xf0\xff\xff\x7f")),
        ("samples far away", replaced((273, 324), 0x7FFFFFF0)),
        ("vast", replaced((256, 257), 60000)),
        ("no size", replaced((256, 257), 0)),
        ("wrong directory", directory(lambda tag, kind, count, value: (tag, 0xFF, 0xFFFFFFFF, 0xFFFFFFFF))),
    ]


class Torture:
    def __init__(self, options):
        self.options = options
        self.rng = random.Random(options.seed)
        self.root = tempfile.mkdtemp(prefix="bromide-torture-").encode()
        self.command = os.path.join(os.path.abspath(options.programs), "bromide")
        self.counts = collections.Counter()
        self.problems = []
        self.cut = {}
        self.out = self.root + b"/out"
        self.can_type = True
        self.disk = self.mount()

    # The scene.

    def mount(self):
        """A small file system for the pictures, so that it can be full, or None if it is not available."""
        os.makedirs(self.out)
        if os.geteuid() != 0:
            return None
        libc = ctypes.CDLL(None, use_errno=True)
        done = libc.mount(b"tmpfs", self.out, b"tmpfs", 0, b"size=64m,mode=700") == 0
        return libc if done else None

    def make(self):
        crowd = self.root + b"/crowd"
        tool = os.path.join(os.path.abspath(self.options.programs), "MakeTestImages")
        lines = subprocess.run(
            [tool, "--crowd", crowd, str(self.options.photos), str(self.options.seed)],
            check=True, capture_output=True, text=True).stdout.splitlines()
        self.library = None if lines[0] == "-" else lines[0]
        troubled = {int(line.split()[0]) for line in lines[1:]}
        ways = damages(self.rng)
        self.sound, self.bad = [], {}
        for index in range(self.options.photos):
            folder = self.rng.choice(FOLDERS)
            name = folder + b"/" + self.rng.choice(NAMES) % index
            with open(crowd + b"/%d.dng" % index, "rb") as file:
                data = file.read()
            if index in troubled:
                self.bad[name] = "trouble in LibRaw"
            elif index % 10 == 3:
                self.bad[name], damage = ways[index // 10 % len(ways)]
                data = damage(data)
            else:
                self.sound.append(name)
            self.write(b"in/" + name, data)
        shutil.rmtree(crowd)
        # Other files next to the photos. Some have the name of a photo.
        base = self.root + b"/in/plain/"
        os.symlink(b"nowhere", base + b"dangling.dng")
        os.mkfifo(base + b"fifo.dng")
        self.bad[b"plain/dangling.dng"] = self.bad[b"plain/fifo.dng"] = "no file"
        os.symlink(b"..", base + b"loop")
        os.symlink(os.path.join(self.root, b"in", self.sound[0]), base + b"link.dng")
        # A file with two names is converted under the first name.
        self.aliases = {b"plain/link.dng": self.sound[0]}
        os.link(os.path.join(self.root, b"in", self.sound[1]), base + b"hard.dng")
        shutil.copy(os.path.join(self.root, b"in", self.sound[2]), base + b"copy.dng")
        self.write(b"in/plain/.hidden.dng", b"hidden")
        self.write(b"in/plain/notes.txt", b"no photo")
        os.makedirs(base + b"folder.dng")

    def write(self, name, data):
        path = self.root + b"/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

    # Runs.

    def start(self, out, report, *words, limit=None):
        environment = dict(os.environ, **{MARK: str(os.getpid())})
        if self.library:
            environment["LD_PRELOAD"] = self.library
        self.counts["runs"] += 1
        return subprocess.Popen(
            [self.command, "convert", "in", "-r", "-o", out, "--report", report, "--timeout", "3", *words],
            cwd=self.root, env=environment, stdout=subprocess.DEVNULL,
            stderr=open(self.root + b"/" + report + b".log", "wb"),
            preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))))

    def end(self, process, seconds, what):
        """Waits for the end of a run, which must not be a crash."""
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return self.problem(f"{what} did not end in {seconds} s")
        if status not in (0, 1, 130) and -status not in ENDINGS and status - 128 not in ENDINGS:
            self.problem(f"{what} ended with status {status}")

    def problem(self, text):
        self.problems.append(text)
        print("torture: wrong: " + text, file=sys.stderr)

    def round(self, number):
        """Two runs into one folder, or one, that end before their time."""
        rng = self.rng
        ballast = self.root + b"/out/.ballast"
        is_full = self.disk and rng.random() < 0.3
        if is_full:
            with open(ballast, "wb") as file:
                room = os.statvfs(self.out)
                file.write(bytes(max(room.f_bavail * room.f_frsize - rng.randrange(1, 40) * 4096, 0)))
            self.counts["disk full"] += 1
        limit = rng.randrange(1000, 30000) if rng.random() < 0.3 else None
        self.counts["files limited"] += limit is not None
        runs = [
            self.start(b"out", b"r%d" % index, "-j", str(rng.randint(1, 4)), "--isolation", "process",
                       *rng.choice([[], ["--no-sync"]]), limit=limit)
            for index in range(rng.choice([1, 2, 2]))
        ]
        self.counts["two at once"] += len(runs) == 2
        for _ in range(rng.randrange(6)):
            time.sleep(rng.uniform(0, 0.1) * self.pace)
            workers = [worker for run in runs for worker in torture_cases.children(run.pid)]
            if workers:
                self.counts["workers shot"] += 1
                shoot(rng.choice(workers), rng.choice([signal.SIGKILL, signal.SIGSEGV]))
        time.sleep(rng.uniform(0.2, 1.1) * self.pace)
        for run in runs:
            if run.poll() is None:
                self.counts["runs stopped"] += 1
                shoot(run.pid, rng.choice(ENDINGS))
        for run in runs:
            self.end(run, 60, f"a run of round {number}")
        if is_full:
            os.unlink(ballast)
        self.check_processes()
        # Every file with a final name is complete.
        for name, digest in tree(self.out).items():
            hidden = os.path.basename(name).startswith(b".")
            if not hidden and digest not in (self.wanted.get(name), self.cut.get(name)):
                self.problem(f"round {number} left {name!r}, which no undisturbed run makes")
            self.counts["pictures whole after a round"] += not hidden
        # Then a user tidies up, and a disk loses the ends of files.
        for name in sorted(tree(self.out)):
            path, luck = self.out + b"/" + name, rng.random()
            if luck < 0.2:
                os.unlink(path)
            elif luck < 0.25:
                os.truncate(path, os.path.getsize(path) // 2)
                self.cut[name] = digest_of(path)
                self.counts["pictures cut"] += 1

    def check_processes(self):
        """All that a run started ends with it, and with it its shared memory, which has no name."""
        deadline = time.monotonic() + 10
        while left := marked():
            if time.monotonic() > deadline:
                for pid in left:
                    shoot(pid, signal.SIGKILL)
                return self.problem(f"{len(left)} processes outlived their run")
            time.sleep(0.05)

    # Workers with a LibRaw that a photo controls.

    def exploits(self):
        """Each attempt of a worker, on a command in a terminal with descriptors that it should not pass on, and false replies."""
        folder = self.root + b"/exploits"
        tool = os.path.join(os.path.abspath(self.options.programs), "MakeTestImages")
        library, attempts, replies = subprocess.run(
            [tool, "--exploits", folder], check=True, capture_output=True, text=True).stdout.splitlines()
        if library == "-":
            return
        self.can_type = can_type()
        for name in attempts.split() + replies.split():
            self.exploit(folder, library, name)
        for seed in range(self.options.seed, self.options.seed + self.options.falsehoods):
            words = self.rng.choice([
                ["convert", "full.dng", "sound.dng", "-o", "out", "-y", "--size", "40"],
                ["info", "full.dng", "sound.dng"],
                ["sheet", "full.dng", "sound.dng", "-o", "s.png", "--tile", "40", "-y", "--captions", "time"],
                ["sample", "full.dng", "sound.dng", "--at", "0.5,0.5"],
            ])
            run = subprocess.run(
                [self.command, *words], cwd=folder, capture_output=True,
                env=dict(os.environ, LD_PRELOAD=library, FALSE_REPLIES=str(seed)))
            self.counts["false replies"] += 1
            if run.returncode not in (0, 1):
                self.problem(f"false replies {seed} ended {words} with {run.returncode}: {run.stderr[-500:]!r}")

    def exploit(self, folder, library, name):
        master, slave = terminal()
        log = os.open(self.root + b"/log", os.O_RDWR | os.O_CREAT)
        os.ftruncate(log, 12345)

        def begin():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

        run = subprocess.Popen(
            [self.command, "convert", name + ".dng", "sound.dng", "-o", "out", "-y", "--plain", "--unpack", "libraw",
             "--timeout", "5"],
            cwd=folder, env=dict(os.environ, LD_PRELOAD=library), stdin=slave, stdout=slave,
            stderr=subprocess.PIPE, pass_fds=(slave, log), preexec_fn=begin)
        said = run.communicate(timeout=60)[1].decode(errors="replace")
        self.counts["exploits"] += 1
        wanted = {
            "bomb": "answered nonsense about it", "slow": "was not done with it in 5 s",
            "stay": "was not done with it in 5 s",
            "descriptors": "ended its process (status 11)",
        }.get(name, "ended its process (status 10)")
        if run.returncode != 1 or wanted not in said:
            self.problem(f"the exploit {name} ended with {run.returncode}: {said!r}")
        if not os.path.exists(folder + b"/out/sound.png"):
            self.problem(f"the exploit {name} cost another photo")
        if keys := typed(slave):
            self.problem(f"the exploit {name} typed {keys!r}")
        for descriptor in (master, slave, log):
            os.close(descriptor)
        shutil.rmtree(folder + b"/out", ignore_errors=True)

    # The whole.

    def perform(self):
        began = time.monotonic()
        self.exploits()
        self.make()
        before = tree(self.root + b"/in")
        ready = time.monotonic()
        self.end(self.start(b"wanted", b"wanted.jsonl"), 900, "the undisturbed run")
        # Seconds that a run takes: rounds end somewhere on the way.
        self.pace = time.monotonic() - ready
        self.wanted = tree(self.root + b"/wanted")
        self.check_report(b"wanted.jsonl", "the undisturbed run")
        for number in range(1, self.options.rounds + 1):
            self.round(number)
        for _ in range(2):
            # The next run in the folder removes the files of a killed run.
            self.end(self.start(b"out", b"last.jsonl"), 900, "the last run")
        self.check_processes()
        found = tree(self.out)
        for name in sorted(set(found) | set(self.wanted)):
            if found.get(name) != self.wanted.get(name):
                kind = "lost" if name not in found else "left over" if name not in self.wanted else "different"
                self.problem(f"{name!r} is {kind}")
        self.check_report(b"last.jsonl", "the last run")
        if tree(self.root + b"/in") != before:
            self.problem("an input was changed")
        self.cases()
        print(f"{self.options.photos} photos, {len(self.bad)} bad, {len(self.wanted)} pictures; "
              f"seed {self.options.seed}, {self.options.rounds} rounds")
        print(", ".join(f"{key} {count}" for key, count in self.counts.items() if count))
        if not self.disk:
            print("the disk was never full, because only root can mount a separate file system")
        if not self.can_type:
            print("keys of workers were not checked, because no terminal here accepts typed keys (sysctl dev.tty.legacy_tiocsti)")
        if not self.library:
            print("LibRaw never crashed, because a C++ compiler is missing")
        print(f"{time.monotonic() - began:.0f} s, {self.pace:.0f} s per run; wrong: {len(self.problems)}")

    def cases(self):
        """Cases without many photos."""
        first, second = (torture_cases.read(self.root + b"/in/" + name) for name in self.sound[:2])
        torture_cases.two_cards(self.command, self.root, first, second, self.problem)
        ignores_case = torture_cases.ignoring_case(self.command, self.root, first, second, self.problem)
        groups = torture_cases.memory_groups(self.command, self.root, first, self.problem)
        torture_cases.limits(self.command, self.root, first, self.problem)
        failed = torture_cases.rewriting(self.command, self.root, first, 20, self.problem)
        peaks = torture_cases.bombs(self.command, self.root, self.problem)
        print(f"{failed} of 20 photos failed that were rewritten while they were read; "
              f"sheets of bombs took {', '.join(f'{peak} MB ({name})' for name, peak in peaks.items())}")
        if not ignores_case:
            print("no folder ignored case: that needs root and ntfs-3g")
        print(f"groups of memory: {', '.join(f'version {version}' for version in groups) or 'none, which needs root'}")

    def check_report(self, report, what):
        """Every input has one line; every bad one, and no other, has failed."""
        lines = collections.Counter()
        with open(self.root + b"/" + report, "rb") as file:
            for text in file:
                line = json.loads(text)
                name = bytes.fromhex(line["inputPathBytes"]) if "inputPathBytes" in line else line["input"].encode()
                name = self.aliases.get(name.removeprefix(b"in/"), name.removeprefix(b"in/"))
                lines[name] += 1
                if (line["status"] in ("failed", "damaged")) != (name in self.bad):
                    self.problem(f"{what} about {name!r} ({self.bad.get(name, 'sound')}): {text!r}")
        for name in [*self.bad, *self.sound]:
            if lines[name] != 1:
                self.problem(f"{what} names {name!r} ({self.bad.get(name, 'sound')}) {lines[name]} times")

    def tidy(self):
        if self.disk:
            self.disk.umount2(self.out, 2)
        if self.options.keep or self.problems:
            print(f"kept in {self.root.decode()}", file=sys.stderr)
        else:
            shutil.rmtree(self.root)


def terminal():
    """Both ends of a pseudo terminal that passes on single keys."""
    master, slave = os.openpty()
    modes = termios.tcgetattr(slave)
    modes[3] &= ~termios.ICANON
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    return master, slave


def typed(slave):
    """Text that was typed into the terminal and waits for the shell."""
    os.set_blocking(slave, False)
    try:
        return os.read(slave, 100)
    except BlockingIOError:
        return b""


def can_type():
    """Whether a process can type into its terminal, or the kernel forbids it."""
    master, slave = terminal()

    def begin():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        fcntl.ioctl(slave, termios.TIOCSTI, b"x")

    try:
        subprocess.run(["true"], preexec_fn=begin, pass_fds=(slave,), check=True)
        return typed(slave) == b"x"
    except (OSError, subprocess.SubprocessError):
        return False
    finally:
        os.close(master)
        os.close(slave)


def tree(folder):
    """The digest of every file in a folder."""
    digests = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            digests[os.path.relpath(path, folder)] = digest_of(path)
    return digests


def digest_of(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return b"no file"
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).digest()


def marked():
    """Living processes that this script's runs started."""
    mark, found = f"{MARK}={os.getpid()}".encode(), []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if mark in file.read().split(b"\0"):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def shoot(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def main():
    parser = argparse.ArgumentParser(prog="scripts/torture")
    parser.add_argument("programs", help=argparse.SUPPRESS)
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--falsehoods", type=int, default=200, help="false replies of workers, one a run")
    parser.add_argument("--keep", action="store_true", help="keep the folder of photos and pictures")
    torture = Torture(parser.parse_args())
    try:
        torture.perform()
    finally:
        torture.tidy()
    sys.exit(bool(torture.problems))


main()
