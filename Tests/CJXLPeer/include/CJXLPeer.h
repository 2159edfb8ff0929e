// For tests only: libjxl's encoder, and its pixels by the simplest way.
#ifndef BROMIDE_CJXLPEER_H
#define BROMIDE_CJXLPEER_H

#include <stddef.h>
#include <stdint.h>

/// The picture to write.
struct bromide_jxl_recipe {
  uint32_t width, height;
  /// 1 or 3.
  int components;
  /// Bits of an integer, or 16 for floating-point numbers.
  int bits;
  int has_floats;
  /// 0 for lossless; otherwise Butteraugli's distance.
  float distance;
  int effort;
  /// Whether the codestream is in boxes.
  int is_boxed;
  /// Whether colours are stated as linear, and not as sRGB.
  int is_linear;
  int is_animated;
  /// Whether a channel of opacity is added.
  int has_alpha;
  /// Layers, one over the other; 1 for none but the picture.
  int layers;
};

/// Writes rows of uint16_t, of which 65535 is the largest integer, or of float, without gaps and with opacity last.
/// The caller frees `*bytes` with `free`. Returns 0 on failure.
int bromide_jxl_peer_write(
  const struct bromide_jxl_recipe *recipe, const void *numbers, uint8_t **bytes, size_t *count);

/// Decodes to rows of uint16_t, of which 65535 is the largest integer, with nothing set but the pixels' format. Returns
/// 0 on failure.
int bromide_jxl_peer_read(
  const uint8_t *bytes, size_t count, int components, uint16_t *samples, size_t sample_count);

#endif
