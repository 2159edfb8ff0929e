// Samples of 8 to 16 bits without gaps, or in blocks of bytes.
//
// A plan lists the bytes of a step in which each sample lies: four of them, in any order, form a
// word of 32 bits that holds the sample, shifted. So one loop serves both bit orders and all word
// sizes.
#ifndef BROMIDE_PACKED_H
#define BROMIDE_PACKED_H
#include "CRawUnpack.h"

enum {
  /// Samples that the loops produce at once; a step has as many or fewer.
  kStep = 16,
  kQuads = kStep / 4,
};

/// The layout of a step of `samples` samples in `bytes` bytes, with four samples to a quad.
struct packed_plan {
  uint32_t samples, bytes;
  /// Beginning of each quad's 16 bytes.
  uint32_t offset[kQuads];
  /// Four bytes for each sample, lowest first, counted from the quad's offset; 0x80 stands for
  /// zero.
  uint8_t shuffle[kQuads][16];
  /// Number of bits by which each word is shifted down.
  uint32_t shift[kStep];
  uint32_t mask;
};

/// Decodes whole steps, the n-th to `out` + n · plan->samples. Reads up to 28 bytes beyond the last
/// step, and writes kStep samples for each.
void packed_steps_baseline(const struct packed_plan *, const uint8_t *bytes, size_t count, uint16_t *out);
void packed_steps_v3(const struct packed_plan *, const uint8_t *bytes, size_t count, uint16_t *out);

#endif
