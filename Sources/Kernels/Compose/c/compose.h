// Draws pictures over a row of a frame, and prepares the row for encoding.
#ifndef BROMIDE_COMPOSE_H
#define BROMIDE_COMPOSE_H

#include <stddef.h>
#include <stdint.h>

/// A picture of 16-bit codes, with red, green, blue and alpha of a pixel side by side: 65535·√v of
/// the linear value v, premultiplied by alpha. At least two columns wide.
typedef struct {
  const uint16_t *codes;
  int32_t width, height;
  /// The level's linear scale against the picture: 1, ½, ¼ …
  float ratio;
} bromide_picture_level;

/// The position of a picture under one row of a frame.
typedef struct {
  /// Two neighbouring levels and the weight of the second. At weight 0 the second is not read.
  bromide_picture_level levels[2];
  float share;
  /// The picture's size in its pixels, and the frame pixels per pixel of the picture.
  float width, height, scale;
  float opacity;
  /// The position in the picture at the centre of the first pixel, and the step from one pixel to
  /// the next.
  float u, v, du, dv;
} bromide_placed_picture;

/// Draws the picture over `count` pixels of premultiplied linear red, green, blue and alpha.
///
/// Each pixel is the bilinear mean of four pixels of the picture, times the opacity and the covered
/// share of the pixel. The share is the distance to each edge in pixels, plus ½, limited to 0…1.
void bromide_compose_row(int isa, const bromide_placed_picture *picture, size_t count, float *rgba);

/// Draws `count` encoded pixels, with `bytes` (1 or 2) a sample, over as many pixels of linear red,
/// green, blue and alpha.
///
/// `channels` is 1 for grey, 2 for grey and alpha, 3 for RGB and 4 for RGBA, with straight alpha.
/// `light` has the linear value for each code.
void bromide_compose_codes(
  const void *codes, size_t count, int channels, int bytes, const float *light, float *rgba);

/// Splits a row into linear colours and alpha. If `alpha` is not null, colours are divided by
/// alpha.
void bromide_separate_row(
  int isa, const float *rgba, size_t count, float *red, float *green, float *blue, float *alpha);

/// Writes alpha, 0…1 rounded to `bytes` (1 or 2) a sample, into pixels of four samples.
void bromide_put_alpha(const float *alpha, size_t count, size_t bytes, void *pixels);

#endif
