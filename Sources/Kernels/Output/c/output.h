// Filters at the output's size: noise reduction for pictures that are much smaller than the sensor,
// and sharpening.
//
// The Swift files in Kernels/Output contain the formulas. All instruction sets give the same bits.
#ifndef BROMIDE_OUTPUT_H
#define BROMIDE_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Transform levels of colour differences and luminance.
  BROMIDE_OUTPUT_COLOUR_LEVELS = 3,
  BROMIDE_OUTPUT_LUMA_LEVELS = 4,
  /// Rows above and below that a pixel needs, without luminance and with it.
  BROMIDE_OUTPUT_COLOUR_REACH = 16,
  BROMIDE_OUTPUT_LUMA_REACH = 32,
  /// Extra planes of scratch.
  BROMIDE_OUTPUT_PLANES = 8,
  /// Entries in the table of noise by brightness, without the extra last entry.
  BROMIDE_OUTPUT_NOISE = 64,
};

/// The noise in balanced camera RGB at the output's size.
typedef struct {
  /// Variances of R − G, B − G and (R + 2G + B)/4: v[0] + v[1]·R + v[2]·G + v[3]·B.
  float red_variance[4], blue_variance[4], luma_variance[4];
  /// Fraction of the variance that is treated as noise in each level: threshold² · noise gain².
  float colour_factors[BROMIDE_OUTPUT_COLOUR_LEVELS], luma_factors[BROMIDE_OUTPUT_LUMA_LEVELS];
  /// Whether to reduce luminance noise also.
  int luma;
} bromide_output_noise;

/// Returns the bytes of scratch for rows of `stride` floats. Align the scratch to 64 bytes.
size_t bromide_output_noise_bytes(ptrdiff_t stride, ptrdiff_t rows);

/// Reduces the noise of the rows `from` ..< `to`, and overwrites them. The tile has `rows` rows of
/// `width` pixels, and its edges repeat. The other rows are undefined afterwards. The planes red,
/// green and blue are `rows` · `stride` floats apart, and `stride` is a multiple of 16.
void bromide_output_noise_tile(
  int isa, const bromide_output_noise *noise, float *planes, ptrdiff_t stride, ptrdiff_t rows,
  ptrdiff_t width, ptrdiff_t from, ptrdiff_t to, float *scratch);

/// Sharpening of the square roots of light.
typedef struct {
  /// Luma weights of red, green and blue.
  float weights[3];
  /// Weights of a blur over 5 pixels: the middle, 1 pixel away, and 2 pixels away.
  float blur[3];
  /// Fraction of the difference from the blur to add.
  float amount;
  /// Noise deviation of luma at luma i / BROMIDE_OUTPUT_NOISE. The last entry appears twice.
  float noise[BROMIDE_OUTPUT_NOISE + 2];
} bromide_output_sharpening;

/// Computes the luma of a row of roots.
void bromide_output_luma_row(
  int isa, const bromide_output_sharpening *sharpening, const float *red, const float *green,
  const float *blue, size_t count, float *luma);

/// Sharpens a row of roots. `rows` are the lumas of five rows: two above, this row and two below.
/// Each is readable from 2 before to 16 after `count`.
void bromide_output_sharpen_row(
  int isa, const bromide_output_sharpening *sharpening, const float *const rows[5], float *red,
  float *green, float *blue, size_t count);

#endif
