// The tables of a JPEG's scan, and the choice of a variant.
#include <string.h>

#include "jpeg_internal.h"

enum {
  /// A coefficient of a block has at most a code of 16 bits and 10 value bits, or 11 for the first.
  /// All bytes can be FF, followed by a zero.
  MOST_BLOCK_BYTES = 2 * (64 * 26 + 7) / 8 + 2,
  /// Bytes are written eight at a time and copied 32 at a time, with zeros between them.
  SLACK = 256,
};

// Exact for numerators below 2¹⁴, which is more than coefficients plus half a divisor can reach.
// The factor is rounded up by e < d, so the quotient is too large by x · e / (d · 2^(16+k)) < 1/d.
void bromide_jpeg_set_divisors(bromide_jpeg_divisors *divisors, const uint16_t quantisation[64]) {
  for (int i = 0; i < 64; i++) {
    // The integer transform gives coefficients eight times too large.
    const uint32_t d = 8 * (uint32_t)quantisation[i];
    int k = 31 - __builtin_clz(d);
    if ((d & (d - 1)) == 0) k--;
    divisors->half[i] = (uint16_t)(d / 2);
    divisors->factor[i] = (uint16_t)(((1u << (16 + k)) + d - 1) / d);
    divisors->scale[i] = (uint16_t)(1u << (16 - k));
  }
}

// Codes with the same length are consecutive. The first code of the next length is twice the one
// after the last.
void bromide_jpeg_set_codes(bromide_jpeg_codes *codes, const uint8_t counts[16], const uint8_t *symbols) {
  memset(codes, 0, sizeof *codes);
  uint32_t code = 0;
  for (uint32_t length = 1; length <= 16; length++, code <<= 1) {
    for (int i = 0; i < counts[length - 1]; i++) codes->code[*symbols++] = code++ << 6 | length;
  }
  for (uint32_t run = 0; run < 16; run++) {
    for (int value = -128; value < 128; value++) {
      if (value == 0) continue;
      const uint32_t count = 32 - (uint32_t)__builtin_clz((uint32_t)(value < 0 ? -value : value));
      const uint32_t own = (uint32_t)(value < 0 ? value - 1 : value) & ((1u << count) - 1);
      const uint32_t entry = codes->code[run << 4 | count];
      codes->small[run << 8 | (uint8_t)value] = (entry >> 6 << count | own) << 6 | ((entry & 63) + count);
    }
  }
}

size_t bromide_jpeg_most_bytes(const bromide_jpeg_scan *scan) {
  const ptrdiff_t edge = 8 * scan->across;
  const size_t units = (size_t)((scan->width + edge - 1) / edge);
  const size_t blocks = scan->channels == 1 ? 1 : (size_t)(scan->across * scan->down) + 2;
  return units * blocks * MOST_BLOCK_BYTES + SLACK;
}

int bromide_jpeg_has_variant(int isa) {
#if defined(__x86_64__)
  return isa >= 1;
#else
  (void)isa;
  return 0;
#endif
}

uint8_t *bromide_jpeg_code_row(
  int isa, const bromide_jpeg_scan *scan, const uint8_t *rows, int count, uint8_t *out) {
#if defined(__x86_64__)
  return isa >= 2 ? bromide_jpeg_code_row_v4(scan, rows, count, out)
                  : bromide_jpeg_code_row_v3(scan, rows, count, out);
#else
  (void)isa, (void)scan, (void)rows, (void)count;
  return out;
#endif
}
