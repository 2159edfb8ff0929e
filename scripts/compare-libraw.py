"""Runs Bromide's decoders and rawpy's LibRaw over the same files, damaged ones too, each in a child process; see compare-libraw."""
import collections, hashlib, json, os, random, selectors, subprocess, sys, tempfile

BATCH = 256
SECONDS = 30  # for one file


def describe():
    """The child: answers each path on standard input with a line of JSON."""
    import rawpy
    for path in sys.stdin:
        path = path.rstrip("\n")
        line = {"path": path}
        try:
            with rawpy.imread(path) as raw:
                samples = raw.raw_image
                line["size"] = list(samples.shape[1::-1])
                line["sha256"] = hashlib.sha256(samples.astype("<u2").tobytes()).hexdigest()
        except Exception as error:
            line["error"] = repr(error)
        print(json.dumps(line), flush=True)


class Decoder:
    """A child that decodes; a crash or a hang costs one file."""

    def __init__(self, command):
        self.command, self.child = command, None

    def ask(self, path):
        if self.child is None or self.child.poll() is not None:
            self.child = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.selector = selectors.DefaultSelector()
            self.selector.register(self.child.stdout, selectors.EVENT_READ)
        self.child.stdin.write(path.encode() + b"\n")
        self.child.stdin.flush()
        if self.selector.select(SECONDS):
            line = self.child.stdout.readline()
            if line:
                return json.loads(line)
            what = "crash"
        else:
            what = "hang"
            self.child.kill()
        self.child.wait()
        self.child = None
        return {"path": path, what: True, "error": what}

    def ask_afresh(self, path):
        """Asks a child that has decoded nothing before: LibRaw's buffers then hold nothing of other files."""
        self.child.kill()
        self.child.wait()
        self.child = None
        return self.ask(path)


def damage(data, chance):
    """Changes bytes as scripts/fuzz-unpack does; one file in eight stays as it is."""
    data = bytearray(data)
    for _ in range(chance.choice([0, 1, 1, 1, 1, 2, 4, 8])):
        kind, size = chance.randrange(8), len(data)
        if size < 64:
            break
        at = chance.choice([chance.randrange(min(size, 1024)), size - 1 - chance.randrange(min(size, 1024)),
                            chance.randrange(size), chance.randrange(size)])
        if kind <= 1:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 2:
            data[at] = chance.randrange(256)
        elif kind == 3:
            data[at] = chance.choice([0, 1, 0x7f, 0x80, 0xfe, 0xff])
        elif kind == 4:
            del data[size - chance.randrange(size // 2) // chance.choice([1, 16]):]
        elif kind == 5:
            for i in range(at, min(at + chance.randrange(64), size)):
                data[i] = chance.randrange(256)
        elif kind == 6:
            data.insert(at, chance.choice([0, 0xff, chance.randrange(256)]))
        else:
            data[at] = 0xff
            if at + 1 < size:
                data[at + 1] = chance.choice([0, 0xd0, 0xd9, 0xda, 0xc4])
    return bytes(data)


def compare(fuzz, count, seed):
    ours, theirs = Decoder([fuzz, "--print"]), Decoder([sys.executable, __file__, "--describe"])
    tally, different = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(seed, seed + count, BATCH):
            number = min(BATCH, seed + count - first)
            subprocess.run([fuzz, "--write", folder, str(number), str(first)], check=True)
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                chance = random.Random(name)
                with open(path, "rb") as file:
                    data = damage(file.read(), chance)
                with open(path, "wb") as file:
                    file.write(data)
                mine, other = ours.ask(path), theirs.ask(path)
                first = mine
                if "sha256" in mine and "sha256" in other and mine["sha256"] != other["sha256"]:
                    mine, other = ours.ask_afresh(path), theirs.ask_afresh(path)
                coding = name.split("-", 1)[1].removesuffix(".raw").split("-")[0]
                if "sha256" in mine and "sha256" in other:
                    is_ours = mine["unpacker"] == "auto"
                    kind = "both, by Bromide" if is_ours else "both, by this machine's LibRaw"
                    if mine is not first and mine["sha256"] == other["sha256"] == first["sha256"]:
                        kind = "both, LibRaw in a new process"
                    elif mine["sha256"] != other["sha256"] or mine["sha256"] != first["sha256"]:
                        kind = "DIFFERENT"
                        different.append(name)
                        print(f"{name}\n  Bromide {json.dumps(mine)}\n  LibRaw  {json.dumps(other)}", flush=True)
                        os.makedirs(".build/compare", exist_ok=True)
                        with open(os.path.join(".build/compare", name), "wb") as file:
                            file.write(data)
                elif "sha256" in mine:
                    kind = "Bromide only"
                elif "sha256" in other:
                    kind = "LibRaw only"
                elif "crash" in mine or "hang" in mine:
                    kind = "BROMIDE CRASHED OR HUNG"
                    different.append(name)
                else:
                    kind = "neither"
                tally[coding, kind] += 1
                os.remove(path)
    print(f"{count} files from seed {seed}:")
    for (coding, kind), number in sorted(tally.items()):
        print(f"  {coding:12} {kind:32} {number}")
    return not different


def digests(fuzz):
    decoder = Decoder([sys.executable, __file__, "--describe"])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([fuzz, "--samples", folder], check=True)
        for name in sorted(os.listdir(folder)):
            line = decoder.ask(os.path.join(folder, name))
            print(f'    "{name}":\n      "{line.get("sha256") or line["error"]}",')


if sys.argv[1:] == ["--describe"]:
    describe()
elif sys.argv[2:] == ["--digests"]:
    digests(sys.argv[1])
else:
    numbers = [int(word) for word in sys.argv[2:]] + [1000, 1][len(sys.argv) - 2:]
    sys.exit(0 if compare(sys.argv[1], *numbers[:2]) else 1)
