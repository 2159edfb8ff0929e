// Local tone: the mean brightness of cells of a sensor image, and the gain that a pixel takes from the cells around it.
//
// The Swift files ToneMeter.swift and LocalToneKernel.swift state the formulas. All instruction sets give the same bits.
#ifndef BROMIDE_TONE_H
#define BROMIDE_TONE_H

#include <stddef.h>
#include <stdint.h>

/// From samples to stops: camera value = (sample − black) · scale, then `matrix`, then
/// log2(max(`weights` · positive components, `least`)).
typedef struct {
  /// Of red, of the green in red's row, of the green in blue's row, and of blue; a picture without a
  /// mosaic uses red, the first green and blue, or red alone.
  float black[4], scale[4];
  float matrix[9];
  float weights[3];
  float least;
} bromide_tone_meter;

/// Adds the stops and the camera red, green and blue of 2×2 sites to four planes of `sums`, which lie
/// `plane` floats apart; planes are readable and writable up to the next multiple of 16.
///
/// `red_row` holds red sites, in odd columns if `odd` is 1, and `blue_row` blue ones in the others;
/// each has 2·`count` samples.
void bromide_tone_quads_row(
  int isa, const bromide_tone_meter *meter, const uint16_t *red_row, const uint16_t *blue_row,
  int odd, size_t count, float *sums, size_t plane);

/// The same of `count` pixels of 1 or 3 samples each, from one to the next `step` pixels apart.
void bromide_tone_pixels_row(
  int isa, const bromide_tone_meter *meter, const uint16_t *row, int channels, size_t step,
  size_t count, float *sums, size_t plane);

/// The coefficients of the base, and what it changes.
typedef struct {
  /// Pairs (a, b), row after row.
  const float *cells;
  int columns, rows;
  /// Luminance in units of metered grey before exposure, limited to `least` or more.
  float weights[3];
  float least;
  float exposure, shadows, highlights, clarity;
} bromide_local_tone;

/// Where a row lies on the cells: pixel x of the picture is at column u + x·du and row v + x·dv,
/// where whole numbers are centres of cells.
typedef struct {
  float u, du, v, dv;
} bromide_tone_place;

/// Most columns of cells.
#define BROMIDE_TONE_COLUMNS 256

/// Multiplies each pixel by its gain; pixel 0 of the row is pixel `x` of the picture.
void bromide_local_tone_row(
  int isa, const bromide_local_tone *tone, const bromide_tone_place *place, int x, float *red,
  float *green, float *blue, size_t count);

#endif
