// Noise reduction and capture sharpening for rows of balanced camera RGB at the sensor's
// resolution.
//
// The caller owns the rings for the rows of one rectangle. It gets the number of input rows that
// the next output row needs, fills a ring with them, and requests the output row. The rectangle's
// edges repeat. To process a part of a larger picture, add `BROMIDE_OPTICS_REACH` pixels on each
// side inside the picture, in whole cells of 4×4. With sliding transforms, add
// `BROMIDE_SLIDING_REACH` in cells of 16×16.
//
// The Swift files in Kernels/Optics have the formulas.
#ifndef BROMIDE_OPTICS_H
#define BROMIDE_OPTICS_H

#include <stddef.h>
#include <stdint.h>

/// Maximum distance to a pixel that a pixel depends on, a multiple of 4.
#define BROMIDE_OPTICS_REACH 40
/// The distance with sharpening only.
#define BROMIDE_SHARPENING_REACH 4
/// The distance with sliding transforms, a multiple of 16.
#define BROMIDE_SLIDING_REACH 64

/// Rows of luminance that sharpening reads, from the oldest to the newest, plus two.
#define BROMIDE_LIGHT_ROWS 9

/// The filters to apply to the rows.
typedef struct {
  /// Whether to reduce colour noise, and luminance noise as well.
  int chroma, luma;
  /// Variance of the two colour differences together, and of luminance: v[0] + v[1]·R + v[2]·G +
  /// v[3]·B, times the square of the threshold.
  float chroma_variance[4], luma_variance[4];
  /// Variance of each detail for white noise of 1 on the mosaic, times the number of values in an
  /// energy sum. Colour has two levels of cells, quarters, and the detail that cells lack.
  /// Luminance has four levels.
  float chroma_factors[4], luma_factors[4];
  /// Whether to reduce luminance and colour noise with sliding transforms instead. `chroma` must
  /// then also be set.
  int sliding;
  /// Factors for the squared coefficients of blocks, v·8 + u, divided by their variance: for
  /// luminance, for luminance and colour of cells, and for luminance and colour of quarters.
  float spectra[5][64];
  /// Variance of luminance and colour differences: v[0] + v[1]·Y + v[2]·(R − G) + v[3]·(B − G).
  float luma_form[4], color_form[4];
  /// Share of the colour variance that 2×2 means lack, times the number of values in an energy sum.
  float rest_factor;
  /// Share of the lost detail that sharpening adds. 0 turns sharpening off.
  float sharpening;
  /// Weights of a 7-pixel blur: the middle, and 1, 2 and 3 pixels from it.
  float blur[4];
  /// Variance of the remaining noise of luminance, in the same form.
  float rest_variance[4];
  /// 1 / the largest unclipped value of red, green and blue.
  float unclipped[3];
} bromide_optics_settings;

/// Consecutive rows of floats in memory, used in turn.
typedef struct {
  float *rows;
  /// Distances of two rows and two planes, in floats.
  ptrdiff_t row, plane;
  ptrdiff_t count;
} bromide_ring;

/// State of one rectangle. Its fields are private to the C side, except that the caller fills `input`.
typedef struct {
  bromide_optics_settings settings;
  ptrdiff_t width, height, next;
  /// The first requested column and the number of columns. Then the first cell and the number of
  /// cells that they need after the levels.
  ptrdiff_t column, columns, from, count;
  bromide_ring input;
  bromide_ring cells, first, first_detail, second, second_detail, quarters, quarter_detail;
  bromide_ring smooth_quarters, quarter_change, change, fine;
  bromide_ring quarters_sums, quarters_change, raised_cells, cells_sums, settled, raised, sums, rest;
  bromide_ring spectrum;
  /// The next row of cells and quarters, and the next block rows, for sliding transforms.
  ptrdiff_t blocks_next[3], raised_next[2], settled_next, quarters_change_next, rest_next;
  bromide_ring plain, levels[4], level_detail[4], light, clipped;
  /// Whether each row in `clipped` has a clipped pixel.
  int clips[BROMIDE_LIGHT_ROWS];
  float *line, *squares;
  /// Pairs of rows with reduced noise. Negative while rows before the first are read.
  ptrdiff_t pairs;
  /// Input rows that are ready for the next row, except for sharpening.
  ptrdiff_t done_rows;
  /// The next row of each stage.
  ptrdiff_t cells_next, first_next, second_next, quarters_next, quarter_detail_next;
  ptrdiff_t quarter_change_next, fine_next, change_next, done_next, plain_next, levels_next[4];
  ptrdiff_t light_next;
} bromide_optics;

/// Bytes of scratch (aligned to 64) for rectangles of at most `width` pixels.
size_t bromide_optics_scratch_bytes(const bromide_optics_settings *settings, ptrdiff_t width);

/// Returns the minimum number of rows in the ring of input rows.
ptrdiff_t bromide_optics_input_rows(const bromide_optics_settings *settings);

/// Starts a rectangle. Only rows from `first` and `count` columns from `from` will be requested.
///
/// Input row y is at `input.rows` + (y mod `input.count`)·`input.row`. Its planes are writable up
/// to the next multiple of 16 floats after `width`, and at least one float after it.
void bromide_optics_begin(
  bromide_optics *optics, const bromide_optics_settings *settings, ptrdiff_t width,
  ptrdiff_t height, ptrdiff_t first, ptrdiff_t from, ptrdiff_t count, bromide_ring input,
  void *scratch);

/// Returns the number of input rows, from the top, that `bromide_optics_advance` needs, or 0 if the
/// next output row does not need it.
ptrdiff_t bromide_optics_needs(const bromide_optics *optics);

/// Computes all stages that the next input rows allow.
void bromide_optics_advance(int isa, bromide_optics *optics);

/// Computes the requested columns of the next output row. Writes up to the next multiple of 16
/// beyond them.
void bromide_optics_row(
  int isa, bromide_optics *optics, float *red, float *green, float *blue);

#endif
