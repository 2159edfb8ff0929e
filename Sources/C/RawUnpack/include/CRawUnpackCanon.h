// Canon's CR3, which CRawUnpack.h includes.
#pragma once

/// The numbers about a frame in a CR3's box CMP1. The job's `offset` is the position of the frame's
/// data.
typedef struct {
  /// 0x100 or 0x200.
  uint32_t version;
  /// The size of the mosaic and of its tiles, in samples.
  uint32_t width, height, tile_width, tile_height;
  /// The bits of a sample in a plane, and of a sample in the picture (encoding 3 only).
  uint32_t bits, median_bits;
  /// The number of planes.
  uint32_t planes;
  /// The position of the first plane: RGGB, GRBG, GBRG or BGGR.
  uint32_t layout;
  /// 0 for samples around the middle of their range, 1 for signed samples, 3 for luminance and
  /// differences.
  uint32_t encoding;
  /// The number of wavelet levels, 0 for lossless files.
  uint32_t levels;
  /// The bytes of the headers at the start of the frame's data, and of all data.
  uint32_t header_size;
  uint64_t data_size;
} bromide_raw_crx;
bool bromide_unpack_crx(const bromide_raw_job *, const bromide_raw_crx *);

/// Properties of a frame's headers on which decoders disagree or fail.
typedef struct {
  /// Whether the index of the step changes from line to line.
  bool has_line_steps;
  /// Whether a band's step has an index above 35.
  bool has_large_steps;
  /// Whether a stream continues after the end of the file.
  bool is_cut;
} bromide_raw_crx_traits;
/// Reads the properties from all regular headers.
bromide_raw_crx_traits bromide_crx_traits(const bromide_raw_job *, const bromide_raw_crx *);
