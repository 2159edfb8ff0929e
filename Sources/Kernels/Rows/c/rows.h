// Steps of development for one row with three float planes.
//
// You must be able to read the planes `red`, `green` and `blue` up to the next multiple of 16
// floats after `count`, and to write them if the step changes them. Other outputs are written
// exactly.
#ifndef BROMIDE_ROWS_H
#define BROMIDE_ROWS_H

#include <stddef.h>
#include <stdint.h>

/// A rational tone curve f(x) = (a·x² + b·x) / (c·x² + d·x + 1), which is 1 for `white` and above.
///
/// If `whitens` is set, bright light moves towards white. `weights` give its luminance.
typedef struct {
  float a, b, c, d, white;
  int whitens;
  float weights[3];
} bromide_tone;

/// A tone curve as a table over √x: `values` at √x = i / scale for i = 0…last, then `values[last]`
/// again.
///
/// If `whitens` is set, bright light moves towards white. `weights` give its luminance.
typedef struct {
  const float *values;
  float scale;
  int32_t last;
  int whitens;
  float weights[3];
} bromide_tone_table;

/// A transfer function as cubics in z = x·scale + bias. With `root`, x is the fourth root instead.
///
/// Bits 21 to 25 of the float z select the piece: two bits of mantissa and three of exponent. The
/// coefficient of zᵏ in piece p is coefficients[32·k + p], and also pieces[4·p + k], aligned to 16
/// bytes. The code value is the cubic's value, truncated to an integer.
typedef struct {
  const float *coefficients, *pieces;
  float scale, bias;
  int root;
} bromide_transfer;

/// Applies a matrix (9 floats by rows, or null), then a tone curve (or null), to a row.
void bromide_color_row(
  int isa, const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count);

/// Applies a matrix, then a tone curve from a table, to a row.
void bromide_table_row(
  int isa, const float *matrix, const bromide_tone_table *table, float *red, float *green,
  float *blue, size_t count);

/// Applies a matrix (or null), compresses colours into the gamut, clips to 0…1, encodes and
/// interleaves. `weights` are the 3 luminance weights of the gamut, or null to skip the
/// compression. `channels` is 3, or 1 for the red plane without matrix and weights. `bytes` per
/// sample is 1 or 2.
void bromide_encode_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, int bytes, const float *red, const float *green, const float *blue, size_t count,
  void *output);

/// Does the same, but without rounding: writes 8-bit code values plus ½ as planes of floats with
/// the distance `plane`. Writes complete vectors.
void bromide_code_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, const float *red, const float *green, const float *blue, size_t count,
  float *codes, ptrdiff_t plane);

/// Columns of a row that are tested for smoothness together.
#define BROMIDE_DITHER_BLOCK 64

/// A block of a row. `smooth` has a bit for each column with little variation of luma in 5 columns.
/// `is_known` shows which bits are valid.
typedef struct {
  uint64_t smooth, is_known;
} bromide_dither_block;

/// 8-bit code values plus ½ to dither before rounding. See DitherKernel.swift.
typedef struct {
  /// The rows from 2 above to 2 below. Each has five planes, `plane` floats apart: the codes of red
  /// (or grey), green and blue, and the least and the largest luma of 5 columns. Codes are readable
  /// from 2 before to 96 after `count`.
  float *rows[5];
  ptrdiff_t plane;
  /// The blocks of these rows.
  bromide_dither_block *blocks[5];
  /// The row to test first, 0 to 4.
  int first;
  /// The values to add. There are 8, which repeat.
  float pattern[16];
  /// The ranges of luma in 5×5 pixels that allow the dither, and the limit of all channels, as code
  /// plus ½.
  float least, most, white;
  /// 1 or 3.
  int channels;
} bromide_dither;

/// Rounds `count` pixels, and interleaves them.
void bromide_dither_row(int isa, const bromide_dither *dither, size_t count, uint8_t *output);

/// Applies a matrix (or null), compresses colours into the gamut (or null) and interleaves linear
/// light. NaN becomes 0. `channels` is 3, or 1 for the red plane without matrix and weights.
void bromide_interleave_row(
  int isa, const float *matrix, const float *weights, int channels, const float *red,
  const float *green, const float *blue, size_t count, float *output);

/// Inserts alpha after each of `count` adjacent pixels with `size` bytes, starting with the last
/// pixel. Alpha is the lower 1, 2 or 4 `bytes` of `alpha`.
void bromide_add_alpha(uint8_t *pixels, size_t count, size_t size, size_t bytes, uint32_t alpha);

/// The clipped fraction of a channel's value p is p·slope − start, limited to 0…1.
typedef struct {
  float slope[3];
  float start;
} bromide_highlights;

/// Returns whether any value in some rows of `count` pixels is clipped. The planes of two rows are
/// `distance` floats apart.
int bromide_has_clipped(
  int isa, const bromide_highlights *highlights, const float *red, const float *green,
  const float *blue, size_t distance, size_t rows, size_t count);

/// Blends clipped and unclipped colour of a row.
void bromide_blend_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count);

/// The colour of bright light on a grid of cells, in rows of `columns` values: the binary
/// logarithms of red/green and blue/green before white balance, and the support. `pitch` (8 or 16)
/// is the distance between cells in pixels.
typedef struct {
  const float *red, *blue, *support;
  int32_t columns, rows, pitch;
  /// White-balance gains.
  float gain[3];
  /// Upper limit of a result.
  float limit;
} bromide_highlight_field;

/// Rebuilds the clipped channels of a row from the colour of nearby bright light. The first pixel
/// is (x, y) in the field's picture.
void bromide_recover_row(
  int isa, const bromide_highlights *highlights, const bromide_highlight_field *field, int32_t x,
  int32_t y, float *red, float *green, float *blue, size_t count);

/// Side of a cell of a highlight field, in sensor pixels.
#define BROMIDE_HIGHLIGHT_CELL 16

/// Samples to measure in every second row of 2×2 quads. They are a mosaic, or interleaved red,
/// green and blue pixels with `is_linear`, where one pixel in 2×2 represents the quad. A value is
/// (sample − black)·scale and at least 0. The site in the quad (in reading order) or the channel
/// selects black and scale.
typedef struct {
  const uint16_t *samples;
  /// Distance of two rows in samples.
  ptrdiff_t stride;
  /// In pixels.
  ptrdiff_t width, height;
  int is_linear;
  /// The red site. Blue is diagonally opposite.
  int red;
  float black[4], scale[4];
} bromide_highlight_samples;

/// Measures the bright, unclipped quads in a row of cells. For each cell, it writes the sum of the
/// weights, then the weighted sums of red, green and blue.
void bromide_highlight_cells(
  int isa, const bromide_highlight_samples *samples, ptrdiff_t row, float *sums);

/// An X-Trans mosaic, with the colour (0 red, 1 green, 2 blue) and the levels of each site in its
/// 6×6 pattern. A value is (sample − black)·scale.
typedef struct {
  const uint16_t *samples;
  /// Distance of two rows in samples.
  ptrdiff_t stride;
  uint8_t colors[36];
  float black[36], scale[36];
} bromide_xtrans_samples;

/// Measures the first `cells` in a row of cells of an X-Trans mosaic. It uses the 3×3 sites at a
/// quad's origin instead of the quad. Reads two rows and columns after the cells.
void bromide_xtrans_highlight_cells(
  int isa, const bromide_xtrans_samples *samples, ptrdiff_t row, ptrdiff_t cells, float *sums);

/// Computes weighted sums of `taps` values, `step` floats apart, for `count` outputs. Reads and
/// writes complete vectors.
void bromide_weighted_sums(
  int isa, const float *values, size_t step, const float *weights, size_t taps, size_t count,
  float *sums);

/// Number of rows to add together.
#define BROMIDE_BLOCK 12

/// Neighbouring rows with planes of floats, or with 16-bit codes of square roots if `coded` is set.
/// A value is the float or the squared code, times its channel's scale, clipped to 0…ceiling.
typedef struct {
  const void *first;
  /// Distances between rows, between the block's planes and between the sums' planes, in values.
  size_t stride, plane, sum_plane;
  int rows, channels, coded;
  float scale[3];
  float ceiling;
} bromide_block;

/// The block's rows `from` ..< `to` with a weight for each, and the row of sums that receives them.
/// `sum` is the red plane of this row.
typedef struct {
  float *sum;
  const float *weights;
  int from, to;
  /// Whether these rows start the sum.
  int is_first;
} bromide_share;

/// Adds a block's weighted rows to `count` rows of sums. Reads and writes complete vectors.
void bromide_add_rows(
  int isa, const bromide_block *block, const bromide_share *shares, int count, size_t columns);

/// A row's outputs from weighted neighbours. Each is Σ row[starts[x] − origin + i] · w(x, i) over i
/// < `taps`, a multiple of 8. The kernel computes eight outputs together. w(x, i) is weights[(x / 2
/// · taps + i / 8 · 8) · 2 + x % 2 · 8 + i % 8], and the first weight is on a cache line.
typedef struct {
  const int32_t *starts;
  const float *weights;
  size_t taps, count;
  int32_t origin;
  int channels;
  /// Distances between planes, in floats.
  size_t plane, output_plane;
} bromide_across;

/// Resamples the planes of a row.
void bromide_resample_row(int isa, const bromide_across *work, const float *input, float *output);

/// Separates interleaved samples with 1 or 3 channels into planes of min(sample · scale, ceiling).
void bromide_linear_row(
  int isa, const uint16_t *samples, int channels, const float *scale, float ceiling, size_t count,
  float *red, float *green, float *blue);

/// Copies pixels with a `size` of 1, 2, 3, 4, 6, 8, 12 or 16 bytes to a turned or mirrored picture.
/// Pixel (x, y) is copied to output + x·step_x + y·step_y, where one step is ± size. Reads up to 2
/// bytes after a row of the input.
void bromide_turn_pixels(
  const uint8_t *input, size_t stride, size_t width, size_t height, size_t size, uint8_t *output,
  ptrdiff_t step_x, ptrdiff_t step_y);

#endif
