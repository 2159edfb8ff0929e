// The loops of deflate (RFC 1951) that process every byte, one body for all instruction sets. The
// including file defines NAME(entry).

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

/// Returns the number of equal bytes at the start of `a` and `b`, up to `limit`.
INLINE size_t common(const uint8_t *a, const uint8_t *b, size_t limit) {
  size_t length = 0;
  for (; length + 8 <= limit; length += 8) {
    uint64_t difference = read64(a + length) ^ read64(b + length);
    if (difference) return length + (size_t)(__builtin_ctzll(difference) >> 3);
  }
  while (length < limit && a[length] == b[length]) length++;
  return length;
}

typedef uint8_t block __attribute__((ext_vector_type(64)));
typedef _Bool block_mask __attribute__((ext_vector_type(64)));

/// Sets bit j if at[j] equals the byte before it.
INLINE uint64_t repeats(const uint8_t *at) {
  block value, before;
  __builtin_memcpy(&value, at, 64);
  __builtin_memcpy(&before, at - 1, 64);
  block_mask equal = __builtin_convertvector(value == before, block_mask);
  uint64_t bits;
  __builtin_memcpy(&bits, &equal, 8);
  return bits;
}

/// Returns the end of the run that contains data[from].
INLINE size_t run_end(const uint8_t *data, size_t from, size_t count) {
  for (; from + 64 <= count; from += 64) {
    uint64_t others = ~repeats(data + from);
    if (others) return from + (size_t)__builtin_ctzll(others);
  }
  while (from < count && data[from] == data[from - 1]) from++;
  return from;
}

WIDE size_t NAME(bromide_deflate_runs)(
  const uint8_t *data, size_t count, struct bromide_sequence *out) {
  size_t written = 0, literals = 0, i = 1;
  while (i < count) {
    size_t start = i, end;
    if (i + 64 <= count) {
      uint64_t equal = repeats(data + i);
      // Bit j: whether bits j ... j + 11 are all set.
      uint64_t runs = equal & equal >> 1;
      runs &= runs >> 2;
      runs &= runs >> 4 & runs >> 8;
      if (!runs) {
        i += 65 - BROMIDE_SHORTEST_RUN;
        continue;
      }
      int first = __builtin_ctzll(runs);
      uint64_t others = ~equal >> first;
      start = i + (size_t)first;
      end = others ? start + (size_t)__builtin_ctzll(others) : run_end(data, i + 64, count);
    } else {
      end = run_end(data, start, count);
      if (end - start < BROMIDE_SHORTEST_RUN) {
        i = end + 1;
        continue;
      }
    }
    uint32_t before = (uint32_t)(start - literals);
    for (size_t left = end - start; left;) {
      // A match has at least 3 bytes, so avoid a remainder of 1 or 2.
      size_t length = left <= 258 ? left : left < 261 ? left - 3 : 258;
      out[written++] = (struct bromide_sequence){before, (uint16_t)length, 1};
      before = 0;
      left -= length;
    }
    literals = end;
    i = end + 1;
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

/// Expected cost of a match: 12 bits and the distance's extra bits, in sixteenths.
INLINE int32_t match_cost(uint32_t distance) {
  int log = 31 - __builtin_clz(distance | 4);
  return (11 + log - 1) * 16;
}

INLINE void try(
  struct match *best, const uint8_t *at, size_t limit, uint32_t distance,
  uint32_t literal_cost) {
  const uint8_t *candidate = at - distance;
  // Evaluates only longer matches. They also agree at the byte after the best one.
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
  // With only one candidate, the search does not use chains.
  if (matcher->depth > 1) matcher->chain[position % BROMIDE_WINDOW] = matcher->head[slot];
  matcher->head[slot] = position;
}

/// Finds the best match at `offset`, of at most 258 and `left` bytes. Candidates are a run, the
/// last distance, and the most recent positions with the same hash.
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
    if (tries == 1) break;
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
      // After a long stretch without matches, search less often: every 32 misses in a row lengthen
      // the step.
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
    // The inside of a long match resembles its source, so it is enough to insert its start.
    size_t end = i + match.length, known = match.length < 64 ? end : i + 16;
    for (i++; i < known && i + 4 <= count; i++)
      insert(matcher, data + i, matcher->position + (uint32_t)i);
    i = literals = end;
  }
  if (literals < count)
    out[written++] = (struct bromide_sequence){(uint32_t)(count - literals), 0, 0};
  return written;
}

/// The symbol of a length, above 256 (RFC 1951, 3.2.5).
INLINE uint32_t length_symbol(uint32_t length) {
  if (length == 258) return 285;
  uint32_t value = length - 3;
  if (value < 8) return 257 + value;
  uint32_t log = 31 - (uint32_t)__builtin_clz(value);
  return 257 + 4 * (log - 1) + ((value >> (log - 2)) & 3);
}

/// The symbol of a distance. Symbols from 4 on have symbol / 2 - 1 extra bits.
INLINE uint32_t distance_symbol(uint32_t distance) {
  uint32_t value = distance - 1;
  if (value < 4) return value;
  uint32_t log = 31 - (uint32_t)__builtin_clz(value);
  return 2 * log + ((value >> (log - 1)) & 1);
}

WIDE void NAME(bromide_deflate_count)(
  const uint8_t *data, const struct bromide_sequence *sequences, size_t sequence_count,
  int sampled, uint32_t *counts) {
  struct tallies tallies = {0};
  size_t at = 0;
  for (size_t s = 0; s < sequence_count; s++) {
    struct bromide_sequence sequence = sequences[s];
    size_t end = at + sequence.literals;
    if (sampled) {
      while (at < end) {
        size_t phase = at % 512, left = end - at;
        if (phase < 128) tally(&tallies, data + at, left < 128 - phase ? left : 128 - phase);
        at += 512 - phase;
      }
    } else {
      tally(&tallies, data + at, sequence.literals);
    }
    if (sequence.length) {
      counts[length_symbol(sequence.length)]++;
      counts[288 + distance_symbol(sequence.distance)]++;
    }
    at = end + sequence.length;
  }
  settle(&tallies);
  uint32_t weight = sampled ? 4 : 1;
  const struct byte_tables *tables = &tallies.tables;
  for (int symbol = 0; symbol < 256; symbol++)
    counts[symbol] += weight
      * (tables->counts[0][symbol] + tables->counts[1][symbol] + tables->counts[2][symbol]
         + tables->counts[3][symbol]);
}

#define CODE(entry) ((uint64_t)((entry)&0xFFFFFF))
#define LENGTH(entry) ((entry) >> 24)

/// Writes out whole bytes. Fewer than 8 bits remain.
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
  const struct literal_codes literals = read_literal_codes(codes);
  for (size_t s = 0; s < sequence_count; s++) {
    struct bromide_sequence sequence = sequences[s];
    const uint8_t *end = data + sequence.literals;
    out = emit_literals(&literals, &data, end, bits, out);
    uint64_t value = bits->value;
    uint32_t held = bits->count;
    // Four literals with at most 14 bits and 7 remaining bits fill 63 bits.
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
    bits->value = value;
    bits->count = held;
  }
  return out;
}

#undef CODE
#undef LENGTH
#undef FLUSH
