// The layout of a rectangle's rings in scratch memory.
#include "optics_internal.h"

/// Places a ring in memory, with an odd number of cache lines per plane.
static void place(
  bromide_ring *ring, float *memory, size_t *bytes, ptrdiff_t rows, int planes,
  ptrdiff_t width) {
  ring->plane = ((width + 2 * OPTICS_PAD + 15) / 16 | 1) * 16;
  ring->row = planes * ring->plane;
  ring->count = rows;
  ring->rows = memory ? memory + *bytes / sizeof(float) + OPTICS_PAD : 0;
  *bytes += (size_t)(rows * ring->row) * sizeof(float);
}

void bromide_optics_place(
  bromide_optics *optics, const bromide_optics_settings *settings, ptrdiff_t width,
  float *memory, size_t *bytes) {
  const ptrdiff_t cells = half(width), quarters = half(cells);
  bromide_ring lines;
  // Rows between the newest that a stage has made and the oldest that a later stage reads, and two.
  place(&lines, memory, bytes, 2, 1, width + 64);
  optics->line = memory ? lines.rows + 16 : 0;
  optics->squares = memory ? lines.rows + lines.row + 16 : 0;
  if (settings->sliding) {
    const ptrdiff_t more = 32;  // Blocks end behind the last column.
    place(&optics->cells, memory, bytes, 34, 3, cells + more);
    place(&optics->quarters, memory, bytes, 10, 3, quarters + more);
    place(&optics->quarters_sums, memory, bytes, 8, 3, quarters + more);
    place(&optics->quarters_change, memory, bytes, 10, 3, quarters + more);
    place(&optics->raised_cells, memory, bytes, 10, 3, cells + more);
    place(&optics->cells_sums, memory, bytes, 8, 3, cells + more);
    place(&optics->settled, memory, bytes, 12, 8, cells + more);
    place(&optics->raised, memory, bytes, 10, 1, width + more);
    place(&optics->sums, memory, bytes, 8, 1, width + more);
    place(&optics->rest, memory, bytes, 8, 5, width + more);
    place(&optics->fine, memory, bytes, 6, 1, cells + more);
    // Coefficients of 8 rows, even columns and odd ones.
    place(&optics->spectrum, memory, bytes, 3, 16, half(width) + more);
  } else if (settings->chroma) {
    const ptrdiff_t more = OPTICS_BATCH - 1;
    // The fourth plane is the variance of luminance.
    place(&optics->cells, memory, bytes, 23 + more, settings->luma ? 4 : 3, cells);
    place(&optics->first, memory, bytes, 11 + more, 2, cells);
    place(&optics->first_detail, memory, bytes, 22 + more, 3, cells);
    place(&optics->second, memory, bytes, 4 + more, 2, cells);
    place(&optics->second_detail, memory, bytes, 18 + more, 3, cells);
    place(&optics->quarters, memory, bytes, 8 + more, 3, quarters);
    place(&optics->smooth_quarters, memory, bytes, 1, 2, quarters);
    place(&optics->quarter_detail, memory, bytes, 8 + more, 3, quarters);
    place(&optics->quarter_change, memory, bytes, 5 + more, 2, quarters);
    place(&optics->change, memory, bytes, 5 + more, 2, cells);
    place(&optics->fine, memory, bytes, 24 + more, 1, cells);
  }
  if (settings->luma) {
    place(&optics->plain, memory, bytes, 7, 1, width);
    for (int i = 0; i < 4; i++) {
      place(&optics->levels[i], memory, bytes, i < 3 ? 4 * OPTICS_STEP(i + 1) + 3 : 2, 1, width);
      place(&optics->level_detail[i], memory, bytes, 36 + 2 * (OPTICS_BATCH - 1), 2, width);
    }
  }
  if (settings->sharpening > 0) place(&optics->light, memory, bytes, BROMIDE_LIGHT_ROWS, 1, width);
  if (settings->sharpening > 0) {
    place(&optics->clipped, memory, bytes, BROMIDE_LIGHT_ROWS, 1, width);
  }
}

size_t bromide_optics_scratch_bytes(const bromide_optics_settings *settings, ptrdiff_t width) {
  bromide_optics optics;
  size_t bytes = 0;
  bromide_optics_place(&optics, settings, width, 0, &bytes);
  // Vectors that begin inside the last row can end after it.
  return bytes + 512;
}

ptrdiff_t bromide_optics_input_rows(const bromide_optics_settings *settings) {
  if (settings->sliding) return BROMIDE_SLIDING_REACH + 4;
  return settings->chroma ? BROMIDE_OPTICS_REACH + 4 + 2 * (OPTICS_BATCH - 1) : 8;
}
