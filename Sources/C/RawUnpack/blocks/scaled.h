// Panasonic's blocks of two samples, then three with a common scale, read from the highest bit of
// their last byte.
//
// A sample is a number times its scale, plus the difference between the second sample before it and
// a base. For even and odd samples, the first one that is not 0 is stored directly. All state
// restarts in each block, so each lane decodes one block.
#pragma once

#include "CRawUnpack.h"

#include "CVariants.h"

enum { kBlock = 16 };

/// The blocks of one depth.
struct scaling {
  uint32_t samples, first_bits, bits;
  /// The base of scale 1, the largest value, and the replacement of larger values.
  uint32_t base, most, beyond;
};

static const struct scaling scaling12 = {14, 12, 8, 0x80, 0x3fff, 0xfff};
static const struct scaling scaling14 = {11, 14, 10, 0x200, 0xffff, 0x3fff};

/// Decodes consecutive blocks.
void panasonic_scaled_baseline(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits);
void panasonic_scaled_v3(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits);
void panasonic_scaled_v4(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits);
