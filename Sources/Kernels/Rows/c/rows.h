// Steps of development that work on one row of three float planes at a time.
//
// Planes of `red`, `green` and `blue` are readable and, if a step works in place, writable up to
// the next multiple of 16 floats after `count`; outputs of other kinds are written exactly.
#ifndef BROMIDE_ROWS_H
#define BROMIDE_ROWS_H

#include <stddef.h>
#include <stdint.h>

/// A rational tone curve f(x) = (a·x² + b·x) / (c·x² + d·x + 1), which is 1 from `white` on, and
/// whether bright light moves towards white, by luminance of these weights.
typedef struct {
  float a, b, c, d, white;
  int whitens;
  float weights[3];
} bromide_tone;

/// A tone curve as a table over √x: `values` at √x = i / scale for i = 0…last, and `values[last]` once more; and
/// whether bright light moves towards white, by luminance of these weights.
typedef struct {
  const float *values;
  float scale;
  int32_t last;
  int whitens;
  float weights[3];
} bromide_tone_table;

/// A transfer function as cubics in z = x·scale + bias (or of the fourth root of x in x's place).
///
/// The piece of a z is bits 21 to 25 of its float: two bits of mantissa, three of exponent. The
/// coefficient of zᵏ in piece p is coefficients[32·k + p], and pieces[4·p + k], aligned to 16 bytes;
/// the cubic's value, truncated to an integer, is the code value.
typedef struct {
  const float *coefficients, *pieces;
  float scale, bias;
  int root;
} bromide_transfer;

/// Applies a matrix (9 floats, row by row; null: none), then a tone curve (null: none), in place.
void bromide_color_row(
  int isa, const float *matrix, const bromide_tone *tone, float *red, float *green, float *blue,
  size_t count);

/// The same with a table for a tone curve.
void bromide_table_row(
  int isa, const float *matrix, const bromide_tone_table *table, float *red, float *green,
  float *blue, size_t count);

/// Applies a matrix (null: none), compresses colours into the gamut whose luminance has these 3
/// weights (null: does not), clips to 0…1, encodes and interleaves. `channels` is 1 (red alone, no
/// matrix or weights) or 3; `bytes` of a sample is 1 or 2.
void bromide_encode_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, int bytes, const float *red, const float *green, const float *blue, size_t count,
  void *output);

/// The same as far as rounding: the code values of 8 bits plus ½, as planes of floats `plane` apart. Writes whole vectors.
void bromide_code_row(
  int isa, const float *matrix, const float *weights, const bromide_transfer *transfer,
  int channels, const float *red, const float *green, const float *blue, size_t count,
  float *codes, ptrdiff_t plane);

/// Columns of a row that are tested for smoothness together.
#define BROMIDE_DITHER_BLOCK 64

/// A block of a row: a bit for each column where the luma of 5 columns varies little enough, once it is known.
typedef struct {
  uint64_t smooth, is_known;
} bromide_dither_block;

/// Code values of 8 bits plus ½ that are dithered before they are rounded: see DitherKernel.swift.
typedef struct {
  /// The rows from 2 above to 2 below, each as five planes, `plane` floats apart: the codes of red (or grey), green and blue,
  /// readable from 2 before to 96 beyond `count`, and two that take the least and the largest luma of 5 columns
  /// where they are needed.
  float *rows[5];
  ptrdiff_t plane;
  /// The blocks of these rows.
  bromide_dither_block *blocks[5];
  /// The row, 0 to 4, that is tested first.
  int first;
  /// What is added, 8 values that repeat, twice.
  float pattern[16];
  /// The ranges of luma of 5×5 pixels where it is added, and the codes plus ½ below which all channels must lie.
  float least, most, white;
  /// 1 or 3.
  int channels;
} bromide_dither;

/// Rounds `count` pixels, and interleaves them.
void bromide_dither_row(int isa, const bromide_dither *dither, size_t count, uint8_t *output);

/// Applies a matrix (null: none), compresses colours into the gamut (null: does not), and
/// interleaves: linear light as it is, with 0 for NaN. `channels` is 1 (red alone, no matrix or
/// weights) or 3.
void bromide_interleave_row(
  int isa, const float *matrix, const float *weights, int channels, const float *red,
  const float *green, const float *blue, size_t count, float *output);

/// Makes room for alpha after each of `count` pixels of `size` bytes that lie without gaps, the
/// last pixel first; alpha is the lower `bytes` 1, 2 or 4 of its bits.
void bromide_add_alpha(uint8_t *pixels, size_t count, size_t size, size_t bytes, uint32_t alpha);

/// A channel's value p counts as clipped by the share p·slope − start, limited to 0…1.
typedef struct {
  float slope[3];
  float start;
} bromide_highlights;

/// Whether a value of some rows of `count` pixels counts as clipped. A row's planes lie `distance`
/// floats after those of the row before.
int bromide_has_clipped(
  int isa, const bromide_highlights *highlights, const float *red, const float *green,
  const float *blue, size_t distance, size_t rows, size_t count);

/// Blends clipped and unclipped colour in place.
void bromide_blend_row(
  int isa, const bromide_highlights *highlights, float *red, float *green, float *blue,
  size_t count);

/// The colour of bright light on a grid of cells, as rows of `columns` values: the logarithms to
/// base 2 of red and of blue over green, before any balance, and the support. `pitch`, 8 or 16, is
/// the distance of two cells in pixels.
typedef struct {
  const float *red, *blue, *support;
  int32_t columns, rows, pitch;
  /// White-balance gains.
  float gain[3];
  /// Upper limit of a result.
  float limit;
} bromide_highlight_field;

/// Rebuilds clipped channels in place, by the colour of bright light around. The first pixel is
/// pixel (x, y) of the field's picture.
void bromide_recover_row(
  int isa, const bromide_highlights *highlights, const bromide_highlight_field *field, int32_t x,
  int32_t y, float *red, float *green, float *blue, size_t count);

/// Side of a cell of a highlight field, in sensor pixels.
#define BROMIDE_HIGHLIGHT_CELL 16

/// Samples of which every second 2×2 quad row is measured: a mosaic's, or with `is_linear` pixels
/// of interleaved red, green and blue, one of which in 2×2 stands for a quad. A value is
/// (sample − black)·scale, never below 0, by its site in the quad (in reading order) or its channel.
typedef struct {
  const uint16_t *samples;
  /// Distance of two rows in samples.
  ptrdiff_t stride;
  /// In pixels.
  ptrdiff_t width, height;
  int is_linear;
  /// The site that is red; blue lies diagonally across.
  int red;
  float black[4], scale[4];
} bromide_highlight_samples;

/// Measures the bright, unclipped quads of the cells of a row of cells: for each cell the sum of
/// their weights, then those of weighted red, green and blue.
void bromide_highlight_cells(
  int isa, const bromide_highlight_samples *samples, ptrdiff_t row, float *sums);

/// An X-Trans mosaic, and by row and column of its pattern of 6×6 sites their colour (0 red, 1 green, 2 blue) and
/// levels: a value is (sample − black)·scale.
typedef struct {
  const uint16_t *samples;
  /// Distance of two rows in samples.
  ptrdiff_t stride;
  uint8_t colors[36];
  float black[36], scale[36];
} bromide_xtrans_samples;

/// The same sums for the first `cells` of a row of cells: the 3×3 sites from a quad's origin on take its place. Reads two
/// rows and columns beyond the cells.
void bromide_xtrans_highlight_cells(
  int isa, const bromide_xtrans_samples *samples, ptrdiff_t row, ptrdiff_t cells, float *sums);

/// Sums of `taps` values `step` floats apart, weighted, for `count` outputs. Writes whole vectors,
/// and reads as much.
void bromide_weighted_sums(
  int isa, const float *values, size_t step, const float *weights, size_t taps, size_t count,
  float *sums);

/// Number of rows that are added at once.
#define BROMIDE_BLOCK 12

/// Neighbouring rows of planes of floats, or of 16-bit codes of square roots if `coded`. A value is
/// the float or the squared code, times its channel's scale, clipped to 0…ceiling.
typedef struct {
  const void *first;
  /// Distances between rows, between the block's planes and between the sums' planes, in values.
  size_t stride, plane, sum_plane;
  int rows, channels, coded;
  float scale[3];
  float ceiling;
} bromide_block;

/// The block's rows `from` ..< `to`, one weight for each, and the row of sums they are added to,
/// whose red plane is `sum`.
typedef struct {
  float *sum;
  const float *weights;
  int from, to;
  /// Whether these rows start the sum.
  int is_first;
} bromide_share;

/// Adds a block's rows, weighted, to `count` rows of sums. Reads and writes whole vectors.
void bromide_add_rows(
  int isa, const bromide_block *block, const bromide_share *shares, int count, size_t columns);

/// A row's outputs from weighted neighbours: each is Σ row[starts[x] − origin + i] · w(x, i) over i
/// < `taps`, a multiple of 8. Outputs are computed eight at a time; w(x, i) lies at weights[(x / 2
/// · taps + i / 8 · 8) · 2 + x % 2 · 8 + i % 8], the first on a cache line.
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

/// Planes min(sample · scale, ceiling) of interleaved samples of 1 or 3 channels.
void bromide_linear_row(
  int isa, const uint16_t *samples, int channels, const float *scale, float ceiling, size_t count,
  float *red, float *green, float *blue);

/// Copies pixels of `size` 1, 2, 3, 4, 6, 8, 12 or 16 bytes to their places in a turned or mirrored
/// picture: pixel (x, y) goes to output + x·step_x + y·step_y, one of which is ± size. Reads up to
/// 2 bytes beyond a row of the input.
void bromide_turn_pixels(
  const uint8_t *input, size_t stride, size_t width, size_t height, size_t size, uint8_t *output,
  ptrdiff_t step_x, ptrdiff_t step_y);

#endif
