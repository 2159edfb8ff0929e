// Pictures drawn over a row of a frame, and the row made ready for its encoding.
#ifndef BROMIDE_COMPOSE_H
#define BROMIDE_COMPOSE_H

#include <stddef.h>
#include <stdint.h>

/// A picture of 16-bit codes, red, green, blue and alpha of a pixel side by side: 65535·√v of the linear value v, the
/// colours multiplied by alpha. At least two columns.
typedef struct {
  const uint16_t *codes;
  int32_t width, height;
  /// Pixels of this level in one of the picture's, each way: 1, ½, ¼ …
  float ratio;
} bromide_picture_level;

/// A picture as it lies under one row of a frame.
typedef struct {
  /// Two neighbouring levels, and how much the second counts; at 0 it is not read.
  bromide_picture_level levels[2];
  float share;
  /// The picture's size in its pixels, and the frame's pixels in one of them.
  float width, height, scale;
  float opacity;
  /// Where in the picture the centre of the first pixel lies, and the step from a pixel to the next.
  float u, v, du, dv;
} bromide_placed_picture;

/// Draws the picture over `count` pixels of linear red, green, blue and alpha, multiplied by alpha.
///
/// Each pixel is the bilinear mean of four of the picture's, times the opacity and the share of the pixel that the
/// picture covers: the distance to each edge in pixels, plus ½, between 0 and 1.
void bromide_compose_row(int isa, const bromide_placed_picture *picture, size_t count, float *rgba);

/// Draws `count` encoded pixels, of `bytes` (1 or 2) a sample, over as many of linear red, green, blue and alpha.
///
/// `channels` are 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA, alpha straight; `light` is what each code stands for.
void bromide_compose_codes(
  const void *codes, size_t count, int channels, int bytes, const float *light, float *rgba);

/// Takes a row apart: linear colours, and alpha where it is wanted. Then colours are divided by it.
void bromide_separate_row(
  int isa, const float *rgba, size_t count, float *red, float *green, float *blue, float *alpha);

/// Puts alpha, 0…1 rounded to `bytes` (1 or 2) a sample, into pixels of four samples.
void bromide_put_alpha(const float *alpha, size_t count, size_t bytes, void *pixels);

#endif
