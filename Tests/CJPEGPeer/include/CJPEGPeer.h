// Only for tests: JPEGs from given planes, and libjpeg-turbo's RGB.
#ifndef BROMIDE_CJPEGPEER_H
#define BROMIDE_CJPEGPEER_H

#include <stddef.h>
#include <stdint.h>

/// The picture to write.
struct bromide_jpeg_recipe {
  uint32_t width, height;
  /// 1 for grey, 3 or 4.
  int components;
  /// Whether three components are R, G and B instead of Y, Cb and Cr. Four components are CMYK.
  int is_rgb;
  int across[4], down[4];
  int quality, is_progressive;
  /// The content of APP1 and APP2 in the file, without marker and length, or NULL.
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *profile;
  size_t profile_count;
};

/// Writes a JPEG from planes with complete blocks. Rows are `strides` bytes apart. The caller frees `*bytes` with
/// `free`. Returns 0 on failure.
int bromide_jpeg_peer_write(
  const struct bromide_jpeg_recipe *recipe, const uint8_t *const planes[4],
  const size_t strides[4], uint8_t **bytes, size_t *count);

/// Decodes to 8-bit RGB without gaps. With `fancy`, it interpolates chroma. Returns 0 on failure.
int bromide_jpeg_peer_read(const uint8_t *bytes, size_t count, int fancy, uint8_t *rgb);

#endif
