// Makers' rows of differences that become coarse at some row (Nikon's lossy compression).
//
// They are one stream, decoded symbol by symbol, because the position of that row in it is unknown.
#include "ljpeg.h"

#include <stdlib.h>
#include <string.h>

enum {
  /// Codes of cameras have at most 11 bits.
  kCodeBits = 12,
  /// The maximum by which coarse differences can exceed either end of the range.
  kSpare = 16,
  /// The largest index of a curve.
  kMostValue = 0x3fff,
};

/// A code's symbol.
struct symbol {
  /// The bits of the code (0: invalid), and of the code with the following bits.
  uint8_t length, total;
  /// The following bits, and the number of omitted low bits.
  uint8_t bits, shift;
  /// The offset that makes a difference negative if it begins with 0.
  uint16_t less;
};

/// Builds a table from a list as in T.81. Its symbols contain the size of a difference and, in the
/// upper half, the number of omitted bits.
static bool build(const uint8_t *tree, struct symbol *table) {
  const uint8_t *symbols = tree + 16;
  size_t next = 0;
  memset(table, 0, sizeof *table << kCodeBits);
  for (uint32_t length = 1; length <= 16; length++) {
    for (uint32_t i = 0; i < tree[length - 1]; i++, symbols++) {
      const uint32_t size = *symbols & 15, shift = *symbols >> 4, bits = size - shift;
      if (length > kCodeBits || (shift > 0 && shift >= size)) return false;
      const size_t step = (size_t)1 << (kCodeBits - length);
      if (next + step > (size_t)1 << kCodeBits) return false;
      const struct symbol symbol = {
          (uint8_t)length, (uint8_t)(length + bits), (uint8_t)bits, (uint8_t)shift,
          (uint16_t)(size > 0 ? (1u << size) - (shift == 0) : 0)};
      for (size_t end = next + step; next < end; next++) table[next] = symbol;
    }
  }
  return true;
}

/// Decodes a row at a position in bits, and returns the position after it.
///
/// - Parameters:
///   - above: The first two samples of the second row above. They become the first two samples of
///     this row.
///   - bad: Becomes true for an invalid code, or a sample out of range.
static uint64_t decode_row(
    const uint8_t *bytes, uint64_t position, const struct symbol *table, uint32_t limit, uint32_t spare,
    const uint16_t *curve, uint16_t above[2], uint32_t width, uint16_t *out, bool *bad) {
  uint16_t left[2] = {above[0], above[1]};
  bool is_bad = false;
  for (uint32_t x = 0; x < width; x++) {
    uint64_t window;
    memcpy(&window, bytes + (position >> 3), sizeof window);
    window = __builtin_bswap64(window) << (position & 7);
    const struct symbol symbol = table[window >> (64 - kCodeBits)];
    position += symbol.total;
    window <<= symbol.length;
    // Two shifts, because a shift by 64 is undefined.
    const uint32_t value = (uint32_t)(window >> 1 >> (63 - symbol.bits));
    const uint32_t less = window >> 63 ? 0 : symbol.less;
    // Use the middle value of the omitted bits.
    const uint32_t difference = ((value << 1 | 1) << symbol.shift >> 1) - less;
    const uint16_t sum = (uint16_t)(left[0] + difference);
    left[0] = left[1];
    left[1] = sum;
    if (x < 2) above[x] = sum;
    is_bad |= symbol.length == 0 || (uint16_t)(sum + spare) >= limit;
    const int32_t index = (int16_t)sum;
    out[x] = curve[index < 0 ? 0 : index > kMostValue ? kMostValue : index];
  }
  *bad |= is_bad;
  return position;
}

static bool decode_rows(
    const bromide_raw_job *job, const bromide_raw_differences *format, const uint8_t *bytes, uint64_t size,
    const struct symbol *tables) {
  uint16_t above[2][2];
  for (int i = 0; i < 4; i++) above[i / 2][i % 2] = format->start[i];
  uint64_t position = 0;
  bool bad = false;
  for (uint32_t y = 0; y < job->height; y++) {
    const bool is_coarse = y >= format->split;
    const uint32_t spare = is_coarse ? kSpare : 0;
    position = decode_row(
        bytes, position, tables + (is_coarse ? (size_t)1 << kCodeBits : 0), format->limit + 2 * spare, spare,
        format->curve, above[y & 1], job->width, job->samples + y * job->stride, &bad);
    if (bad || position > size * 8) return false;
  }
  return true;
}

bool ljpeg_unpack_split(const bromide_raw_job *job, const bromide_raw_differences *format) {
  if (!format->tree || !format->curve || job->offset >= job->source.size) return false;
  const uint64_t left = job->source.size - job->offset;
  // Code and difference take at most 4 bytes. The end of the data is checked at the end of a row.
  const uint64_t row = (uint64_t)job->width * 4, most = row * job->height;
  const size_t size = (size_t)(left < most ? left : most);
  struct symbol *tables = malloc(2 * sizeof *tables << kCodeBits);
  uint8_t *bytes = malloc(size + row + BROMIDE_UNPACK_PADDING);
  bool ok = tables && bytes && build(format->tree, tables) &&
            build(format->coarse_tree, tables + ((size_t)1 << kCodeBits)) &&
            job->source.read(job->source.context, job->offset, bytes, size) == size;
  if (ok) {
    memset(bytes + size, 0, row + BROMIDE_UNPACK_PADDING);
    ok = decode_rows(job, format, bytes, size, tables);
  }
  free(tables);
  free(bytes);
  return ok;
}
