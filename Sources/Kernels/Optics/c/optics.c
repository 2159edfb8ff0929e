// Processes a rectangle from the top. Each stage computes its next rows when a later stage needs
// them.
#include "optics_internal.h"

#include <string.h>

void bromide_optics_rows_about(
  const bromide_ring *ring, ptrdiff_t y, ptrdiff_t step, int rows, ptrdiff_t height,
  const float **result) {
  for (int i = 0; i < rows; i++) {
    ptrdiff_t from = y + (i - rows / 2) * step;
    result[i] = row_of(ring, least(most(from, 0), height - 1));
  }
}

// MARK: Stages

/// The end of each stage, in rows of the stage, after `pairs` pairs of rows.
typedef struct {
  ptrdiff_t change, fine, quarter_change, quarter_detail, quarters, second, first, cells;
} stage_ends;

static stage_ends ends_of(const bromide_optics *optics, ptrdiff_t pairs) {
  const ptrdiff_t cells = half(optics->height), quarters = half(cells);
  stage_ends end;
  end.change = least(pairs + 1, cells);
  // The row of quarters that contains the last cell, and the one below.
  end.quarter_change = least((end.change + 1) / 2 + 1, quarters);
  end.quarter_detail = least(end.quarter_change + 2, quarters);
  end.quarters = least(end.quarter_detail + 2, quarters);
  end.second = least(2 * end.quarters, cells);
  end.first = least(end.second + 4, cells);
  end.cells = least(end.first + 2, cells);
  // While the pixels are still in the nearest cache.
  end.fine = end.cells < cells ? end.cells - 1 : cells;
  return end;
}

/// Pairs of rows between the first pair that reads an input row and the pair that the row
/// completes.
static const ptrdiff_t lead = 22;

/// Rows that must be finished before the next output row.
static ptrdiff_t needed_rows(const bromide_optics *optics) {
  return least(optics->next + (optics->settings.sharpening > 0 ? 4 : 1), optics->height);
}

/// Maximum number of pixel columns that a stage computes at once. All pixels in a vector with
/// requested pixels are computed in the same way.
static const ptrdiff_t vector = 16;

/// Sets the cells for the requested columns. Sharpening reads 3 pixels on either side, and each of
/// the two steps before it reads a cell.
static void begin_columns(bromide_optics *optics, ptrdiff_t from, ptrdiff_t count) {
  const ptrdiff_t cells = half(optics->width);
  const ptrdiff_t end = (from + count + vector - 1) / vector * vector;
  optics->column = from;
  optics->columns = count;
  optics->from = most(from / 2 - 4, 0) / vector * vector;
  optics->count = least(end / 2 + 4, cells) - optics->from;
}

void bromide_optics_begin(
  bromide_optics *optics, const bromide_optics_settings *settings, ptrdiff_t width,
  ptrdiff_t height, ptrdiff_t first, ptrdiff_t from, ptrdiff_t count, bromide_ring input,
  void *scratch) {
  memset(optics, 0, sizeof *optics);
  optics->settings = *settings;
  optics->width = width;
  optics->height = height;
  optics->next = first;
  optics->input = input;
  begin_columns(optics, from, count);
  size_t bytes = 0;
  bromide_optics_place(optics, settings, width, scratch, &bytes);
  // Stages skip rows that the output rows do not depend on.
  const ptrdiff_t light = most(first - 3, 0), done = light / 2;
  if (settings->sliding) {
    optics->light_next = light;
    bromide_sliding_begin(optics, done);
    return;
  }
  optics->pairs = settings->chroma ? -lead : 0;
  optics->light_next = light;
  optics->done_next = done;
  optics->change_next = optics->fine_next = most(done - 1, 0);
  optics->quarter_change_next = most(optics->change_next / 2 - 1, 0);
  optics->quarter_detail_next = most(optics->quarter_change_next - 2, 0);
  optics->quarters_next = most(optics->quarter_detail_next - 2, 0);
  optics->second_next = most(least(2 * optics->quarters_next, optics->change_next - 2), 0);
  optics->first_next = most(least(optics->second_next - 4, optics->change_next - 2), 0);
  optics->cells_next = most(least(optics->first_next - 2, optics->fine_next - 1), 0);
  ptrdiff_t row = 2 * done - 2;
  for (int i = 3; i >= 0; i--) {
    optics->levels_next[i] = most(row, 0);
    row -= 2 * OPTICS_STEP(i);
  }
  optics->plain_next = most(row, 0);
}

/// Pairs of rows that are done after the next advance.
static ptrdiff_t next_pairs(const bromide_optics *optics) {
  return least(optics->pairs + OPTICS_BATCH, half(optics->height));
}

ptrdiff_t bromide_optics_needs(const bromide_optics *optics) {
  const ptrdiff_t needed = needed_rows(optics);
  if (optics->done_rows >= needed) return 0;
  if (!optics->settings.chroma) return needed;
  const ptrdiff_t cells = optics->settings.sliding
    ? bromide_sliding_cells(optics, optics->pairs + 1)
    : ends_of(optics, next_pairs(optics)).cells;
  return most(least(2 * cells, optics->height), 1);
}

/// The planes of an input row.
static void planes_of(const bromide_optics *optics, ptrdiff_t y, float **planes) {
  float *row = row_of(&optics->input, y);
  for (int c = 0; c < 3; c++) planes[c] = row + c * optics->input.plane;
}

void bromide_optics_pair(const bromide_optics *optics, ptrdiff_t pair, float **top, float **low) {
  planes_of(optics, 2 * pair, top);
  planes_of(optics, least(2 * pair + 1, optics->height - 1), low);
}

static void make_cells(int isa, bromide_optics *optics, ptrdiff_t y) {
  const bromide_ring *cells = &optics->cells;
  float *top[3], *low[3];
  bromide_optics_pair(optics, y, top, low);
  if (optics->width % 2) {
    for (int c = 0; c < 3; c++) {
      top[c][optics->width] = top[c][optics->width - 1];
      low[c][optics->width] = low[c][optics->width - 1];
    }
  }
  DISPATCH(isa, bromide_optics_cells, &optics->settings, (const float *const *)top,
    (const float *const *)low, half(optics->width), row_of(cells, y), cells->plane);
}

static void make_level(
  int isa, const bromide_ring *in, ptrdiff_t step, ptrdiff_t y, ptrdiff_t width,
  ptrdiff_t height, const bromide_ring *smooth, const bromide_ring *detail) {
  const float *rows[5];
  bromide_optics_rows_about(in, y, step, 5, height, rows);
  DISPATCH(isa, bromide_optics_smooth, rows, in->plane, step, width, row_of(smooth, y),
    smooth->plane, row_of(detail, y), detail->plane);
}

static void make_quarters(int isa, bromide_optics *optics, ptrdiff_t y) {
  const ptrdiff_t height = half(optics->height), low_y = least(2 * y + 1, height - 1);
  const float *top[3], *low[3];
  for (int p = 0; p < 2; p++) {
    top[p] = row_of(&optics->second, 2 * y) + p * optics->second.plane;
    low[p] = row_of(&optics->second, low_y) + p * optics->second.plane;
  }
  top[2] = row_of(&optics->cells, 2 * y) + 2 * optics->cells.plane;
  low[2] = row_of(&optics->cells, low_y) + 2 * optics->cells.plane;
  DISPATCH(isa, bromide_optics_quarters, top, low, half(half(optics->width)),
    row_of(&optics->quarters, y), optics->quarters.plane);
}

static void make_quarter_change(int isa, bromide_optics *optics, ptrdiff_t y) {
  const bromide_ring *detail = &optics->quarter_detail;
  const float *energy[5];
  bromide_optics_rows_about(detail, y, 1, 5, half(half(optics->height)), energy);
  for (int i = 0; i < 5; i++) energy[i] += 2 * detail->plane;
  DISPATCH(isa, bromide_optics_quarter_change, optics->settings.chroma_factors[2], energy, row_of(detail, y), detail->plane,
    row_of(&optics->quarters, y) + 2 * optics->quarters.plane, half(half(optics->width)),
    row_of(&optics->quarter_change, y), optics->quarter_change.plane);
}

static void make_change(int isa, bromide_optics *optics, ptrdiff_t y) {
  const ptrdiff_t height = half(optics->height), quarters = half(height);
  const bromide_ring *rings[2] = {&optics->first_detail, &optics->second_detail};
  const float *energies[10], *details[2];
  ptrdiff_t planes[2];
  for (int i = 0; i < 2; i++) {
    bromide_optics_rows_about(rings[i], y, 1, 5, height, energies + 5 * i);
    for (int j = 0; j < 5; j++) energies[5 * i + j] += 2 * rings[i]->plane;
    details[i] = row_of(rings[i], y) + optics->from;
    planes[i] = rings[i]->plane;
  }
  for (int i = 0; i < 10; i++) energies[i] += optics->from;
  const ptrdiff_t quarter = optics->from / 2;
  ptrdiff_t adjacent = least(most(y / 2 + (y % 2 ? 1 : -1), 0), quarters - 1);
  DISPATCH(isa, bromide_optics_change, optics->settings.chroma_factors, energies, details, planes,
    row_of(&optics->cells, y) + 2 * optics->cells.plane + optics->from,
    row_of(&optics->quarter_change, y / 2) + quarter,
    row_of(&optics->quarter_change, adjacent) + quarter, optics->quarter_change.plane,
    optics->count, row_of(&optics->change, y) + optics->from, optics->change.plane);
}

/// Returns a pair of rows, starting at the first pixel that the requested columns need.
static void needed_pair(const bromide_optics *optics, ptrdiff_t pair, float **top, float **low) {
  bromide_optics_pair(optics, pair, top, low);
  for (int c = 0; c < 3; c++) {
    top[c] += 2 * optics->from;
    low[c] += 2 * optics->from;
  }
}

static void make_fine(int isa, bromide_optics *optics, ptrdiff_t y) {
  const float *cells[3];
  float *top[3], *low[3];
  bromide_optics_rows_about(&optics->cells, y, 1, 3, half(optics->height), cells);
  needed_pair(optics, y, top, low);
  for (int i = 0; i < 3; i++) cells[i] += optics->from;
  DISPATCH(isa, bromide_optics_fine, cells, optics->cells.plane, (const float *const *)top,
    (const float *const *)low, optics->count, row_of(&optics->fine, y) + optics->from);
}

static void finish_pair(int isa, bromide_optics *optics, ptrdiff_t y) {
  const ptrdiff_t height = half(optics->height);
  const float *energy[3], *cells[3], *change[3];
  float *top[3], *low[3];
  bromide_optics_rows_about(&optics->fine, y, 1, 3, height, energy);
  bromide_optics_rows_about(&optics->cells, y, 1, 3, height, cells);
  bromide_optics_rows_about(&optics->change, y, 1, 3, height, change);
  needed_pair(optics, y, top, low);
  for (int i = 0; i < 3; i++) {
    energy[i] += optics->from;
    cells[i] += optics->from;
    change[i] += optics->from;
  }
  DISPATCH(isa, bromide_optics_finish, optics->settings.chroma_factors[3], energy,
    row_of(&optics->cells, y) + 2 * optics->cells.plane + optics->from, cells,
    optics->cells.plane, change, optics->change.plane, optics->count, top, low);
}

// MARK: Luminance

static void make_level_of_luma(int isa, bromide_optics *optics, int level, ptrdiff_t y) {
  const bromide_ring *in = level == 0 ? &optics->plain : &optics->levels[level - 1];
  const float *rows[5];
  bromide_optics_rows_about(in, y, OPTICS_STEP(level), 5, optics->height, rows);
  DISPATCH(isa, bromide_optics_smooth_luma, rows, OPTICS_STEP(level), optics->width,
    row_of(&optics->levels[level], y), row_of(&optics->level_detail[level], y),
    optics->level_detail[level].plane, optics->line, optics->squares);
}

/// Computes the details of luminance for rows before `rows`, before reducing their colour noise.
/// Limiting values to 0 would change luminance.
///
/// Every stage computes one row at a time, also below the last row, so that the rings can be as
/// short as each level's reach.
static void make_levels(int isa, bromide_optics *optics, ptrdiff_t rows) {
  ptrdiff_t end = rows + 2;
  for (int i = 0; i < 4; i++) end += 2 * OPTICS_STEP(i);
  for (; optics->plain_next < end; optics->plain_next++) {
    if (optics->plain_next < optics->height) {
      float *planes[3];
      planes_of(optics, optics->plain_next, planes);
      DISPATCH(isa, bromide_optics_light, &optics->settings, planes[0], planes[1], planes[2],
        optics->width, row_of(&optics->plain, optics->plain_next), 0);
    }
    ptrdiff_t limit = optics->plain_next + 1;
    for (int i = 0; i < 4; i++) {
      limit -= 2 * OPTICS_STEP(i);
      for (; optics->levels_next[i] < limit; optics->levels_next[i]++) {
        if (optics->levels_next[i] < optics->height) {
          make_level_of_luma(isa, optics, i, optics->levels_next[i]);
        }
      }
    }
  }
}

static void reduce_luma(int isa, bromide_optics *optics, ptrdiff_t y) {
  const ptrdiff_t from = 2 * optics->from;
  const float *energies[20], *details[4];
  float *planes[3];
  for (int i = 0; i < 4; i++) {
    const bromide_ring *detail = &optics->level_detail[i];
    bromide_optics_rows_about(detail, y, 1, 5, optics->height, energies + 5 * i);
    for (int j = 0; j < 5; j++) energies[5 * i + j] += detail->plane + from;
    details[i] = row_of(detail, y) + from;
  }
  planes_of(optics, y, planes);
  for (int c = 0; c < 3; c++) planes[c] += from;
  DISPATCH(isa, bromide_optics_luma, optics->settings.luma_factors, energies, details,
    row_of(&optics->cells, y / 2) + 3 * optics->cells.plane + optics->from,
    least(2 * optics->count, optics->width - from), planes[0], planes[1], planes[2]);
}

// MARK: Rows

void bromide_optics_advance(int isa, bromide_optics *optics) {
  if (!optics->settings.chroma) {
    optics->done_rows = needed_rows(optics);
    return;
  }
  if (optics->settings.sliding) {
    bromide_sliding_advance(isa, optics);
    optics->done_rows = least(2 * most(optics->pairs, 0), optics->height);
    return;
  }
  const ptrdiff_t cells = half(optics->width), height = half(optics->height);
  const stage_ends end = ends_of(optics, optics->pairs = next_pairs(optics));
  for (; optics->cells_next < end.cells; optics->cells_next++) {
    make_cells(isa, optics, optics->cells_next);
  }
  for (; optics->fine_next < end.fine; optics->fine_next++) {
    make_fine(isa, optics, optics->fine_next);
  }
  for (; optics->first_next < end.first; optics->first_next++) {
    make_level(isa, &optics->cells, 1, optics->first_next, cells, height, &optics->first,
      &optics->first_detail);
  }
  // Pairs of rows, as only the means of pairs are kept.
  for (; optics->second_next < end.second; optics->second_next++) {
    make_level(isa, &optics->first, 2, optics->second_next, cells, height, &optics->second,
      &optics->second_detail);
    ptrdiff_t made = optics->second_next + 1;
    if (made % 2 == 0 || made == height) {
      ptrdiff_t quarter = (made - 1) / 2;
      if (quarter >= optics->quarters_next) {
        make_quarters(isa, optics, quarter);
        optics->quarters_next = quarter + 1;
      }
    }
  }
  for (; optics->quarter_detail_next < end.quarter_detail; optics->quarter_detail_next++) {
    make_level(isa, &optics->quarters, 1, optics->quarter_detail_next, half(cells),
      half(height), &optics->smooth_quarters, &optics->quarter_detail);
  }
  for (; optics->quarter_change_next < end.quarter_change; optics->quarter_change_next++) {
    make_quarter_change(isa, optics, optics->quarter_change_next);
  }
  for (; optics->change_next < end.change; optics->change_next++) {
    make_change(isa, optics, optics->change_next);
  }
  if (optics->pairs > 0 && optics->settings.luma) make_levels(isa, optics, 2 * optics->pairs);
  for (; optics->done_next < optics->pairs; optics->done_next++) {
    finish_pair(isa, optics, optics->done_next);
    if (!optics->settings.luma) continue;
    for (int i = 0; i < 2; i++) {
      ptrdiff_t y = 2 * optics->done_next + i;
      if (y < optics->height) reduce_luma(isa, optics, y);
    }
  }
  optics->done_rows = least(2 * most(optics->pairs, 0), optics->height);
}

void bromide_optics_row(
  int isa, bromide_optics *optics, float *red, float *green, float *blue) {
  const bromide_optics_settings *settings = &optics->settings;
  const ptrdiff_t y = optics->next, height = optics->height;
  const ptrdiff_t from = 2 * optics->from, count = least(2 * optics->count, optics->width - from);
  float *planes[3], *out[3] = {red, green, blue};
  if (settings->sharpening > 0) {
    for (; optics->light_next < needed_rows(optics); optics->light_next++) {
      const ptrdiff_t made = optics->light_next;
      planes_of(optics, made, planes);
      optics->clips[made % BROMIDE_LIGHT_ROWS] = DISPATCH(isa, bromide_optics_light, settings,
        planes[0] + from, planes[1] + from, planes[2] + from, count,
        row_of(&optics->light, made) + from, row_of(&optics->clipped, made) + from);
    }
  }
  planes_of(optics, y, planes);
  for (int c = 0; c < 3; c++) planes[c] += optics->column;
  if (settings->sharpening > 0) {
    const float *light[7], *clipped[3];
    bromide_optics_rows_about(&optics->light, y, 1, 7, height, light);
    bromide_optics_rows_about(&optics->clipped, y, 1, 3, height, clipped);
    for (int i = 0; i < 7; i++) light[i] += optics->column;
    int clips = 0;
    for (int i = 0; i < 3; i++) {
      clipped[i] += optics->column;
      clips |= optics->clips[least(most(y + i - 1, 0), height - 1) % BROMIDE_LIGHT_ROWS];
    }
    DISPATCH(isa, bromide_optics_sharpen, settings, light, clipped, (const float *const *)planes,
      optics->columns, red, green, blue, clips);
  } else {
    const size_t bytes = (size_t)optics->columns * sizeof(float);
    for (int c = 0; c < 3; c++) memcpy(out[c], planes[c], bytes);
  }
  optics->next++;
}
