// Panasonic's format 8: stripes of columns in pairs of rows. A sample is predicted by the one two
// to the left; the code of a difference gives the number of its bits, which follow. Each stripe is
// one chain of codes, so stripes are read in lock step.
#ifndef BROMIDE_STRIPES_H
#define BROMIDE_STRIPES_H
#include "CRawUnpack.h"

enum {
  /// Bits that most codes have at most.
  kShort = 12,
  kLong = 16,
  /// Marks patterns that do not tell their code, or belong to one that no camera of 14 bits has:
  /// what it means is not certain.
  kUnknown = 0xffff,
  /// Stripes in lock step.
  kStripeLanes = 5,
};

/// By the next bits: length of the code | bits of the difference << 8.
struct stripe_codes {
  uint16_t short_ones[1 << kShort], long_ones[1 << kLong];
};

struct stripe {
  uint32_t left, width;
  /// Rows that are done.
  uint32_t row;
  /// The first cell of the rows above.
  int32_t start[4];
  /// The next bit of `bytes`; the bits of each byte are in reverse order there.
  uint64_t position;
  /// Number of bytes at hand, and room for them.
  size_t count, room;
  /// Where the file goes on after them, and the bytes that it still holds.
  uint64_t offset, bytes_left;
  /// Bits of the stream that are not read yet, or past.
  uint64_t bits_left;
  uint8_t *bytes;
};

/// Decodes the next two rows of stripes; false if there is a code for more than 15 bits.
bool stripe_rows_baseline(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *,
    const bromide_raw_job *, int32_t limit);
bool stripe_rows_v3(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *,
    const bromide_raw_job *, int32_t limit);
bool stripe_rows_v4(
    struct stripe *const *stripes, unsigned count, const struct stripe_codes *,
    const bromide_raw_job *, int32_t limit);

#endif
