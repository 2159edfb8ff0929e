// Noise reduction and capture sharpening of rows of balanced camera RGB, at the sensor's pixels.
//
// Rows of one rectangle slide through rings that the caller owns: it fills a ring of input rows, asks for the next
// output row, and is told beforehand how many input rows that takes. The rectangle's edges repeat; a caller that wants a
// part of a larger picture adds `BROMIDE_OPTICS_REACH` pixels on each side that has some, in whole cells of 4×4; with
// sliding transforms `BROMIDE_SLIDING_REACH`, in cells of 16×16.
// The Swift files in Kernels/Optics state the formulas.
#ifndef BROMIDE_OPTICS_H
#define BROMIDE_OPTICS_H

#include <stddef.h>
#include <stdint.h>

/// Pixels on every side that a pixel can depend on, a multiple of 4.
#define BROMIDE_OPTICS_REACH 44
/// The same of sliding transforms, a multiple of 16.
#define BROMIDE_SLIDING_REACH 64

/// Rows of luminance between the newest and the oldest that sharpening reads, and two.
#define BROMIDE_LIGHT_ROWS 9

/// What is done to the rows.
typedef struct {
  /// Whether colour noise is reduced, and luminance noise with it.
  int chroma, luma;
  /// Variance of the two colour differences together, and of luminance: v[0] + v[1]·R + v[2]·G + v[3]·B, times the square
  /// of the threshold.
  float chroma_variance[4], luma_variance[4];
  /// Variance of each detail for white noise of 1 on the mosaic, times the number of values that an energy sums: of colour
  /// (two levels of cells, quarters, what the cells lost), and of the four levels of luminance.
  float chroma_factors[4], luma_factors[4];
  /// Whether noise of both is reduced by sliding transforms instead. `chroma` is then on, too.
  int sliding;
  /// What the squared coefficients of blocks, v·8 + u, times 1 over their variance, are multiplied by: of luminance, of
  /// luminance and colour of cells, and of quarters.
  float spectra[5][64];
  /// Variance of luminance and of colour differences: v[0] + v[1]·Y + v[2]·(R − G) + v[3]·(B − G).
  float luma_form[4], color_form[4];
  /// Share of the variance of colour that means of 2×2 pixels lose, times the number of values that an energy sums.
  float rest_factor;
  /// Share of the lost detail that is added; 0 for no sharpening.
  float sharpening;
  /// Weights of a blur of 7 pixels: the middle, and 1, 2 and 3 pixels from it.
  float blur[4];
  /// Variance of luminance that is left, of the same form.
  float rest_variance[4];
  /// 1 / the largest unclipped value of red, green and blue.
  float unclipped[3];
} bromide_optics_settings;

/// Rows of floats that follow each other in memory and are used in turn.
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
  bromide_ring input;
  bromide_ring cells, first, first_detail, second, second_detail, quarters, quarter_detail;
  bromide_ring smooth_quarters, quarter_change, change, fine;
  bromide_ring quarters_sums, quarters_change, raised_cells, cells_sums, settled, raised, sums, rest;
  bromide_ring spectrum;
  /// The next row of cells and quarters, and the next rows of blocks, of sliding transforms.
  ptrdiff_t blocks_next[3], raised_next[2], settled_next, quarters_change_next, rest_next;
  bromide_ring plain, levels[4], level_detail[4], light, clipped;
  /// Whether a pixel of each row in `clipped` is.
  int clips[BROMIDE_LIGHT_ROWS];
  float *line, *squares;
  /// Pairs of rows whose noise has been treated; below 0 while rows before the first are read.
  ptrdiff_t pairs;
  /// Input rows that are ready for the next row, but for sharpening.
  ptrdiff_t done_rows;
  /// The next row of each stage.
  ptrdiff_t cells_next, first_next, second_next, quarters_next, quarter_detail_next;
  ptrdiff_t quarter_change_next, fine_next, change_next, done_next, plain_next, levels_next[4];
  ptrdiff_t light_next;
} bromide_optics;

/// Bytes of scratch (aligned to 64) for rectangles of at most `width` pixels.
size_t bromide_optics_scratch_bytes(const bromide_optics_settings *settings, ptrdiff_t width);

/// Rows that the ring of input rows must hold.
ptrdiff_t bromide_optics_input_rows(const bromide_optics_settings *settings);

/// Starts a rectangle, of which rows from `first` on are wanted. Input row y lies at `input.rows` + (y mod
/// `input.count`)·`input.row`; its planes may be written up to the next multiple of 16 floats after `width`, at least
/// one more than it.
void bromide_optics_begin(
  bromide_optics *optics, const bromide_optics_settings *settings, ptrdiff_t width,
  ptrdiff_t height, ptrdiff_t first, bromide_ring input, void *scratch);

/// The number of input rows, from the top, that `bromide_optics_advance` needs; 0 if the next output row can be made
/// without it.
ptrdiff_t bromide_optics_needs(const bromide_optics *optics);

/// Makes what the next rows of input allow.
void bromide_optics_advance(int isa, bromide_optics *optics);

/// Makes the next output row: `count` pixels from column `from` on. Writes up to the next multiple of 16 beyond them.
void bromide_optics_row(
  int isa, bromide_optics *optics, ptrdiff_t from, ptrdiff_t count, float *red, float *green,
  float *blue);

#endif
