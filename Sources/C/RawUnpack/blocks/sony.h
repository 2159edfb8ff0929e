// Sony's blocks (ARW 2): 16 samples of one colour in 16 bytes.
//
// Starting at the lowest bit, a block contains the largest code (11 bits), the smallest code
// (11 bits) and their positions (4 and 4 bits). For the other 14 samples, it contains the distance
// from the smallest code in 7 bits, in steps that depend on the block's range. Blocks of even and
// odd columns alternate. A code's value is at 2 · code in a curve.
#pragma once

#include "CRawUnpack.h"

enum { kSonyBlock = 16, kSonyCodes = 2048 };

/// The values of codes.
struct sony_curve {
  /// The value for each code.
  uint16_t values[kSonyCodes];
  /// Whether the value is x + Σ max(x − start[k], 0) << k with x = 2 · code. In cameras, the slopes
  /// double like this.
  bool has_starts;
  uint16_t starts[4];
};

/// Decodes pairs of blocks. Returns false if a block is irregular.
bool sony_pairs_baseline(const struct sony_curve *, const uint8_t *bytes, size_t count, uint16_t *out);
bool sony_pairs_v3(const struct sony_curve *, const uint8_t *bytes, size_t count, uint16_t *out);
