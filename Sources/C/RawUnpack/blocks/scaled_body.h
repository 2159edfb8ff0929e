// Panasonic's scaled blocks in lanes. The including file defines NAME and VECTOR (bytes).

typedef uint32_t words __attribute__((vector_size(VECTOR)));
enum { kLanes = VECTOR / 4 };

/// Returns `first` for lanes with all bits set in `is_set`, otherwise `second`.
INLINE words choose(words is_set, words first, words second) {
  return (first & is_set) | (second & ~is_set);
}

/// Returns the field with its highest bit at this distance from the top.
INLINE words field(const words *parts, uint32_t from, uint32_t bits) {
  const uint32_t end = 128 - from - bits, part = end / 32, shift = end % 32;
  words value = parts[part] >> shift;
  if (shift + bits > 32) value |= parts[part + 1] << (32 - shift);
  return value & ((1u << bits) - 1);
}

/// Converts values to samples. 15 becomes 0, as do smaller values.
INLINE words samples_of(words values, const struct scaling scaling) {
  const words samples = values - 15;
  const words kept = choose((words)(samples <= scaling.most), samples, (words){0} + scaling.beyond);
  return kept & (words)(values >= 15);
}

/// Decodes as many blocks as there are lanes. The first `count` are needed.
INLINE void decode_lanes(const uint8_t *bytes, size_t count, uint16_t *out, const struct scaling scaling) {
  words parts[4];
  uint32_t words_of[4][kLanes];
  for (int lane = 0; lane < kLanes; lane++)
    for (int part = 0; part < 4; part++) memcpy(&words_of[part][lane], bytes + kBlock * lane + 4 * part, 4);
  memcpy(parts, words_of, sizeof parts);
  uint32_t results[14][kLanes];
  words first[2], last[2], scale = {0}, base = {0};
  uint32_t at = 0;
#pragma clang loop unroll(full)
  for (uint32_t i = 0; i < scaling.samples; i++) {
    if (i < 2) {
      first[i] = last[i] = field(parts, at, scaling.first_bits);
      at += scaling.first_bits;
    } else {
      if (i % 3 == 2) {
        scale = field(parts, at, 2);
        scale -= (words)(scale == 3);
        // The largest scale has no base.
        base = (((words){0} + scaling.base) << scale) | (words)(scale == 4);
        at += 2;
      }
      const words number = field(parts, at, scaling.bits), before = last[i & 1];
      at += scaling.bits;
      const words above = (before - base) & (words)(before > base);
      const words starting = choose((words)(number != 0), number, before);
      const words is_started = (words)(first[i & 1] != 0);
      last[i & 1] = choose(is_started, (number << scale) + above, starting);
      first[i & 1] |= number;
    }
    const words samples = samples_of(last[i & 1], scaling);
    memcpy(results[i], &samples, sizeof samples);
  }
  for (size_t lane = 0; lane < count; lane++, out += scaling.samples)
    for (uint32_t i = 0; i < scaling.samples; i++) out[i] = (uint16_t)results[i][lane];
}

INLINE void decode_all(const uint8_t *bytes, size_t blocks, uint16_t *out, const struct scaling scaling) {
  size_t done = 0;
  for (; done + kLanes <= blocks; done += kLanes)
    decode_lanes(bytes + kBlock * done, kLanes, out + scaling.samples * done, scaling);
  if (done == blocks) return;
  uint8_t rest[kBlock * kLanes] = {0};
  memcpy(rest, bytes + kBlock * done, kBlock * (blocks - done));
  decode_lanes(rest, blocks - done, out + scaling.samples * done, scaling);
}

void NAME(panasonic_scaled)(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits) {
  if (has_12_bits)
    decode_all(bytes, blocks, out, scaling12);
  else
    decode_all(bytes, blocks, out, scaling14);
}
