// The variants of each optics kernel. `optics.c` chooses one.
#ifndef BROMIDE_OPTICS_INTERNAL_H
#define BROMIDE_OPTICS_INTERNAL_H

#include "CVariants.h"
#include "measure.h"
#include "measure_xtrans.h"
#include "optics.h"

/// Floats before and after the values of a row in a ring, which repeat its ends.
#define OPTICS_PAD 16

/// Pairs of rows that each stage computes before the next stage runs, while its input is in the
/// nearest cache. One pair takes 7 % longer with v4 and 4 % with v3, demosaic included. Eight pairs
/// take as long, and use more memory.
#define OPTICS_BATCH 4

/// Minimum variance. Smaller values are replaced by it.
#define LEAST_VARIANCE 1e-12f

/// Step of a luminance level.
#define OPTICS_STEP(level) ((ptrdiff_t)1 << (level))

INLINE ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }
INLINE ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }
INLINE ptrdiff_t half(ptrdiff_t count) { return (count + 1) / 2; }

INLINE float *row_of(const bromide_ring *ring, ptrdiff_t y) {
  return ring->rows + y % ring->count * ring->row;
}

/// Places all rings that the settings need in memory. If `memory` is null, only counts `bytes`.
void bromide_optics_place(
  bromide_optics *optics, const bromide_optics_settings *settings, ptrdiff_t width,
  float *memory, size_t *bytes);

/// Returns the rows of a ring around row y, `step` apart. Beyond the edges, the last row repeats.
void bromide_optics_rows_about(
  const bromide_ring *ring, ptrdiff_t y, ptrdiff_t step, int rows, ptrdiff_t height,
  const float **result);

/// Returns the planes of both rows in a pair of input rows. If the number of rows is odd, the last
/// row is a pair with itself.
void bromide_optics_pair(const bromide_optics *optics, ptrdiff_t pair, float **top, float **low);

/// The functions of `sliding.c` for `optics.c`. They start the stages, and advance them as far as
/// pair `pairs` of rows needs.
void bromide_sliding_begin(bromide_optics *optics, ptrdiff_t done);
ptrdiff_t bromide_sliding_cells(const bromide_optics *optics, ptrdiff_t pairs);
void bromide_sliding_advance(int isa, bromide_optics *optics);

#define VARIANTS(function, ...) \
  void bromide_optics_##function##_baseline(__VA_ARGS__); \
  void bromide_optics_##function##_v3(__VA_ARGS__); \
  void bromide_optics_##function##_v4(__VA_ARGS__);

#define CELLS_PARAMETERS \
  const bromide_optics_settings *settings, const float *const *top, const float *const *low, \
    ptrdiff_t count, float *cells, ptrdiff_t plane
#define SMOOTH_PARAMETERS \
  const float *const *rows, ptrdiff_t rows_plane, ptrdiff_t step, ptrdiff_t count, \
    float *smooth, ptrdiff_t smooth_plane, float *detail, ptrdiff_t detail_plane
#define SMOOTH_LUMA_PARAMETERS \
  const float *const *rows, ptrdiff_t step, ptrdiff_t count, float *smooth, float *detail, \
    ptrdiff_t detail_plane, float *line, float *squares
#define QUARTERS_PARAMETERS \
  const float *const *top, const float *const *low, ptrdiff_t count, float *quarters, \
    ptrdiff_t plane
#define QUARTER_CHANGE_PARAMETERS \
  float factor, const float *const *energy, const float *detail, ptrdiff_t detail_plane, \
    const float *variance, ptrdiff_t count, float *change, ptrdiff_t plane
#define CHANGE_PARAMETERS \
  const float *factors, const float *const *energies, const float *const *details, const ptrdiff_t *planes, \
    const float *variance, const float *near_row, const float *far_row, ptrdiff_t quarter_plane, \
    ptrdiff_t count, float *change, ptrdiff_t plane
#define FINE_PARAMETERS \
  const float *const *cells, ptrdiff_t cells_plane, const float *const *top, \
    const float *const *low, ptrdiff_t count, float *energy
#define FINISH_PARAMETERS \
  float factor, const float *const *energy, float *variance, const float *const *cells, \
    ptrdiff_t cells_plane, const float *const *change, ptrdiff_t change_plane, ptrdiff_t count, \
    float *const *top, float *const *low
#define LIGHT_PARAMETERS \
  const bromide_optics_settings *settings, const float *red, const float *green, \
    const float *blue, ptrdiff_t count, float *light, float *clipped
#define SHARPEN_PARAMETERS \
  const bromide_optics_settings *settings, const float *const *light, \
    const float *const *clipped, const float *const *pixel, ptrdiff_t count, float *red, \
    float *green, float *blue, const int clips
#define LUMA_PARAMETERS \
  const float *factors, const float *const *energies, const float *const *details, const float *variance, \
    ptrdiff_t count, float *red, float *green, float *blue

#define COLUMNS_PARAMETERS \
  const float *const *rows, ptrdiff_t count, float *spectrum, ptrdiff_t stride
#define REBUILD_PARAMETERS \
  const float *spectrum, ptrdiff_t stride, ptrdiff_t count, float *const *rows, int fresh
#define KEEP_PARAMETERS \
  const float *table, const float *scale, ptrdiff_t blocks, float *spectrum, ptrdiff_t stride
#define KEEP_COLOR_PARAMETERS \
  const bromide_optics_settings *settings, int tables, ptrdiff_t blocks, float *spectrum, \
    ptrdiff_t stride, ptrdiff_t plane
#define LIGHT_CELLS_PARAMETERS \
  const float *const *top, const float *const *low, ptrdiff_t count, float *cells, ptrdiff_t plane
#define RAISE_PARAMETERS \
  const float *near_row, const float *far_row, const float *from, ptrdiff_t count, float *to
#define SETTLE_PARAMETERS \
  float sum_scale, const float *sums, const float *before, ptrdiff_t count, float *change
#define SETTLE_CELLS_PARAMETERS \
  const bromide_optics_settings *settings, float sum_scale, const float *sums, ptrdiff_t sums_plane, \
    const float *before, ptrdiff_t count, float *cells, ptrdiff_t plane
#define BLOCK_SCALES_PARAMETERS const float *const *rows, ptrdiff_t blocks, float *scale
#define REST_PARAMETERS \
  float sum_scale, const float *top_sums, const float *low_sums, const float *const *top, \
    const float *const *low, const float *const *cells, ptrdiff_t cells_plane, \
    const float *const *plain, ptrdiff_t plain_plane, ptrdiff_t count, float *top_rest, \
    float *low_rest, ptrdiff_t rest_plane, float *energy
#define JOIN_PARAMETERS \
  float factor, const float *const *energy, const float *variance, const float *rest, \
    ptrdiff_t rest_plane, ptrdiff_t count, float *const *pixel

VARIANTS(columns, COLUMNS_PARAMETERS)
VARIANTS(rebuild, REBUILD_PARAMETERS)
VARIANTS(keep, KEEP_PARAMETERS)
VARIANTS(keep_color, KEEP_COLOR_PARAMETERS)
VARIANTS(light_cells, LIGHT_CELLS_PARAMETERS)
VARIANTS(raise, RAISE_PARAMETERS)
VARIANTS(settle, SETTLE_PARAMETERS)
VARIANTS(settle_cells, SETTLE_CELLS_PARAMETERS)
VARIANTS(block_scales, BLOCK_SCALES_PARAMETERS)
VARIANTS(rest, REST_PARAMETERS)
VARIANTS(join, JOIN_PARAMETERS)

VARIANTS(cells, CELLS_PARAMETERS)
VARIANTS(smooth, SMOOTH_PARAMETERS)
VARIANTS(smooth_luma, SMOOTH_LUMA_PARAMETERS)
VARIANTS(quarters, QUARTERS_PARAMETERS)
VARIANTS(quarter_change, QUARTER_CHANGE_PARAMETERS)
VARIANTS(change, CHANGE_PARAMETERS)
VARIANTS(fine, FINE_PARAMETERS)
VARIANTS(finish, FINISH_PARAMETERS)
VARIANTS(sharpen, SHARPEN_PARAMETERS)
VARIANTS(luma, LUMA_PARAMETERS)

VARIANTS(
  noise_block, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, bromide_noise *result)

int bromide_optics_light_baseline(LIGHT_PARAMETERS);
int bromide_optics_light_v3(LIGHT_PARAMETERS);
int bromide_optics_light_v4(LIGHT_PARAMETERS);

#define EDGE_PARAMETERS \
  const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float a, float b, float range

float bromide_optics_edge_block_baseline(EDGE_PARAMETERS);
float bromide_optics_edge_block_v3(EDGE_PARAMETERS);
float bromide_optics_edge_block_v4(EDGE_PARAMETERS);

#define XTRANS_EDGE_PARAMETERS \
  const bromide_xtrans_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float a, float b, float range

float bromide_optics_xtrans_edge_block_baseline(XTRANS_EDGE_PARAMETERS);
float bromide_optics_xtrans_edge_block_v3(XTRANS_EDGE_PARAMETERS);
float bromide_optics_xtrans_edge_block_v4(XTRANS_EDGE_PARAMETERS);

#undef VARIANTS
#endif
