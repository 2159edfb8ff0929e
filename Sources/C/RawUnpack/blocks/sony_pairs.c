// The plain form of the decoder of Sony's blocks.
#include "sony.h"

#include <string.h>

static bool unpack_block(const struct sony_curve *curve, const uint8_t *bytes, uint16_t *out) {
  uint64_t low = 0, high = 0;
  for (unsigned k = 0; k < 8; k++) {
    low |= (uint64_t)bytes[k] << (8 * k);
    high |= (uint64_t)bytes[8 + k] << (8 * k);
  }
  const int largest = low & 0x7ff, smallest = low >> 11 & 0x7ff;
  const unsigned at_largest = low >> 22 & 15, at_smallest = low >> 26 & 15;
  unsigned shift = 0;
  while (shift < 4 && 0x80 << shift <= largest - smallest) shift++;
  for (unsigned i = 0, bit = 30; i < 16; i++) {
    int code;
    if (i == at_largest) {
      code = largest;
    } else if (i == at_smallest) {
      code = smallest;
    } else {
      const uint64_t at = bit < 64 ? low >> bit | (high << 1) << (63 - bit) : high >> (bit & 63);
      code = ((int)(at & 0x7f) << shift) + smallest;
      if (code >= kSonyCodes) code = kSonyCodes - 1;
      bit = bit + 7 < 128 ? bit + 7 : bit;
    }
    out[2 * i] = curve->values[code];
  }
  // Equal positions would need 15 distances, but the block only has room for 14.
  return at_largest != at_smallest;
}

bool sony_pairs_baseline(
    const struct sony_curve *curve, const uint8_t *bytes, size_t count, uint16_t *out) {
  bool ok = true;
  for (; count > 0; count--, bytes += 2 * kSonyBlock, out += 32) {
    ok &= unpack_block(curve, bytes, out);
    ok &= unpack_block(curve, bytes + kSonyBlock, out + 1);
  }
  return ok;
}
