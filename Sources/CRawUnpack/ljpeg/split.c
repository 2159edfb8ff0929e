// Makers' rows of differences that are coded coarsely from some row on (Nikon's lossy compression): one stream, symbol
// after symbol, because nothing says where in it that row begins.
#include "ljpeg.h"

#include <stdlib.h>
#include <string.h>

enum {
  /// Cameras' codes have at most 11 bits.
  kCodeBits = 12,
  /// Coarse differences may lead this far beyond either end of the range.
  kSpare = 16,
  /// The largest index of a curve.
  kMostValue = 0x3fff,
};

/// A code's symbol: its length (0: no code), the bits that follow, and how many low bits are left out.
struct symbol {
  uint8_t length, bits, shift;
};

/// Builds a table of a list as in T.81, whose symbols hold the size of a difference, and upper the bits left out.
static bool build(const uint8_t *tree, struct symbol *table) {
  const uint8_t *symbols = tree + 16;
  size_t next = 0;
  memset(table, 0, sizeof *table << kCodeBits);
  for (uint32_t length = 1; length <= 16; length++) {
    for (uint32_t i = 0; i < tree[length - 1]; i++, symbols++) {
      const uint32_t size = *symbols & 15, shift = *symbols >> 4;
      if (length > kCodeBits || shift > size) return false;
      const size_t step = (size_t)1 << (kCodeBits - length);
      if (next + step > (size_t)1 << kCodeBits) return false;
      for (size_t end = next + step; next < end; next++)
        table[next] = (struct symbol){(uint8_t)length, (uint8_t)(size - shift), (uint8_t)shift};
    }
  }
  return true;
}

struct bits {
  const uint8_t *bytes;
  uint64_t position, end;
};

/// Reads a difference. Returns false without a code, or at the end.
static inline bool read(struct bits *bits, const struct symbol *table, int32_t *difference) {
  uint64_t window;
  memcpy(&window, bits->bytes + (bits->position >> 3), sizeof window);
  window = __builtin_bswap64(window) << (bits->position & 7);
  const struct symbol symbol = table[window >> (64 - kCodeBits)];
  bits->position += symbol.length + symbol.bits;
  if (symbol.length == 0 || bits->position > bits->end) return false;
  window = window << symbol.length;
  // Two shifts, because one by 64 is undefined.
  const int32_t value = (int32_t)(window >> 1 >> (63 - symbol.bits));
  const uint32_t size = symbol.bits + symbol.shift;
  const int32_t middle = ((value << 1) + 1) << symbol.shift >> 1;
  const bool is_negative = size > 0 && !(middle >> (size - 1) & 1);
  *difference = is_negative ? middle - (1 << size) + (symbol.shift == 0) : middle;
  return true;
}

static bool decode_rows(
    const bromide_raw_job *job, const bromide_raw_differences *format, struct bits *bits,
    const struct symbol *tables) {
  uint16_t above[2][2];
  for (int i = 0; i < 4; i++) above[i / 2][i % 2] = format->start[i];
  for (uint32_t y = 0; y < job->height; y++) {
    const bool is_coarse = y >= format->split;
    const struct symbol *const table = tables + (is_coarse ? (size_t)1 << kCodeBits : 0);
    const uint16_t spare = is_coarse ? kSpare : 0;
    const uint32_t limit = format->limit + 2u * spare;
    uint16_t *const out = job->samples + y * job->stride;
    uint16_t left[2] = {above[y & 1][0], above[y & 1][1]};
    for (uint32_t x = 0; x < job->width; x++) {
      int32_t difference;
      if (!read(bits, table, &difference)) return false;
      const uint16_t sum = left[x & 1] = (uint16_t)(left[x & 1] + difference);
      if (x < 2) above[y & 1][x] = sum;
      if ((uint16_t)(sum + spare) >= limit) return false;
      const int32_t value = (int16_t)sum;
      out[x] = format->curve[value < 0 ? 0 : value > kMostValue ? kMostValue : value];
    }
  }
  return true;
}

bool ljpeg_unpack_split(const bromide_raw_job *job, const bromide_raw_differences *format) {
  if (!format->tree || !format->curve || job->offset >= job->source.size) return false;
  const uint64_t left = job->source.size - job->offset;
  // Of a code and a difference.
  const uint64_t most = (uint64_t)job->width * job->height * 4;
  const size_t size = (size_t)(left < most ? left : most);
  struct symbol *tables = malloc(2 * sizeof *tables << kCodeBits);
  uint8_t *bytes = malloc(size + BROMIDE_UNPACK_PADDING);
  bool ok = tables && bytes && build(format->tree, tables) &&
            build(format->coarse_tree, tables + ((size_t)1 << kCodeBits)) &&
            job->source.read(job->source.context, job->offset, bytes, size) == size;
  if (ok) {
    memset(bytes + size, 0, BROMIDE_UNPACK_PADDING);
    struct bits bits = {bytes, 0, (uint64_t)size * 8};
    ok = decode_rows(job, format, &bits, tables);
  }
  free(tables);
  free(bytes);
  return ok;
}
