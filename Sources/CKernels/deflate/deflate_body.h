// The loops of deflate (RFC 1951) that touch every byte, one body for every instruction set.
// The including file defines NAME(entry).

INLINE uint64_t read64(const uint8_t *from) {
  uint64_t value;
  __builtin_memcpy(&value, from, 8);
  return value;
}

INLINE uint32_t read32(const uint8_t *from) {
  uint32_t value;
  __builtin_memcpy(&value, from, 4);
  return value;
}

/// How many bytes at `a` and `b` agree, at most `limit`.
INLINE size_t common(const uint8_t *a, const uint8_t *b, size_t limit) {
  size_t length = 0;
  for (; length + 8 <= limit; length += 8) {
    uint64_t difference = read64(a + length) ^ read64(b + length);
    if (difference) return length + (size_t)(__builtin_ctzll(difference) >> 3);
  }
  while (length < limit && a[length] == b[length]) length++;
  return length;
}

/// Bytes that must be alike, from a multiple of this number on, to be a run.
enum { SHORTEST_RUN = 32 };

typedef uint8_t run_bytes __attribute__((vector_size(SHORTEST_RUN)));

/// Whether a run's bytes equal the one before them.
INLINE int is_flat(const uint8_t *at) {
  run_bytes value, before;
  __builtin_memcpy(&value, at, SHORTEST_RUN);
  __builtin_memcpy(&before, at - 1, SHORTEST_RUN);
  value ^= before;
  return __builtin_reduce_or(value) == 0;
}

WIDE size_t NAME(bromide_deflate_runs)(
  const uint8_t *data, size_t count, struct bromide_sequence *out) {
  size_t written = 0, literals = 0, i = SHORTEST_RUN;
  while (i + SHORTEST_RUN <= count) {
    if (!is_flat(data + i)) {
      i += SHORTEST_RUN;
      continue;
    }
    size_t start = i, end = i + SHORTEST_RUN;
    while (start > literals + 1 && data[start - 1] == data[start - 2]) start--;
    while (end + SHORTEST_RUN <= count && is_flat(data + end)) end += SHORTEST_RUN;
    while (end < count && data[end] == data[end - 1]) end++;
    uint32_t before = (uint32_t)(start - literals);
    for (size_t left = end - start; left;) {
      size_t length = left <= 258 ? left : left < 261 ? left - 3 : 258;
      out[written++] = (struct bromide_sequence){before, (uint16_t)length, 1};
      before = 0;
      left -= length;
    }
    literals = end;
    i = (end + SHORTEST_RUN - 1) / SHORTEST_RUN * SHORTEST_RUN;
  }
  if (literals < count)
    out[written++] = (struct bromide_sequence){(uint32_t)(count - literals), 0, 0};
  return written;
}

INLINE uint32_t hash(const uint8_t *at) {
  return (read32(at) * 2654435761u) >> (32 - BROMIDE_HASH_BITS);
}

struct match {
  uint32_t length, distance;
  int32_t gain; // bits saved against literals, in sixteenths
};

/// What a match is expected to cost: 12 bits and the distance's extra bits, in sixteenths.
INLINE int32_t match_cost(uint32_t distance) {
  int log = 31 - __builtin_clz(distance | 4);
  return (11 + log - 1) * 16;
}

INLINE void try(
  struct match *best, const uint8_t *at, size_t limit, uint32_t distance,
  uint32_t literal_cost) {
  const uint8_t *candidate = at - distance;
  // Only longer matches are weighed, and they agree at the byte behind the best one too.
  if (best->length && (best->length >= limit || candidate[best->length] != at[best->length]))
    return;
  size_t length = common(at, candidate, limit);
  if (length < 4 || length <= best->length) return;
  int32_t gain = (int32_t)(length * literal_cost) - match_cost(distance);
  if (gain > best->gain) *best = (struct match){(uint32_t)length, distance, gain};
}

INLINE void insert(
  const struct bromide_matcher *matcher, const uint8_t *at, uint32_t position) {
  uint32_t slot = hash(at);
  matcher->chain[position % BROMIDE_WINDOW] = matcher->head[slot];
  matcher->head[slot] = position;
}

/// The best match at `offset`, of no more than 258 and `left` bytes: a run, the last distance again, then the
/// most recent places with the same hash.
INLINE struct match find(
  const struct bromide_matcher *matcher, const uint8_t *data, size_t offset, size_t left,
  uint32_t last_distance) {
  const uint8_t *at = data + offset;
  uint32_t position = matcher->position + (uint32_t)offset;
  size_t limit = left < 258 ? left : 258;
  size_t reach = offset + matcher->history;
  if (reach > BROMIDE_WINDOW) reach = BROMIDE_WINDOW;
  struct match best = {0, 0, 0};
  if (reach >= 1 && at[-1] == at[0])
    try(&best, at, limit, 1, matcher->literal_cost);
  if (last_distance > 1 && last_distance <= reach)
    try(&best, at, limit, last_distance, matcher->literal_cost);
  uint32_t candidate = matcher->head[hash(at)];
  for (uint32_t tries = matcher->depth; tries && best.length < limit; tries--) {
    uint32_t distance = position - candidate;
    if (distance == 0 || distance > reach) break;
    try(&best, at, limit, distance, matcher->literal_cost);
    uint32_t next = matcher->chain[candidate % BROMIDE_WINDOW];
    if (position - next <= distance) break;
    candidate = next;
  }
  return best;
}

WIDE size_t NAME(bromide_deflate_matches)(
  const struct bromide_matcher *matcher, const uint8_t *data, size_t count,
  struct bromide_sequence *out) {
  size_t written = 0, literals = 0, i = 0, misses = 0;
  uint32_t last_distance = 0;
  while (i + 4 <= count) {
    uint32_t position = matcher->position + (uint32_t)i;
    struct match match = find(matcher, data, i, count - i, last_distance);
    insert(matcher, data + i, position);
    if (!match.length) {
      // Where nothing is found for long, look less often: 32 misses in a row make the steps longer.
      misses++;
      i += 1 + misses / 32;
      continue;
    }
    misses = 0;
    while (matcher->lazy && match.length < 64 && i + 5 <= count) {
      struct match next = find(matcher, data, i + 1, count - i - 1, last_distance);
      if (next.gain <= match.gain) break;
      match = next;
      i++;
      position++;
      insert(matcher, data + i, position);
    }
    out[written++] = (struct bromide_sequence){
      (uint32_t)(i - literals), (uint16_t)match.length, (uint16_t)match.distance};
    last_distance = match.distance;
    // The inside of a long match is like what it matches: its start is enough.
    size_t end = i + match.length, known = match.length < 64 ? end : i + 16;
    for (i++; i < known && i + 4 <= count; i++)
      insert(matcher, data + i, matcher->position + (uint32_t)i);
    i = literals = end;
  }
  if (literals < count)
    out[written++] = (struct bromide_sequence){(uint32_t)(count - literals), 0, 0};
  return written;
}

/// Symbol of a length above 256 (RFC 1951, 3.2.5).
INLINE uint32_t length_symbol(uint32_t length) {
  if (length == 258) return 285;
  uint32_t value = length - 3;
  if (value < 8) return 257 + value;
  uint32_t log = 31 - (uint32_t)__builtin_clz(value);
  return 257 + 4 * (log - 1) + ((value >> (log - 2)) & 3);
}

/// Symbol of a distance; a symbol of 4 and more has symbol / 2 - 1 extra bits.
INLINE uint32_t distance_symbol(uint32_t distance) {
  uint32_t value = distance - 1;
  if (value < 4) return value;
  uint32_t log = 31 - (uint32_t)__builtin_clz(value);
  return 2 * log + ((value >> (log - 1)) & 1);
}

/// Counts into four tables by turns, so that equal neighbours do not wait for each other's store.
INLINE void tally(uint32_t tables[4][256], const uint8_t *at, size_t count) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t eight = read64(at + i);
    tables[0][(uint8_t)eight]++;
    tables[1][(uint8_t)(eight >> 8)]++;
    tables[2][(uint8_t)(eight >> 16)]++;
    tables[3][(uint8_t)(eight >> 24)]++;
    tables[0][(uint8_t)(eight >> 32)]++;
    tables[1][(uint8_t)(eight >> 40)]++;
    tables[2][(uint8_t)(eight >> 48)]++;
    tables[3][eight >> 56]++;
  }
  for (; i < count; i++) tables[0][at[i]]++;
}

WIDE void NAME(bromide_deflate_count)(
  const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  int sampled, uint32_t *counts) {
  uint32_t tables[4][256] = {{0}};
  for (size_t s = 0; s < sequence_count; s++) {
    struct bromide_sequence sequence = sequences[s];
    if (sampled) {
      for (size_t i = 0; i < sequence.literals; i += 512) {
        size_t left = sequence.literals - i;
        tally(tables, data + i, left < 128 ? left : 128);
      }
    } else {
      tally(tables, data, sequence.literals);
    }
    if (sequence.length) {
      counts[length_symbol(sequence.length)]++;
      counts[288 + distance_symbol(sequence.distance)]++;
    }
    data += sequence.literals + sequence.length;
  }
  uint32_t weight = sampled ? 4 : 1;
  for (int symbol = 0; symbol < 256; symbol++)
    counts[symbol] += weight
      * (tables[0][symbol] + tables[1][symbol] + tables[2][symbol] + tables[3][symbol]);
}

#define CODE(entry) ((uint64_t)((entry)&0xFFFFFF))
#define LENGTH(entry) ((entry) >> 24)

/// Moves whole bytes out; fewer than 8 bits remain.
#define FLUSH()                          \
  do {                                   \
    __builtin_memcpy(out, &value, 8);    \
    out += held >> 3;                    \
    value >>= held & 56;                 \
    held &= 7;                           \
  } while (0)

WIDE uint8_t *NAME(bromide_deflate_emit)(
  const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  const uint32_t *codes, struct bromide_bits *bits, uint8_t *out) {
  uint64_t value = bits->value;
  uint32_t held = bits->count;
  for (size_t s = 0; s < sequence_count; s++) {
    struct bromide_sequence sequence = sequences[s];
    const uint8_t *end = data + sequence.literals;
    // Four literals of at most 14 bits and 7 held ones fill 63 bits.
    for (; end - data >= 4; data += 4) {
      uint32_t e0 = codes[data[0]], e1 = codes[data[1]];
      uint32_t e2 = codes[data[2]], e3 = codes[data[3]];
      uint32_t length01 = LENGTH(e0) + LENGTH(e1);
      uint64_t pair01 = CODE(e0) | CODE(e1) << LENGTH(e0);
      uint64_t pair23 = CODE(e2) | CODE(e3) << LENGTH(e2);
      value |= (pair01 | pair23 << length01) << held;
      held += length01 + LENGTH(e2) + LENGTH(e3);
      FLUSH();
    }
    for (; data < end; data++) {
      value |= CODE(codes[*data]) << held;
      held += LENGTH(codes[*data]);
      FLUSH();
    }
    if (sequence.length) {
      // At most 7 + (14 + 5) + (15 + 13) bits.
      uint32_t length = codes[256 + sequence.length - 3];
      uint32_t symbol = distance_symbol(sequence.distance);
      uint32_t distance = codes[512 + symbol];
      value |= CODE(length) << held;
      held += LENGTH(length);
      value |= CODE(distance) << held;
      held += LENGTH(distance);
      if (symbol >= 4) {
        uint32_t extra = symbol / 2 - 1;
        value |= (uint64_t)((sequence.distance - 1u) & ((1u << extra) - 1)) << held;
        held += extra;
      }
      FLUSH();
      data += sequence.length;
    }
  }
  bits->value = value;
  bits->count = held;
  return out;
}

#undef CODE
#undef LENGTH
#undef FLUSH
