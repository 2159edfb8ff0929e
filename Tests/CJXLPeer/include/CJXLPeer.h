// Only for tests: libjxl's encoder, and its decoder with default settings.
#ifndef BROMIDE_CJXLPEER_H
#define BROMIDE_CJXLPEER_H

#include <stddef.h>
#include <stdint.h>

/// The picture to write.
struct bromide_jxl_recipe {
  uint32_t width, height;
  /// 1 or 3.
  int components;
  /// Bits per integer, or 16 for floating-point numbers.
  int bits;
  int has_floats;
  /// Butteraugli's distance, or 0 for lossless.
  float distance;
  int effort;
  /// Whether the codestream is in boxes.
  int is_boxed;
  /// Whether to record linear colours instead of sRGB.
  int is_linear;
  int is_animated;
  /// Whether to add an opacity channel.
  int has_alpha;
  /// The number of layers. 1 is only the picture.
  int layers;
};

/// Writes rows of uint16_t or float without gaps, with opacity last. The uint16_t value 65535 is the largest integer.
/// The caller frees `*bytes` with `free`. Returns 0 on failure.
int bromide_jxl_peer_write(
  const struct bromide_jxl_recipe *recipe, const void *numbers, uint8_t **bytes, size_t *count);

/// Decodes to rows of uint16_t with default settings. 65535 is the largest integer. Returns 0 on failure.
int bromide_jxl_peer_read(
  const uint8_t *bytes, size_t count, int components, uint16_t *samples, size_t sample_count);

#endif
