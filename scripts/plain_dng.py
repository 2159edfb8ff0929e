"""Reads the raw picture of a DNG by the standard alone, and writes it again in the plainest form: one uncompressed strip of 16 bits,
or of floats where light above white is kept, with one black level, a mosaic of 2×2 or 6×6 sites or three samples a pixel, and the fields of colours as they are. `check-cases` judges with it
what Bromide makes of DNGs whose numbers were changed. Nothing here comes from Bromide's reader. Needs numpy.
"""
import struct, zlib
import numpy as np

SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}
CODES = {1: 'B', 3: 'H', 4: 'I', 6: 'b', 8: 'h', 9: 'i', 11: 'f', 12: 'd', 13: 'I', 16: 'Q', 17: 'q', 18: 'Q'}
MOSAIC, LINEAR = 32803, 34892
# Light outside these limits is clipped.
LEAST, MOST = -.5, 5
# Fields for the layout or the levels of the samples.
FORM = {254, 255, 256, 257, 258, 259, 262, 273, 277, 278, 279, 284, 317, 322, 323, 324, 325, 330, 339, 347, 33421, 33422, 34665, 34853,
        50706, 50711, 50712, 50713, 50714, 50715, 50716, 50717, 50719, 50720, 50829, 50830, 50972, 51008, 51009, 51111, 51125}


class Unknown(Exception):
    """This script does not support the file."""


class Directory:
    def __init__(self, file, at):
        self.file, data, order = file, file.data, file.order
        count_form, entry, value_form = ('Q', 20, 'Q') if file.big else ('H', 12, 'I')
        inside = 8 if file.big else 4
        count = struct.unpack_from(order + count_form, data, at)[0]
        if count > 4096:
            raise Unknown('a directory of too many fields')
        first, self.fields = at + struct.calcsize(count_form), {}
        for i in range(count):
            place = first + entry * i
            tag, kind, values = struct.unpack_from(order + 'HH' + value_form, data, place)
            length = SIZES.get(kind, 1) * values
            start = place + 4 + inside
            if length > inside:
                start = struct.unpack_from(order + value_form, data, start)[0]
            self.fields.setdefault(tag, (kind, values, start, length))
        place = first + entry * count
        self.next = struct.unpack_from(order + value_form, data, place)[0] if place + inside <= len(data) else 0

    def raw(self, tag):
        kind, values, start, length = self.fields[tag]
        return self.file.data[start:start + length] if start + length <= len(self.file.data) else None

    def numbers(self, tag, default=None):
        """The values; of ratios the quotients."""
        if tag not in self.fields:
            return default
        kind, values, start, length = self.fields[tag]
        data = self.raw(tag)
        if data is None:
            return default
        if kind in (5, 10):
            pairs = struct.unpack(f'{self.file.order}{2 * values}{"I" if kind == 5 else "i"}', data)
            return [n / d if d else float('nan') for n, d in zip(pairs[::2], pairs[1::2])]
        return list(struct.unpack(f'{self.file.order}{values}{CODES[kind]}', data)) if kind in CODES else default

    def number(self, tag, default=None):
        return (self.numbers(tag) or [default])[0]


class File:
    def __init__(self, data):
        self.data, self.order = data, {b'II': '<', b'MM': '>'}[data[:2]]
        number = struct.unpack_from(self.order + 'H', data, 2)[0]
        if number not in (42, 43):
            raise Unknown('no TIFF')
        self.big = number == 43
        waiting, seen, self.directories = [struct.unpack_from(self.order + ('Q' if self.big else 'I'), data, 8 if self.big else 4)[0]], set(), []
        while waiting and len(seen) < 64:
            at = waiting.pop(0)
            if at in seen or at <= 0 or at >= len(data):
                continue
            seen.add(at)
            try:
                found = Directory(self, at)
            except struct.error:
                continue
            self.directories.append(found)
            waiting += [int(n) for n in found.numbers(330, [])] + [found.next]
        if not self.directories or 50706 not in self.directories[0].fields:
            raise Unknown('no DNG')


def raw_directory(file):
    pictures = [d for d in file.directories if (d.number(254) or 0) == 0 and d.number(262) in (MOSAIC, LINEAR)]
    if not pictures:
        raise Unknown('no raw picture')
    return max(pictures, key=lambda d: (d.number(256) or 0) * (d.number(257) or 0))


def unpacked(data, bits, order, count, is_float):
    """`count` rows of samples of one row's bytes each."""
    if is_float and bits == 24:
        b = data.reshape(len(data), -1, 3).astype(np.uint32)
        b = b if order == '>' else b[..., ::-1]
        word = b[..., 0] << 16 | b[..., 1] << 8 | b[..., 2]
        sign, exponent, fraction = word >> 23, word >> 16 & 127, word & 0xFFFF
        value = np.where(exponent == 0, fraction / 65536 * 2.0 ** -62, (1 + fraction / 65536) * 2.0 ** (exponent.astype(float) - 63))
        return np.where(sign, -value, value)[:, :count]
    if is_float or bits in (8, 16, 32):
        kind = np.dtype({8: 'u1', 16: order + 'u2', 32: order + 'u4'}[bits] if not is_float else f'{order}f{bits // 8}')
        return np.ascontiguousarray(data).view(kind)[:, :count].astype(float)
    # Samples of other widths follow one another with the highest bit first.
    b = np.unpackbits(data, axis=1)[:, :count * bits].reshape(len(data), count, bits)
    return (b * (1 << np.arange(bits - 1, -1, -1))).sum(axis=2).astype(float)


def undone(rows, predictor, bits, order, samples, is_float):
    """Undoes the differences of deflated rows (TIFF 6.0, section 14; Adobe's technical note 3; DNG 1.4 for X2 and X4)."""
    if predictor == 1:
        return rows
    distance = {2: 1, 3: 1, 34892: 2, 34893: 4, 34894: 2, 34895: 4}[predictor] * samples
    size = bits // 8
    if predictor in (2, 34892, 34893):
        kind = np.dtype({8: 'u1', 16: order + 'u2', 32: order + 'u4'}[bits])
        values = np.ascontiguousarray(rows).view(kind).astype(np.uint64)
        for phase in range(distance):
            values[:, phase::distance] = np.cumsum(values[:, phase::distance], axis=1)
        return (values % (1 << bits)).astype(kind).view(np.uint8).reshape(rows.shape)
    sums = rows.astype(np.uint64)
    for phase in range(distance):
        sums[:, phase::distance] = np.cumsum(sums[:, phase::distance], axis=1)
    planes = (sums % 256).astype(np.uint8).reshape(len(rows), size, -1)
    values = planes.transpose(0, 2, 1)
    return np.ascontiguousarray(values if order == '>' else values[..., ::-1]).reshape(rows.shape)


def samples_of(file, raw):
    width, height, samples = raw.number(256), raw.number(257), raw.number(277, 1)
    bits, compression, predictor = raw.number(258, 1), raw.number(259, 1), raw.number(317, 1)
    is_float = raw.number(339, 1) == 3
    if compression not in (1, 7, 8) or not 0 < width < 4096 or not 0 < height < 4096 or samples not in (1, 3) or raw.number(339, 1) not in (1, 3):
        raise Unknown('samples in another form')
    tiled = 324 in raw.fields
    places, lengths = [raw.numbers(t) for t in ((324, 325) if tiled else (273, 279))]
    tile_width, tile_height = (raw.number(322), raw.number(323)) if tiled else (width, min(raw.number(278, height), height))
    across = -(-width // tile_width)
    picture = np.zeros((-(-height // tile_height) * tile_height, across * tile_width * samples))
    row_bytes = (tile_width * samples * bits + 7) // 8
    for i in range(across * -(-height // tile_height)):
        rows = tile_height if tiled else min(tile_height, height - i * tile_height)
        length = lengths[i] if lengths and i < len(lengths) else len(file.data)
        data = file.data[places[i]:places[i] + (row_bytes * rows if compression == 1 else length)]
        y, x = i // across * tile_height, i % across * tile_width * samples
        if compression == 7:
            import imagecodecs
            values = imagecodecs.ljpeg_decode(data).astype(float).reshape(rows, -1)
        else:
            if compression == 8:
                data = zlib.decompressobj().decompress(data)
            data = data[:row_bytes * rows]
            rows = len(data) // row_bytes
            stored = np.frombuffer(data[:row_bytes * rows], np.uint8).reshape(rows, row_bytes)
            # Some writers predict the floats of a pixel from each other, which is not supported here.
            for distance in (samples, 1):
                bytes_ = undone(stored, predictor if compression == 8 else 1, bits, file.order, distance, is_float)
                values = unpacked(bytes_, bits, file.order, tile_width * samples, is_float)
                if predictor != 3 or np.isfinite(values).all():
                    break
        picture[y:y + len(values), x:x + tile_width * samples] = values
    picture = picture[:height, :width * samples].reshape(height, width, samples)
    table = raw.numbers(50712)
    if table and not is_float:
        picture = np.array(table, float)[np.minimum(picture, len(table) - 1).astype(int)]
    largest = 1.0 if is_float else table[-1] if table else (1 << bits) - 1
    return picture, largest


def light_of(raw, picture, largest):
    """The linear reference values (DNG 1.7.1, chapter 5) of the active area. White is 1."""
    samples = picture.shape[2]
    top, left, bottom, right = [int(n) for n in raw.numbers(50829, [0, 0, *picture.shape[:2]])]
    area = picture[top:bottom, left:right]
    height, width = area.shape[:2]
    rows, columns = [int(n) for n in raw.numbers(50713, [1, 1])]
    stated = raw.numbers(50714, [0.0])
    count = rows * columns * samples
    stated = np.array(stated[:count] if len(stated) >= count else stated[:1] * count, float).reshape(rows, columns, samples)
    black = np.tile(stated, (-(-height // rows), -(-width // columns), 1))[:height, :width]
    across, down = np.array(raw.numbers(50715, [0.0] * width)), np.array(raw.numbers(50716, [0.0] * height))
    masked = raw.numbers(50830)
    if masked and not stated.any() and not across.any() and not down.any() and samples == 1:
        sums, counts = np.zeros((2, 2)), np.zeros((2, 2))
        for i in range(0, len(masked) // 4 * 4, 4):
            t, l, b, r = [int(n) for n in masked[i:i + 4]]
            for y, x in ((y, x) for y in (0, 1) for x in (0, 1)):
                part = picture[t:b, l:r, 0][(top + y - t) % 2::2, (left + x - l) % 2::2]
                sums[y, x] += part.sum()
                counts[y, x] += part.size
        stated = (sums / counts).reshape(2, 2, 1)
        black = np.tile(stated, (height // 2 + 1, width // 2 + 1, 1))[:height, :width]
    black = black + across[None, :, None] + down[:, None, None]
    white = raw.numbers(50717, [largest])
    white = np.array(white[:samples] if len(white) >= samples else white[:1] * samples, float)
    most = stated.reshape(-1, samples).max(axis=0) + across.max() + down.max()
    return (area - black) / (white - most)


def gains(raw, light):
    """Multiplies by the gain maps of the second list of opcodes (DNG 1.7.1, chapter 7, GainMap)."""
    data = raw.raw(51009) if 51009 in raw.fields else None
    if not data:
        return light
    place = 4
    for _ in range(struct.unpack_from('>I', data)[0]):
        code, _, flags, length = struct.unpack_from('>IIII', data, place)
        body, place = data[place + 16:place + 16 + length], place + 16 + length
        if code != 9:
            if flags & 1:
                continue
            raise Unknown(f'opcode {code}')
        top, left, bottom, right, plane, planes, row_pitch, column_pitch, points_v, points_h = struct.unpack_from('>10I', body)
        step_v, step_h, origin_v, origin_h = struct.unpack_from('>4d', body, 40)
        map_planes = struct.unpack_from('>I', body, 72)[0]
        grid = np.frombuffer(body, '>f4', points_v * points_h * map_planes, 76).reshape(points_v, points_h, map_planes).astype(float)
        height, width = light.shape[:2]

        def weights(places, length, origin, step, points):
            at = ((places + .5) / length - origin) / step if points > 1 else np.zeros(len(places))
            at = np.clip(at, 0, points - 1)
            low = np.minimum(at.astype(int), max(points - 2, 0))
            return low, np.minimum(low + 1, points - 1), at - low

        ys, xs = np.arange(top, min(bottom, height), row_pitch), np.arange(left, min(right, width), column_pitch)
        y0, y1, fy = weights(ys, height, origin_v, step_v, points_v)
        x0, x1, fx = weights(xs, width, origin_h, step_h, points_h)
        for p in range(plane, min(plane + planes, light.shape[2])):
            g = grid[..., min(p - plane, map_planes - 1)]
            upper = g[y0][:, x0] * (1 - fx) + g[y0][:, x1] * fx
            lower = g[y1][:, x0] * (1 - fx) + g[y1][:, x1] * fx
            light[np.ix_(ys, xs, [p])] *= (upper * (1 - fy[:, None]) + lower * fy[:, None])[..., None]
    return light


def mosaic_of(raw, light):
    """The pattern and the light of its sites. A block of 2×2 sites with one colour becomes one site."""
    codes = raw.numbers(33422)
    rows, columns = [int(n) for n in raw.numbers(33421, [2, 2])]
    if not codes or len(codes) != rows * columns:
        raise Unknown('no pattern')
    pattern = np.tile(np.array(codes).reshape(rows, columns), (12, 12))
    if (pattern == np.tile(pattern[:2, :2], (rows * 6, columns * 6))).all():
        return pattern[:2, :2], light
    for y, x in ((0, 0), (0, 1), (1, 0), (1, 1)):
        part = pattern[y:y + 8, x:x + 8]
        blocks = part[::2, ::2]
        if (np.kron(blocks, np.ones((2, 2))) == part).all() and (blocks == np.tile(blocks[:2, :2], (2, 2))).all():
            height, width = [(n - o) // 4 * 4 for n, o in zip(light.shape, (y, x))]
            cut = light[y:y + height, x:x + width, 0].reshape(height // 2, 2, width // 2, 2)
            return blocks[:2, :2], cut.mean(axis=(1, 3))[..., None]
    if (rows, columns) == (6, 6):
        return pattern[:6, :6], light
    raise Unknown('another pattern')


def plain(data):
    """The bytes of the plain form. Raises Unknown or an error of numpy for unsupported files."""
    file = File(data)
    main, raw = file.directories[0], raw_directory(file)
    light = gains(raw, light_of(raw, *samples_of(file, raw)))
    if (raw.raw(51008) if 51008 in raw.fields else None):
        raise Unknown('opcodes before levels')
    fields = {}
    for directory in (raw, main):
        for tag, (kind, count, _, _) in directory.fields.items():
            value = directory.raw(tag)
            if tag not in FORM and kind in SIZES and value is not None:
                fields[tag] = (kind, count, swapped(value, kind, file.order))
    if raw.number(262) == MOSAIC:
        if raw.number(50711, 1) != 1:
            raise Unknown('another grid')
        pattern, light = mosaic_of(raw, light)
        fields[33421] = (3, 2, struct.pack('<2H', *pattern.shape))
        fields[33422] = (1, pattern.size, bytes(pattern.reshape(-1).tolist()))
    height, width, samples = light.shape
    is_float = raw.number(339) == 3
    if is_float:
        stored, bits, black, white = light.astype('<f4').tobytes(), 32, 0, 1
    else:
        light = np.clip(np.nan_to_num(light), LEAST, MOST)
        black = int(-min(light.min(), -.03) * 65535 / (max(light.max(), 1) - min(light.min(), -.03)))
        scale = int((65535 - black) / max(light.max(), 1))
        stored = np.clip(np.round(black + light * scale), 0, 65535).astype('<u2').tobytes()
        bits, white = 16, black + scale
    for tag, values in {254: [0], 256: [width], 257: [height], 278: [height], 279: [len(stored)], 273: [16], 50714: [black] * samples,
                        50717: [white] * samples}.items():
        fields[tag] = (4, len(values), struct.pack(f'<{len(values)}I', *values))
    for tag, values in {258: [bits] * samples, 259: [1], 262: [raw.number(262)], 277: [samples], 284: [1],
                        339: [3 if is_float else 1] * samples}.items():
        fields[tag] = (3, len(values), struct.pack(f'<{len(values)}H', *values))
    fields[50706] = (1, 4, bytes([1, 4, 0, 0]))
    return assembled(fields, stored)


def swapped(value, kind, order):
    """A value in little-endian order."""
    width = {5: 4, 10: 4}.get(kind, SIZES[kind])
    return value if order == '<' or width == 1 else np.frombuffer(value, f'>u{width}').astype(f'<u{width}').tobytes()


def assembled(fields, stored):
    start = 16 + len(stored) + len(stored) % 2
    entries, values = b'', b''
    first = start + 2 + 12 * len(fields) + 4
    for tag, (kind, count, value) in sorted(fields.items()):
        place = value.ljust(4, b'\0') if len(value) <= 4 else struct.pack('<I', first + len(values))
        entries += struct.pack('<HHI', tag, kind, count) + place
        if len(value) > 4:
            values += value + b'\0' * (len(value) % 2)
    head = b'II*\0' + struct.pack('<I', start) + bytes(8)
    return head + stored + b'\0' * (len(stored) % 2) + struct.pack('<H', len(fields)) + entries + bytes(4) + values
