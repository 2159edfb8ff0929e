// For tests only: TIFFs written by libtiff.
#ifndef BROMIDE_CTIFFPEER_H
#define BROMIDE_CTIFFPEER_H

#include <stddef.h>
#include <stdint.h>

/// The picture to write, with TIFF's codes.
struct bromide_tiff_recipe {
  uint32_t width, height;
  int samples, bits, sample_format, photometric, compression, predictor, orientation;
  /// The side of square tiles. 0 means strips of `rows` rows.
  int tile, rows;
  int is_planar, is_big, is_big_endian;
  /// The meaning of the last sample: 0 none, 1 alpha that colours are multiplied by, 2 straight alpha.
  int alpha;
  /// An ICC profile, or NULL.
  const uint8_t *profile;
  size_t profile_count;
};

/// Writes a TIFF of interleaved samples without gaps, in the machine's byte order. Returns 0 on failure.
int bromide_tiff_peer_write(
  const char *path, const struct bromide_tiff_recipe *recipe, const uint8_t *pixels);

#endif
