// Panasonic's coded stripes; included by CRawUnpack.h.
#ifndef BROMIDE_CRAWUNPACK_PANASONIC_H
#define BROMIDE_CRAWUNPACK_PANASONIC_H

/// Panasonic's format 8: stripes of columns, each one stream of coded differences. The job's offset
/// is not used.
typedef struct {
  /// Stripes from the left, at most 5.
  uint32_t count;
  /// Of each: its place in the file, the bits of its stream, its columns.
  struct {
    uint64_t offset, bits;
    uint32_t width;
  } stripes[5];
  /// The code of a difference of n bits: its length, 0 to 16 bits, and the code. The first one that
  /// fits counts, and one of no bits always fits. The last one stands for all that is no other; a
  /// file that has it is irregular.
  struct {
    uint16_t length, code;
  } codes[17];
  /// The largest sample.
  uint16_t limit;
  /// The samples above the first two rows: two samples each.
  uint16_t start[4];
} bromide_raw_stripes;
bool bromide_unpack_stripes(const bromide_raw_job *, const bromide_raw_stripes *);

#endif
