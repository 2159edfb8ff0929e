// Sony's blocks (ARW 2): 16 samples of one colour in 16 bytes.
//
// From the lowest bit on: the largest code (11 bits), the smallest (11), their places (4 and 4), and for the other 14 their
// distance from the smallest in 7 bits, in steps that the range of the block tells. Blocks of even and of odd columns
// take turns. A code stands for the value at twice its place in a curve.
#ifndef BROMIDE_SONY_H
#define BROMIDE_SONY_H
#include "CRawUnpack.h"

enum { kSonyBlock = 16, kSonyCodes = 2048 };

/// What a code stands for.
struct sony_curve {
  /// Value for each code.
  uint16_t values[kSonyCodes];
  /// Whether with x = 2 · code the value is x + Σ max(x − start[k], 0) << k, as cameras have it: slopes that double.
  bool has_starts;
  uint16_t starts[4];
};

/// Decodes pairs of blocks. False where a block is irregular.
bool sony_pairs_baseline(const struct sony_curve *, const uint8_t *bytes, size_t count, uint16_t *out);
bool sony_pairs_v3(const struct sony_curve *, const uint8_t *bytes, size_t count, uint16_t *out);

#endif
