// Noise reduction with sliding transforms, in three scales from coarse to fine.
//
// Quarters (means of 4×4 pixels), cells (of 2×2) and the pixels' luminance pass through transforms
// of 8×8 values. Before its transform, each scale is changed by the change of the coarser scale.
// The part of colour that cells lack is kept if it exceeds the noise.
//
// Row k of blocks, with rows of blocks s rows apart, begins at row s·k + s − 8. It completes the s
// rows from there.
#include "optics_internal.h"

/// Rows from one row of blocks to the next, for quarters, cells and pixels. Blocks are 2 columns
/// apart.
enum { QUARTERS, CELLS, PIXELS };
static const ptrdiff_t steps[3] = {4, 2, 2};

/// Scale factors for sums: 1 over 64 (from both transforms) times the number of blocks that contain
/// a value.
static const float quarters_scale = 1 / (64.0f * 8), sum_scale = 1 / (64.0f * 16);

/// The end of each stage after a number of pairs of rows.
typedef struct {
  ptrdiff_t rest, pixel_blocks, settled, cell_blocks, raised_cells, changes, quarter_blocks, quarters, cells;
} sliding_ends;

/// Returns the number of block rows that complete `rows` rows.
static ptrdiff_t blocks_for(ptrdiff_t rows, ptrdiff_t step) {
  // Stages that have not started end before 0.
  return (rows + 7 + 256 * step) / step - 256;
}

static sliding_ends ends_of(const bromide_optics *optics, ptrdiff_t pairs) {
  const ptrdiff_t cells = half(optics->height), quarters = half(cells);
  sliding_ends end;
  end.rest = least(pairs + 1, cells);
  end.pixel_blocks = end.rest + 3;
  end.settled = least(end.pixel_blocks + 1, cells);
  end.cell_blocks = blocks_for(end.settled, 2);
  end.raised_cells = least(2 * end.cell_blocks, cells);
  end.changes = least((end.raised_cells + 512) / 2 - 256 + 1, quarters);
  end.quarter_blocks = blocks_for(end.changes, 4);
  end.quarters = least(4 * end.quarter_blocks, quarters);
  end.cells = least(2 * end.quarters, cells);
  return end;
}

ptrdiff_t bromide_sliding_cells(const bromide_optics *optics, ptrdiff_t pairs) {
  return ends_of(optics, pairs).cells;
}

/// Pairs of rows between the first pair that reads an input row and the pair that the row
/// completes.
static const ptrdiff_t lead = 28;

void bromide_sliding_begin(bromide_optics *optics, ptrdiff_t done) {
  optics->pairs = -lead;
  optics->done_next = done;
  optics->rest_next = most(done - 1, 0);
  optics->blocks_next[PIXELS] = optics->rest_next;
  optics->raised_next[1] = most(2 * optics->rest_next - 6, 0);
  optics->settled_next = most(optics->rest_next - 4, 0);
  optics->blocks_next[CELLS] = optics->settled_next / 2;
  optics->raised_next[0] = most(2 * optics->blocks_next[CELLS] - 6, 0);
  optics->quarters_change_next = most(optics->raised_next[0] / 2 - 1, 0);
  optics->blocks_next[QUARTERS] = optics->quarters_change_next / 4;
  optics->quarters_next = most(4 * optics->blocks_next[QUARTERS] - 4, 0);
  optics->cells_next = least(2 * optics->quarters_next, most(optics->rest_next - 1, 0));
}

// MARK: Rows

static void make_cells(int isa, bromide_optics *optics, ptrdiff_t y) {
  float *top[3], *low[3];
  bromide_optics_pair(optics, y, top, low);
  if (optics->width % 2) {
    for (int c = 0; c < 3; c++) {
      top[c][optics->width] = top[c][optics->width - 1];
      low[c][optics->width] = low[c][optics->width - 1];
    }
  }
  DISPATCH(isa, bromide_optics_light_cells, (const float *const *)top, (const float *const *)low,
    half(optics->width), row_of(&optics->cells, y), optics->cells.plane);
}

static void make_quarters(int isa, bromide_optics *optics, ptrdiff_t y) {
  const bromide_ring *cells = &optics->cells;
  const float *top[3], *low[3];
  for (int p = 0; p < 3; p++) {
    top[p] = row_of(cells, 2 * y) + p * cells->plane;
    low[p] = row_of(cells, least(2 * y + 1, half(optics->height) - 1)) + p * cells->plane;
  }
  DISPATCH(isa, bromide_optics_quarters, top, low, half(half(optics->width)),
    row_of(&optics->quarters, y), optics->quarters.plane);
}

/// Returns the neighbour row for upsampling to row y, from a ring with half the rows.
static const float *far_row(const bromide_ring *ring, ptrdiff_t y, ptrdiff_t height) {
  return row_of(ring, least(most(y / 2 + (y % 2 ? 1 : -1), 0), height - 1));
}

static void raise_cells(int isa, bromide_optics *optics, ptrdiff_t y) {
  const bromide_ring *change = &optics->quarters_change;
  const ptrdiff_t quarters = half(half(optics->height));
  for (int p = 0; p < 3; p++) {
    const ptrdiff_t at = p * change->plane;
    DISPATCH(isa, bromide_optics_raise, row_of(change, y / 2) + at,
      far_row(change, y, quarters) + at, row_of(&optics->cells, y) + p * optics->cells.plane,
      half(optics->width), row_of(&optics->raised_cells, y) + p * optics->raised_cells.plane);
  }
}

static void raise_pixels(int isa, bromide_optics *optics, ptrdiff_t y) {
  const bromide_ring *settled = &optics->settled;
  const ptrdiff_t change = 7 * settled->plane;
  float *row = row_of(&optics->raised, y), *top[3], *low[3];
  bromide_optics_pair(optics, y / 2, top, low);
  float *const *planes = y % 2 ? low : top;
  DISPATCH(isa, bromide_optics_light, &optics->settings, planes[0], planes[1], planes[2],
    optics->width, row, 0);
  DISPATCH(isa, bromide_optics_raise, row_of(settled, y / 2) + change,
    far_row(settled, y, half(optics->height)) + change, row, optics->width, row);
}

static void settle_cells(int isa, bromide_optics *optics, ptrdiff_t y) {
  DISPATCH(isa, bromide_optics_settle_cells, &optics->settings, sum_scale,
    row_of(&optics->cells_sums, y), optics->cells_sums.plane, row_of(&optics->cells, y),
    half(optics->width), row_of(&optics->settled, y), optics->settled.plane);
}

static void settle_quarters(int isa, bromide_optics *optics, ptrdiff_t y) {
  for (int p = 0; p < 3; p++) {
    DISPATCH(isa, bromide_optics_settle, quarters_scale,
      row_of(&optics->quarters_sums, y) + p * optics->quarters_sums.plane,
      row_of(&optics->quarters, y) + p * optics->quarters.plane, half(half(optics->width)),
      row_of(&optics->quarters_change, y) + p * optics->quarters_change.plane);
  }
}

// MARK: Blocks

/// Returns the first mosaic row of a block row.
static ptrdiff_t start_of(ptrdiff_t blocks, ptrdiff_t step) { return step * blocks + step - 8; }

/// Returns the number of blocks that overlap a row of `width` values.
static ptrdiff_t blocks_in(ptrdiff_t width) { return half(width) + 3; }

/// Returns the rows that a row of blocks reads from one plane, with repeated edges, and the rows of
/// their sums.
static void block_rows(
  const bromide_ring *in, const bromide_ring *sums, int plane, ptrdiff_t start, ptrdiff_t height,
  const float **from, float **to) {
  for (ptrdiff_t i = 0; i < 8; i++) {
    from[i] = row_of(in, least(most(start + i, 0), height - 1)) + plane * in->plane;
    to[i] = row_of(sums, start + i + 8) + plane * sums->plane;
  }
}

static float *spectrum_of(const bromide_optics *optics, int plane) {
  return optics->spectrum.rows + plane * optics->spectrum.row;
}

/// Transforms luminance and colour of cells or quarters.
static void make_color_blocks(
  int isa, bromide_optics *optics, int scale, const bromide_ring *in, const bromide_ring *sums,
  ptrdiff_t blocks, ptrdiff_t width, ptrdiff_t height) {
  const ptrdiff_t start = start_of(blocks, steps[scale]), stride = optics->spectrum.plane;
  const float *from[8];
  float *to[8];
  for (int p = 0; p < 3; p++) {
    block_rows(in, sums, p, start, height, from, to);
    DISPATCH(isa, bromide_optics_columns, from, width, spectrum_of(optics, p), stride);
  }
  DISPATCH(isa, bromide_optics_keep_color, &optics->settings, scale == CELLS ? 1 : 3,
    blocks_in(width), spectrum_of(optics, 0), stride, optics->spectrum.row);
  for (int p = 0; p < 3; p++) {
    block_rows(in, sums, p, start, height, from, to);
    DISPATCH(isa, bromide_optics_rebuild, spectrum_of(optics, p), stride, 2 * half(width), to,
      (int)steps[scale]);
  }
}

static void make_quarter_blocks(int isa, bromide_optics *optics, ptrdiff_t blocks) {
  const ptrdiff_t height = half(half(optics->height)), start = start_of(blocks, 4);
  for (; optics->quarters_next < least(start + 8, height); optics->quarters_next++) {
    make_quarters(isa, optics, optics->quarters_next);
  }
  make_color_blocks(isa, optics, QUARTERS, &optics->quarters, &optics->quarters_sums, blocks,
    half(half(optics->width)), height);
  for (ptrdiff_t y = most(start, optics->quarters_change_next); y < least(start + 4, height); y++) {
    settle_quarters(isa, optics, y);
  }
}

static void make_cell_blocks(int isa, bromide_optics *optics, ptrdiff_t blocks) {
  const ptrdiff_t height = half(optics->height), start = start_of(blocks, 2);
  for (; optics->raised_next[0] < least(start + 8, height); optics->raised_next[0]++) {
    raise_cells(isa, optics, optics->raised_next[0]);
  }
  make_color_blocks(isa, optics, CELLS, &optics->raised_cells, &optics->cells_sums, blocks,
    half(optics->width), height);
  for (ptrdiff_t y = most(start, optics->settled_next); y < least(start + 2, height); y++) {
    settle_cells(isa, optics, y);
  }
}

/// Computes luminance, predicted colour and the rest of colour for a pair of rows, after a row of
/// blocks completes it.
static void make_rest(int isa, bromide_optics *optics, ptrdiff_t pair) {
  const float *cells[3], *plain[3];
  float *top[3], *low[3];
  const ptrdiff_t height = half(optics->height);
  bromide_optics_rows_about(&optics->settled, pair, 1, 3, height, cells);
  bromide_optics_rows_about(&optics->cells, pair, 1, 3, height, plain);
  bromide_optics_pair(optics, pair, top, low);
  DISPATCH(isa, bromide_optics_rest, sum_scale, row_of(&optics->sums, 2 * pair),
    row_of(&optics->sums, 2 * pair + 1), (const float *const *)top, (const float *const *)low,
    cells, optics->settled.plane, plain, optics->cells.plane, half(optics->width),
    row_of(&optics->rest, 2 * pair), row_of(&optics->rest, 2 * pair + 1), optics->rest.plane,
    row_of(&optics->fine, pair));
}

static void make_pixel_blocks(int isa, bromide_optics *optics, ptrdiff_t blocks) {
  const ptrdiff_t start = start_of(blocks, 2), height = optics->height;
  for (; optics->raised_next[1] < least(start + 8, height); optics->raised_next[1]++) {
    raise_pixels(isa, optics, optics->raised_next[1]);
  }
  const float *from[8], *variances[4];
  float *to[8], *spectrum = spectrum_of(optics, 0);
  for (ptrdiff_t i = 0; i < 4; i++) {
    const ptrdiff_t y = least(most(start / 2 + i, 0), half(height) - 1);
    variances[i] = row_of(&optics->settled, y) + 5 * optics->settled.plane;
  }
  block_rows(&optics->raised, &optics->sums, 0, start, height, from, to);
  DISPATCH(isa, bromide_optics_columns, from, optics->width, spectrum, optics->spectrum.plane);
  DISPATCH(isa, bromide_optics_block_scales, variances, blocks_in(optics->width), optics->line);
  DISPATCH(isa, bromide_optics_keep, optics->settings.spectra[0], optics->line,
    blocks_in(optics->width), spectrum, optics->spectrum.plane);
  DISPATCH(isa, bromide_optics_rebuild, spectrum, optics->spectrum.plane, 2 * half(optics->width),
    to, 2);
  if (blocks - 3 >= optics->rest_next) make_rest(isa, optics, blocks - 3);
}

// MARK: Pairs

static void finish_pair(int isa, bromide_optics *optics, ptrdiff_t pair) {
  const float *energy[3];
  float *planes[2][3];
  bromide_optics_rows_about(&optics->fine, pair, 1, 3, half(optics->height), energy);
  bromide_optics_pair(optics, pair, planes[0], planes[1]);
  const float *variance = row_of(&optics->settled, pair) + 6 * optics->settled.plane;
  for (ptrdiff_t i = 0; i < 2 && 2 * pair + i < optics->height; i++) {
    DISPATCH(isa, bromide_optics_join, optics->settings.rest_factor, energy, variance,
      row_of(&optics->rest, 2 * pair + i), optics->rest.plane, half(optics->width), planes[i]);
  }
}

void bromide_sliding_advance(int isa, bromide_optics *optics) {
  const sliding_ends end = ends_of(optics, ++optics->pairs);
  for (; optics->cells_next < end.cells; optics->cells_next++) {
    make_cells(isa, optics, optics->cells_next);
  }
  ptrdiff_t *next = optics->blocks_next;
  for (; next[QUARTERS] < end.quarter_blocks; next[QUARTERS]++) {
    make_quarter_blocks(isa, optics, next[QUARTERS]);
  }
  for (; next[CELLS] < end.cell_blocks; next[CELLS]++) make_cell_blocks(isa, optics, next[CELLS]);
  for (; next[PIXELS] < end.pixel_blocks; next[PIXELS]++) {
    make_pixel_blocks(isa, optics, next[PIXELS]);
  }
  for (; optics->done_next < optics->pairs; optics->done_next++) {
    finish_pair(isa, optics, optics->done_next);
  }
}
