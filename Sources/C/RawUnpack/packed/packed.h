// Samples of 8 to 16 bits without gaps, or in blocks of bytes.
//
// A plan lists the bytes of each sample in a step. Four bytes, in any order, form a word of 32 bits
// that contains the sample, shifted. So one loop supports both bit orders and all word sizes.
#pragma once

#include "CRawUnpack.h"

enum {
  /// The samples that the loops write per step. A step has at most this many.
  kStep = 16,
  kQuads = kStep / 4,
};

/// The layout of a step with `samples` samples in `bytes` bytes. A quad has four samples.
struct packed_plan {
  uint32_t samples, bytes;
  /// The start of each quad's 16 bytes.
  uint32_t offset[kQuads];
  /// Four bytes for each sample, lowest first, relative to the quad's offset. 0x80 means zero.
  uint8_t shuffle[kQuads][16];
  /// The number of bits to shift each word down.
  uint32_t shift[kStep];
  uint32_t mask;
};

/// Decodes complete steps. Step n goes to `out` + n · plan->samples. Reads up to 28 bytes after the
/// last step, and writes kStep samples for each.
void packed_steps_baseline(const struct packed_plan *, const uint8_t *bytes, size_t count, uint16_t *out);
void packed_steps_v3(const struct packed_plan *, const uint8_t *bytes, size_t count, uint16_t *out);
