// Canon's CR3, which CRawUnpack.h includes.
#ifndef BROMIDE_CRAWUNPACK_CANON_H
#define BROMIDE_CRAWUNPACK_CANON_H

/// The numbers that a CR3 states about a frame in its box CMP1; `offset` of the job is that of the frame's data.
typedef struct {
  /// 0x100 or 0x200.
  uint32_t version;
  /// Size of the mosaic and of its tiles, in samples.
  uint32_t width, height, tile_width, tile_height;
  /// Bits of a sample of a plane, and of a sample of the picture (encoding 3 only).
  uint32_t bits, median_bits;
  /// Number of planes.
  uint32_t planes;
  /// Place of the first plane: RGGB, GRBG, GBRG or BGGR.
  uint32_t layout;
  /// 0 for samples around the middle of their range, 1 for signed ones, 3 for a brightness and differences.
  uint32_t encoding;
  /// Number of wavelet levels; none for lossless files.
  uint32_t levels;
  /// Number of bytes of the headers that the frame's data begin with, and of all of them.
  uint32_t header_size;
  uint64_t data_size;
} bromide_raw_crx;
bool bromide_unpack_crx(const bromide_raw_job *, const bromide_raw_crx *);

/// Statements of a frame's headers that decoders disagree on, or fail at.
typedef struct {
  /// Whether the index of the step changes from line to line.
  bool has_line_steps;
  /// Whether a band's step has an index beyond 35.
  bool has_large_steps;
  /// Whether a stream reaches beyond the end of the file.
  bool is_cut;
} bromide_raw_crx_traits;
/// Looks through the headers, as far as they are regular.
bromide_raw_crx_traits bromide_crx_traits(const bromide_raw_job *, const bromide_raw_crx *);

#endif
