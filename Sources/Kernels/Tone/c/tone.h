// Local tone: the mean brightness of cells of a sensor image, and the gain of a pixel from its
// surrounding cells.
//
// The Swift files ToneMeter.swift and LocalToneKernel.swift have the formulas. All instruction sets
// give the same bits.
#ifndef BROMIDE_TONE_H
#define BROMIDE_TONE_H

#include <stddef.h>
#include <stdint.h>

/// Converts samples to stops: camera value = (sample − black) · scale, then `matrix`, then
/// log2(max(`weights` · positive components, `least`)).
typedef struct {
  /// Levels: red, green in red's row, green in blue's row, and blue. A picture without a mosaic
  /// uses red, the first green and blue, or only red.
  float black[4], scale[4];
  float matrix[9];
  float weights[3];
  float least;
} bromide_tone_meter;

/// Adds the stops and the camera red, green and blue of 2×2 sites to four planes of `sums`. Planes
/// are `plane` floats apart, and readable and writable up to the next multiple of 16.
///
/// `red_row` contains red sites, in odd columns if `odd` is 1. `blue_row` contains blue sites in
/// the other columns. Each has 2·`count` samples.
void bromide_tone_quads_row(
  int isa, const bromide_tone_meter *meter, const uint16_t *red_row, const uint16_t *blue_row,
  int odd, size_t count, float *sums, size_t plane);

/// Adds `count` pixels with 1 or 3 samples each. Pixels are `step` pixels apart.
void bromide_tone_pixels_row(
  int isa, const bromide_tone_meter *meter, const uint16_t *row, int channels, size_t step,
  size_t count, float *sums, size_t plane);

/// The coefficients of the base, and the amounts of the filters.
typedef struct {
  /// Pairs (a, b), row after row.
  const float *cells;
  int columns, rows;
  /// Luminance in units of metered grey before exposure, at least `least`.
  float weights[3];
  float least;
  float exposure, shadows, highlights, clarity;
} bromide_local_tone;

/// The position of a row on the cells. Pixel x of the picture is at column u + x·du and row v +
/// x·dv. Whole numbers are centres of cells.
typedef struct {
  float u, du, v, dv;
} bromide_tone_place;

/// Maximum number of cell columns.
#define BROMIDE_TONE_COLUMNS 256

/// Multiplies each pixel by its gain. Pixel 0 of the row is pixel `x` of the picture.
void bromide_local_tone_row(
  int isa, const bromide_local_tone *tone, const bromide_tone_place *place, int x, float *red,
  float *green, float *blue, size_t count);

#endif
