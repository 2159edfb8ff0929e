// Panasonic's format 8: stripes of columns in pairs of rows. The predictor is the second sample to
// the left. The code of a difference contains the number of its bits, which follow. A stripe is a
// chain of codes, so the decoder reads stripes in lock step.
#pragma once

#include "CRawUnpack.h"

enum {
  /// The maximum bits of most codes.
  kShort = 12,
  kLong = 16,
  /// Marks patterns without an identified code, and patterns of codes that 14-bit cameras do not
  /// use. Its meaning is uncertain.
  kUnknown = 0xffff,
  /// The number of stripes in lock step.
  kStripeLanes = 5,
};

/// For the next bits: the length of the code | the bits of the difference << 8.
struct stripe_codes {
  uint16_t short_ones[1 << kShort], long_ones[1 << kLong];
};

struct stripe {
  uint32_t left, width;
  /// The number of finished rows.
  uint32_t row;
  /// The first cell of the rows above.
  int32_t start[4];
  /// The position of the next bit in `bytes`. The bits of each byte are reversed there.
  uint64_t position;
  /// The number of bytes in memory, and the capacity.
  size_t count, room;
  /// The file position after these bytes, and the remaining bytes.
  uint64_t offset, bytes_left;
  /// The bits of the stream that were not read yet. Negative after the end.
  uint64_t bits_left;
  uint8_t *bytes;
};

/// Decodes the next two rows of stripes. Returns false for a code of more than 15 bits.
bool stripe_rows_baseline(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *,
    const bromide_raw_job *, int32_t limit);
bool stripe_rows_v3(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *,
    const bromide_raw_job *, int32_t limit);
bool stripe_rows_v4(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *,
    const bromide_raw_job *, int32_t limit);
