"""Writes one scene as DNGs of many forms, each of them allowed by the standard. `check-cases --variations` compares their pictures.

Every number here follows from DNG 1.7.1, chapters 2 to 5, and TIFF 6.0. Needs numpy.
"""
import struct, zlib
import numpy as np
import plain_dng

BAYER = {'RGGB': [0, 1, 1, 2], 'BGGR': [2, 1, 1, 0], 'GRBG': [1, 0, 2, 1], 'GBRG': [1, 2, 0, 1]}
XTRANS = ['GBGGRG', 'RGRBGB', 'GBGGRG', 'GRGGBG', 'BGBRGR', 'GRGGBG']


def scene(base):
    """The light of base.dng in three colours, and the fields of its colours."""
    file = plain_dng.File(base)
    raw = plain_dng.raw_directory(file)
    light = plain_dng.light_of(raw, *plain_dng.samples_of(file, raw))[..., 0]
    height, width = light.shape
    sites = [light[0::2, 0::2], (light[0::2, 1::2] + light[1::2, 0::2]) / 2, light[1::2, 1::2]]
    picture = np.zeros((height, width, 3))
    for r in range(4):
        for c in range(6):
            cell = np.s_[r * height // 4:(r + 1) * height // 4, c * width // 6:(c + 1) * width // 6]
            half = np.s_[(r * height // 4 + 3) // 2:(r + 1) * height // 8 - 1, (c * width // 6 + 3) // 2:(c + 1) * width // 12 - 1]
            picture[cell] = [np.median(s[half]) for s in sites]
    colours = {tag: (kind, count, plain_dng.swapped(raw.raw(tag), kind, file.order)) for tag, (kind, count, _, _) in raw.fields.items()
               if tag not in plain_dng.FORM}
    return picture, colours


class Variation:
    def __init__(self, picture, colours, rng):
        self.rng, self.fields, self.said = rng, {}, []
        self.order, self.big = rng.choice('<>'), rng.random() < .2
        for tag, (kind, count, value) in colours.items():
            self.fields[tag] = (kind, count, value if self.order == '<' else self.turned(value, kind))
        self.said += [{'<': 'II', '>': 'MM'}[self.order]] + ['BigTIFF'] * self.big
        light = self.filtered(picture)
        light = self.framed(light)
        self.stored(self.levelled(light))
        self.put(50706, 1, [1, 4, 0, 0])
        self.put(274, 3, [rng.randrange(1, 9)])

    @staticmethod
    def turned(value, kind):
        width = {5: 4, 10: 4}.get(kind, plain_dng.SIZES[kind])
        return value if width == 1 else np.frombuffer(value, f'<u{width}').astype(f'>u{width}').tobytes()

    def put(self, tag, kind, values):
        """Ratios are given as floats, and stored in 64ths."""
        if kind in (5, 10):
            pairs = [n for v in values for n in (round(v * 64), 64)]
            value = struct.pack(f'{self.order}{len(pairs)}{"I" if kind == 5 else "i"}', *pairs)
        else:
            value = struct.pack(f'{self.order}{len(values)}{plain_dng.CODES[kind]}', *values)
        self.fields[tag] = (kind, len(values), value)

    def filtered(self, picture):
        """One colour at each site, or three."""
        rng, (height, width) = self.rng, picture.shape[:2]
        form = rng.choice(['linear', 'bayer', 'bayer', 'bayer', 'bayer', 'quad', 'xtrans'])
        self.form = form
        self.put(262, 3, [plain_dng.LINEAR if form == 'linear' else plain_dng.MOSAIC])
        self.put(277, 3, [3 if form == 'linear' else 1])
        if form == 'linear':
            self.said.append('linear')
            return picture
        if form == 'xtrans':
            pattern = np.array([['RGB'.index(c) for c in row] for row in XTRANS])
            pattern = np.roll(pattern, (rng.randrange(6), rng.randrange(6)), (0, 1))
        else:
            pattern = np.array(BAYER[rng.choice(list(BAYER))]).reshape(2, 2)
            if form == 'quad':
                pattern = np.kron(pattern, np.ones((2, 2), int))
            elif rng.random() < .4:
                pattern = np.tile(pattern, (rng.choice([1, 2, 3]), rng.choice([1, 2, 3])))
        planes = rng.choice([[0, 1, 2], [0, 1, 2], [2, 1, 0], [1, 2, 0]])
        if planes != [0, 1, 2]:
            self.reorder(planes)
        self.said.append(f'{form} {pattern.shape[0]}×{pattern.shape[1]} planes {planes}')
        self.put(33421, 3, pattern.shape)
        self.put(33422, 1, pattern.reshape(-1).tolist())
        self.put(50710, 1, planes)
        tiled = np.tile(pattern, (-(-height // len(pattern)), -(-width // pattern.shape[1])))[:height, :width]
        return np.take_along_axis(picture, tiled[..., None], axis=2)

    def reorder(self, planes):
        """Matrices and neutrals have a row or number for each plane in order."""
        for tag, width in ((50721, 24), (50722, 24), (50728, 8)):
            if tag in self.fields:
                kind, count, value = self.fields[tag]
                self.fields[tag] = kind, count, b''.join(value[p * width:p * width + width] for p in planes)

    def framed(self, light):
        """Columns and rows around the active area, of other values."""
        self.margins = [self.rng.choice([0, 0, self.rng.randrange(1, 12)]) for _ in range(4)]
        top, left, bottom, right = self.margins
        height, width = light.shape[:2]
        self.area = (top, left, top + height, left + width)
        if any(self.margins):
            self.put(50829, 4, self.area)
        self.put(50719, 4, [self.rng.randrange(5), self.rng.randrange(5)])
        self.put(50720, 4, [width - 5, height - 7])
        self.said.append(f'margins {self.margins}')
        return np.pad(light, ((top, bottom), (left, right), (0, 0)), constant_values=.5)

    def levelled(self, light):
        """Samples for light, with black levels of some form."""
        rng, samples = self.rng, light.shape[2]
        top, left, bottom, right = self.area
        height, width = bottom - top, right - left
        self.is_float = rng.random() < .3
        if self.is_float:
            return light
        self.bits = rng.choice([12, 14, 16, 16])
        white = np.array([rng.randrange(int(.7 * (1 << self.bits)), (1 << self.bits) - 1) for _ in range(samples)], float)
        unit = (1 << self.bits) / 4096
        black = np.zeros((height, width, samples))
        largest = np.zeros(samples)
        masks = [m for m in ((top, 0, bottom, left), (0, left, top, right), (top, right, bottom, right + self.margins[3]),
                             (bottom, left, bottom + self.margins[2], right)) if m[2] - m[0] > 5 and m[3] - m[1] > 5]
        if masks and samples == 1 and self.form == 'bayer':
            level = 300 * unit
            black += level
            largest += level
            self.put(50830, 4, [int(n) for n in masks[0]])
            light[masks[0][0]:masks[0][2], masks[0][1]:masks[0][3]] = 0
            self.said.append(f'masked {masks[0]}')
        else:
            rows, columns = rng.choice([(1, 1), (2, 2), (2, 4), (4, 2), (1, 2), (3, 5)])
            repeat = np.round(np.array([rng.uniform(100, 300) for _ in range(rows * columns * samples)]) * unit * 4) / 4
            repeat = repeat.reshape(rows, columns, samples)
            across = np.round(np.array([rng.uniform(-20, 30) if (rows + columns) % 2 else 0 for _ in range(width)]) * unit * 4) / 4
            down = np.round(np.array([rng.uniform(-20, 30) if rows == 2 else 0 for _ in range(height)]) * unit * 4) / 4
            black += np.tile(repeat, (-(-height // rows), -(-width // columns), 1))[:height, :width]
            black += across[None, :, None] + down[:, None, None]
            largest = repeat.reshape(-1, samples).max(axis=0) + across.max() + down.max()
            self.put(50713, 3, [rows, columns])
            self.put(50714, 5, repeat.reshape(-1).tolist())
            if across.any():
                self.put(50715, 10, across.tolist())
            if down.any():
                self.put(50716, 10, down.tolist())
            self.said.append(f'black {rows}×{columns}{" H" * bool(across.any())}{" V" * bool(down.any())}')
        self.put(50717, 4, white.astype(int).tolist())
        self.said.append(f'{self.bits} bits')
        values = light * (white - largest) + largest
        values[top:bottom, left:right] = light[top:bottom, left:right] * (white - largest) + black
        return np.clip(np.round(values), 0, (1 << self.bits) - 1)

    def stored(self, values):
        rng, (height, width, samples) = self.rng, values.shape
        compression, predictor = rng.choice([1, 1, 8]), 1
        if self.is_float:
            self.bits = rng.choice([16, 24, 32])
            if compression == 8:
                predictor = rng.choice([1, 3, 34894, 34895])
        elif compression == 8:
            predictor = rng.choice([1, 2, 34892, 34893]) if self.bits == 16 else 1
        tiled = rng.random() < .5
        if self.is_float and width % 4 and predictor > 3:
            # Pixels are predicted in groups of two or four.
            tiled = True
        tile = (rng.choice([16, 48, 80]), rng.choice([16, 32, 112])) if tiled else (rng.choice([height, 7, 32]), width)
        self.said.append(f'{"float " if self.is_float else ""}{self.bits} bits, compression {compression}, predictor {predictor}, '
                         f'{"tiles" if tiled else "strips"} {tile[1]}×{tile[0]}')
        blocks = []
        for y in range(0, height, tile[0]):
            for x in range(0, width, tile[1]):
                part = values[y:y + tile[0], x:x + tile[1]]
                if tiled:
                    part = np.pad(part, ((0, tile[0] - part.shape[0]), (0, tile[1] - part.shape[1]), (0, 0)))
                rows = self.packed(part.reshape(len(part), -1), predictor, samples)
                data = rows.tobytes()
                blocks.append(zlib.compress(data) if compression == 8 else data)
        self.blocks = blocks
        for tag, number in {256: width, 257: height, 254: 0}.items():
            self.put(tag, 4, [number])
        self.put(258, 3, [self.bits] * samples)
        self.put(259, 3, [compression])
        self.put(317, 3, [predictor])
        self.put(284, 3, [1])
        self.put(339, 3, [3 if self.is_float else 1] * samples)
        self.tags = (324, 325) if tiled else (273, 279)
        if tiled:
            self.put(322, 4, [tile[1]])
            self.put(323, 4, [tile[0]])
        else:
            self.put(278, 4, [tile[0]])

    def packed(self, rows, predictor, samples):
        """The bytes of some rows."""
        bits, order = self.bits, self.order
        if self.is_float:
            if bits == 24:
                word = np.ascontiguousarray(rows.astype('<f4')).view('<u4').astype(np.int64)
                # A float with a sign, 7 exponent bits (bias 63) and 16 fraction bits.
                exponent = (word >> 23 & 255) - 127 + 63
                short = np.where(exponent <= 0, 0, (word >> 31) << 23 | np.clip(exponent, 0, 127) << 16 | (word >> 7 & 0xFFFF))
                parts = [short >> 16 & 255, short >> 8 & 255, short & 255]
            else:
                word = np.ascontiguousarray(rows.astype(f'>f{bits // 8}')).view(np.uint8).reshape(*rows.shape, bits // 8)
                parts = [word[..., i] for i in range(bits // 8)]
            if predictor == 1:
                parts = parts if order == '>' else parts[::-1]
                return np.stack(parts, axis=2).astype(np.uint8).reshape(len(rows), -1)
            line = np.concatenate(parts, axis=1).astype(np.int64)
            return self.differences(line, {3: 1, 34894: 2, 34895: 4}[predictor] * samples, 256).astype(np.uint8)
        if bits == 16:
            if predictor != 1:
                rows = self.differences(rows.astype(np.int64), {2: 1, 34892: 2, 34893: 4}[predictor] * samples, 65536)
            return np.ascontiguousarray(rows.astype(f'{order}u2')).view(np.uint8).reshape(len(rows), -1)
        b = (rows.astype(np.uint32)[..., None] >> np.arange(bits - 1, -1, -1) & 1).astype(np.uint8).reshape(len(rows), -1)
        return np.packbits(b, axis=1)

    @staticmethod
    def differences(rows, distance, modulus):
        result = rows.copy()
        result[:, distance:] -= rows[:, :-distance]
        return result % modulus

    def file(self):
        """The bytes of the file: header, blocks, directory, values."""
        o, big = self.order, self.big
        mark = b'II' if o == '<' else b'MM'
        head = mark + (struct.pack(o + 'HHHQ', 43, 8, 0, 0) if big else struct.pack(o + 'HI', 42, 0))
        data, places = bytearray(head), []
        for block in self.blocks:
            data += bytes(len(data) % 2)
            places.append(len(data))
            data += block
        self.put(self.tags[0], 4, places)
        self.put(self.tags[1], 4, [len(b) for b in self.blocks])
        data += bytes(-len(data) % 8)
        start, inside = len(data), 8 if big else 4
        form = 'Q' if big else 'I'
        end = start + (8 + 20 * len(self.fields) + 8 if big else 2 + 12 * len(self.fields) + 4)
        entries, values = struct.pack(o + ('Q' if big else 'H'), len(self.fields)), b''
        for tag, (kind, count, value) in sorted(self.fields.items()):
            entries += struct.pack(o + 'HH' + form, tag, kind, count)
            if len(value) <= inside:
                entries += value.ljust(inside, b'\0')
            else:
                entries += struct.pack(o + form, end + len(values))
                values += value + bytes(len(value) % 2)
        data += entries + bytes(inside) + values
        data[8 if big else 4:16 if big else 8] = struct.pack(o + form, start)
        return bytes(data)
