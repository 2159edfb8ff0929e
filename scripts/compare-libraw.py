"""Runs Bromide's decoders and rawpy's LibRaw over the same files, also damaged files, each in a child process. See compare-libraw."""
import collections, hashlib, json, os, random, selectors, struct, subprocess, sys, tempfile, zlib

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

    def __init__(self, command, fill=None):
        self.command, self.child = command, None
        # The content of new memory (glibc). With it, skipped samples differ between runs.
        self.environment = dict(os.environ, **({"MALLOC_PERTURB_": str(fill)} if fill else {}))

    def ask(self, path):
        if self.child is None or self.child.poll() is not None:
            self.child = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment)
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
        """Uses a new child process."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None
        return self.ask(path)


def plain_floats(data):
    """Digest of deflated floats without a predictor, by zlib and numpy; None for other files.

    LibRaw 0.22 takes their bytes for planes, as with the predictor of floats (TIFF technical note 3)."""
    import numpy
    order = "<" if data[:2] == b"II" else ">"

    def directory(at):
        entries = {}
        for i in range(struct.unpack_from(order + "H", data, at)[0]):
            tag, kind, count = struct.unpack_from(order + "HHI", data, at + 2 + 12 * i)
            # LibRaw, and Bromide with it, takes unknown types for numbers of 32 bits.
            letter = "H" if kind == 3 else "I"
            if count > 1 << 16:
                continue
            place = at + 10 + 12 * i
            if struct.calcsize(letter) * count > 4:
                place = struct.unpack_from(order + "I", data, place)[0]
            if place + struct.calcsize(letter) * count <= len(data):
                entries[tag] = struct.unpack_from(order + str(count) + letter, data, place)
        return entries

    try:
        main = directory(struct.unpack_from(order + "I", data, 4)[0])
        all = [main] + [directory(at) for at in main.get(330, ())]
        raw = next(d for d in all if d.get(259, (1,))[0] == 8 and d.get(339, (1,))[0] == 3)
        (width,), (height,), bits = raw[256], raw[257], raw[258][0]
        samples, white = raw.get(277, (1,))[0], raw[50717][0]
        if raw.get(317, (1,))[0] != 1:
            return None
        tile_width, tile_height = raw.get(322, (width,))[0], raw.get(323, raw.get(278, (height,)))[0]
        offsets, counts = (raw[324], raw[325]) if 324 in raw else (raw[273], raw[279])
        across = -(-width // tile_width)
        light = numpy.zeros((height + tile_height, width + tile_width, samples), numpy.float32)
        for index, (offset, count) in enumerate(zip(offsets, counts)):
            part = numpy.frombuffer(zlib.decompress(data[offset:offset + count]), numpy.uint8)
            row = tile_width * samples * bits // 8
            part = part[:len(part) // row * row].reshape(-1, tile_width * samples, bits // 8)
            value = numpy.zeros(part.shape[:2], numpy.uint32)
            for place in range(bits // 8):
                value = value << 8 | part[..., place if order == ">" else -1 - place]
            if bits == 16:
                # Like LibRaw, replace infinity by the largest number, and NaN by 0.
                number = value.astype(numpy.uint16).view(numpy.float16).astype(numpy.float32)
                number = numpy.nan_to_num(number, nan=0, posinf=65504, neginf=-65504)
            elif bits == 24:
                exponent, mantissa = value >> 16 & 127, (value & 65535) / 65536
                number = (1 + mantissa) * 2.0 ** (exponent.astype(int) - 63) * (exponent > 0)
                number = numpy.where(exponent == 127, (mantissa == 0) * (2 - 2.0 ** -16) * 2.0 ** 63, number)
                number = numpy.where(value >> 23, -number, number).astype(numpy.float32)
            else:
                number = value.view(numpy.float32)
            y, x = index // across * tile_height, index % across * tile_width
            light[y:y + len(number), x:x + tile_width] = number.reshape(len(number), tile_width, samples)
        light = light[:height, :width]
        top = numpy.float32(max(white, light.max(), 1))
        factor = numpy.float32(16383) / top if top < 4096 or top > 32767 else numpy.float32(1)
        codes = (numpy.maximum(light, 0) * factor).astype(numpy.int32).astype("<u2")
        return hashlib.sha256(numpy.ascontiguousarray(codes).tobytes()).hexdigest()
    except (StopIteration, KeyError, struct.error, zlib.error, ValueError):
        return None


def damage(data, chance):
    """Changes bytes like scripts/fuzz-unpack. One file in eight stays unchanged."""
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
    describing = [sys.executable, __file__, "--describe"]
    ours, theirs = Decoder([fuzz, "--print"]), Decoder(describing)
    perturbed = [Decoder(describing, fill) for fill in (85, 170)]
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
                told, others = mine, [other]
                if "sha256" in mine and "sha256" in other and mine["sha256"] != other["sha256"]:
                    mine = ours.ask_afresh(path)
                    others = [decoder.ask_afresh(path) for decoder in perturbed]
                answers = {answer.get("sha256") for answer in others}
                coding = name.split("-", 1)[1].removesuffix(".raw").split("-")[0]
                if "sha256" in mine and "sha256" in other:
                    is_ours = mine["unpacker"] == "auto"
                    kind = "both, by Bromide" if is_ours else "both, by this machine's LibRaw"
                    if mine["sha256"] != told["sha256"]:
                        kind = "BROMIDE WAVERS"
                        different.append(name)
                    elif answers == {mine["sha256"]}:
                        kind = kind if mine is told else "both, LibRaw in a new process"
                    elif len(answers) > 1:
                        kind = "LibRaw leaves samples as it finds memory"
                    elif not is_ours:
                        kind = "this machine's LibRaw and the newer one differ"
                    elif plain_floats(data) == mine["sha256"]:
                        kind = "floats without predictor: Bromide as zlib and numpy"
                    else:
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
                    print(f"{name}\n  Bromide {json.dumps(mine)}", flush=True)
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
