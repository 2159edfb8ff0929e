// Panasonic's blocks of two samples, then three at a time in a scale: read from the highest bit of
// their last byte.
//
// A sample is a number times its scale, plus as much as the one two before it stands above a base;
// the first that is not 0 of each of the two is one of its own. Everything begins anew in each
// block, so one block fills one lane.
#ifndef BROMIDE_SCALED_H
#define BROMIDE_SCALED_H
#include "CRawUnpack.h"

#include "CVariants.h"

enum { kBlock = 16 };

/// Blocks of one depth.
struct scaling {
  uint32_t samples, first_bits, bits;
  /// The base of scale 1, the largest value, and what stands for those beyond.
  uint32_t base, most, beyond;
};

static const struct scaling scaling12 = {14, 12, 8, 0x80, 0x3fff, 0xfff};
static const struct scaling scaling14 = {11, 14, 10, 0x200, 0xffff, 0x3fff};

/// Decodes blocks that follow one another.
void panasonic_scaled_baseline(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits);
void panasonic_scaled_v3(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits);
void panasonic_scaled_v4(const uint8_t *bytes, size_t blocks, uint16_t *out, bool has_12_bits);

#endif
