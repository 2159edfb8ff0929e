// Sony's blocks (ARW 2): 16 samples of one colour in 16 bytes.
//
// From the lowest bit on, a block holds the largest code (11 bits), the smallest (11 bits), their
// positions (4 and 4 bits), and for the other 14 samples the distance from the smallest in 7 bits,
// in steps that depend on the block's range. Blocks of even and odd columns alternate. A code
// stands for the value at twice its place in a curve.
#ifndef BROMIDE_SONY_H
#define BROMIDE_SONY_H
#include "CRawUnpack.h"

enum { kSonyBlock = 16, kSonyCodes = 2048 };

/// The values of codes.
struct sony_curve {
  /// Value for each code.
  uint16_t values[kSonyCodes];
  /// Whether with x = 2 · code the value is x + Σ max(x − start[k], 0) << k, as in cameras: slopes
  /// that double.
  bool has_starts;
  uint16_t starts[4];
};

/// Decodes pairs of blocks. Returns false if a block is irregular.
bool sony_pairs_baseline(const struct sony_curve *, const uint8_t *bytes, size_t count, uint16_t *out);
bool sony_pairs_v3(const struct sony_curve *, const uint8_t *bytes, size_t count, uint16_t *out);

#endif
