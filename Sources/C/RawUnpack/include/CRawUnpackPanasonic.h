// Panasonic's coded stripes, which CRawUnpack.h includes.
#pragma once

/// Panasonic's format 8: stripes of columns, each with one stream of coded differences. The job's
/// offset is not used.
typedef struct {
  /// The number of stripes from the left, at most 5.
  uint32_t count;
  /// For each stripe: its file position, the bits of its stream, and its columns.
  struct {
    uint64_t offset, bits;
    uint32_t width;
  } stripes[5];
  /// The code of a difference of n bits: its length, 0 to 16 bits, and the code. The first one that
  /// matches is used, and one of 0 bits always matches. The last one represents all other patterns.
  /// A file that contains it is irregular.
  struct {
    uint16_t length, code;
  } codes[17];
  /// The largest sample.
  uint16_t limit;
  /// The samples above the first two rows: two samples each.
  uint16_t start[4];
} bromide_raw_stripes;
bool bromide_unpack_stripes(const bromide_raw_job *, const bromide_raw_stripes *);
