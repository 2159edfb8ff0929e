// The variants of each kernel of optics; `optics.c` chooses.
#ifndef BROMIDE_OPTICS_INTERNAL_H
#define BROMIDE_OPTICS_INTERNAL_H

#include "CVariants.h"
#include "measure.h"
#include "measure_xtrans.h"
#include "optics.h"

/// Floats before and after the values of a row in a ring, which repeat its ends.
#define OPTICS_PAD 16

/// Step of a level of luminance.
#define OPTICS_STEP(level) ((ptrdiff_t)1 << (level))

INLINE ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }
INLINE ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }
INLINE ptrdiff_t half(ptrdiff_t count) { return (count + 1) / 2; }

INLINE float *row_of(const bromide_ring *ring, ptrdiff_t y) {
  return ring->rows + y % ring->count * ring->row;
}

/// Places all rings that the settings need in memory, which may be null to count `bytes` alone.
void bromide_optics_place(
  bromide_optics *optics, const bromide_optics_settings *settings, ptrdiff_t width,
  float *memory, size_t *bytes);

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
  float factor, const float *const *energy, const float *variance, const float *const *cells, \
    ptrdiff_t cells_plane, const float *const *change, ptrdiff_t change_plane, ptrdiff_t count, \
    float *const *top, float *const *low
#define LIGHT_PARAMETERS \
  const bromide_optics_settings *settings, const float *red, const float *green, \
    const float *blue, ptrdiff_t count, float *light, float *clipped
#define SHARPEN_PARAMETERS \
  const bromide_optics_settings *settings, const float *const *light, \
    const float *const *clipped, const float *const *pixel, ptrdiff_t count, float *red, \
    float *green, float *blue
#define LUMA_PARAMETERS \
  const float *factors, const float *const *energies, const float *const *details, const float *variance, \
    ptrdiff_t count, float *red, float *green, float *blue

VARIANTS(cells, CELLS_PARAMETERS)
VARIANTS(smooth, SMOOTH_PARAMETERS)
VARIANTS(smooth_luma, SMOOTH_LUMA_PARAMETERS)
VARIANTS(quarters, QUARTERS_PARAMETERS)
VARIANTS(quarter_change, QUARTER_CHANGE_PARAMETERS)
VARIANTS(change, CHANGE_PARAMETERS)
VARIANTS(fine, FINE_PARAMETERS)
VARIANTS(finish, FINISH_PARAMETERS)
VARIANTS(light, LIGHT_PARAMETERS)
VARIANTS(sharpen, SHARPEN_PARAMETERS)
VARIANTS(luma, LUMA_PARAMETERS)

VARIANTS(
  noise_block, const bromide_blocks *blocks, ptrdiff_t x, ptrdiff_t y, float *energy, float *mean,
  float *largest)

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
