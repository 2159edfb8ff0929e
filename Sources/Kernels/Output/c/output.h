// Filters of pictures at the output's size: noise reduction of pictures that were made much smaller, and sharpening.
//
// The Swift files in Kernels/Output state the formulas. All instruction sets give the same bits.
#ifndef BROMIDE_OUTPUT_H
#define BROMIDE_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Levels of the transform of colour differences, and of luminance.
  BROMIDE_OUTPUT_COLOUR_LEVELS = 3,
  BROMIDE_OUTPUT_LUMA_LEVELS = 4,
  /// Rows above and below a pixel on which it depends without luminance, and with it.
  BROMIDE_OUTPUT_COLOUR_REACH = 16,
  BROMIDE_OUTPUT_LUMA_REACH = 32,
  /// Planes of scratch beside the picture's.
  BROMIDE_OUTPUT_PLANES = 8,
  /// Entries of the table of noise over brightness, and one more.
  BROMIDE_OUTPUT_NOISE = 64,
};

/// The noise of balanced camera RGB at the output's size.
typedef struct {
  /// Variance of R − G, of B − G and of (R + 2G + B)/4: v[0] + v[1]·R + v[2]·G + v[3]·B.
  float red_variance[4], blue_variance[4], luma_variance[4];
  /// Share of the variance that counts as noise in each level: the squares of threshold and noise gain.
  float colour_factors[BROMIDE_OUTPUT_COLOUR_LEVELS], luma_factors[BROMIDE_OUTPUT_LUMA_LEVELS];
  /// Whether luminance is reduced, too.
  int luma;
} bromide_output_noise;

/// Bytes of scratch (aligned to 64) for rows of `stride` floats.
size_t bromide_output_noise_bytes(ptrdiff_t stride, ptrdiff_t rows);

/// Reduces noise in place of the rows `from` ..< `to` of `rows` rows of `width` pixels, whose edges repeat; the others have no
/// meaning after that. Red, green and blue follow each other, `rows` · `stride` floats apart; `stride` is a multiple of 16.
void bromide_output_noise_tile(
  int isa, const bromide_output_noise *noise, float *planes, ptrdiff_t stride, ptrdiff_t rows,
  ptrdiff_t width, ptrdiff_t from, ptrdiff_t to, float *scratch);

/// Sharpening on the roots of light.
typedef struct {
  /// Luma of red, green and blue.
  float weights[3];
  /// Weights of a blur of 5 pixels: the middle, and 1 and 2 pixels from it.
  float blur[3];
  /// Share of the difference from the blur that is added.
  float amount;
  /// Deviation of the noise of luma at luma i / BROMIDE_OUTPUT_NOISE, with the last entry twice.
  float noise[BROMIDE_OUTPUT_NOISE + 2];
} bromide_output_sharpening;

/// The luma of a row of roots.
void bromide_output_luma_row(
  int isa, const bromide_output_sharpening *sharpening, const float *red, const float *green,
  const float *blue, size_t count, float *luma);

/// Sharpens a row of roots in place. `rows` are the lumas of the two rows above, its own, and the two below; each is readable
/// from 2 before to 16 beyond `count`.
void bromide_output_sharpen_row(
  int isa, const bromide_output_sharpening *sharpening, const float *const rows[5], float *red,
  float *green, float *blue, size_t count);

#endif
