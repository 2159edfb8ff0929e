// For tests only: JPEGs made of given planes, and libjpeg-turbo's own RGB.
#ifndef BROMIDE_CJPEGPEER_H
#define BROMIDE_CJPEGPEER_H

#include <stddef.h>
#include <stdint.h>

/// The picture to write.
struct bromide_jpeg_recipe {
  uint32_t width, height;
  /// 1 grey, 3 or 4.
  int components;
  /// Whether three components are R, G and B and not Y, Cb and Cr; four are CMYK.
  int is_rgb;
  int across[4], down[4];
  int quality, is_progressive;
  /// Markers APP1 and APP2 as they stand in the file, without marker and length; NULL for none.
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *profile;
  size_t profile_count;
};

/// Writes a JPEG of planes whose rows are `strides` bytes apart and which hold whole blocks. The caller frees `*bytes`
/// with `free`. Returns 0 on failure.
int bromide_jpeg_peer_write(
  const struct bromide_jpeg_recipe *recipe, const uint8_t *const planes[4],
  const size_t strides[4], uint8_t **bytes, size_t *count);

/// Decodes to 8-bit RGB without gaps; `fancy` interpolates chroma. Returns 0 on failure.
int bromide_jpeg_peer_read(const uint8_t *bytes, size_t count, int fancy, uint8_t *rgb);

#endif
