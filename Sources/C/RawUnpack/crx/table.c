// A tile's table of quantisation steps: one step for eight columns and two rows of a plane.
#include "bits.h"
#include "lines.h"

#include <stdlib.h>

int32_t crx_step(uint32_t index) {
  static const int32_t steps[] = {40, 45, 51, 57, 64, 72};
  const uint32_t octave = index / 6;
  const uint32_t step = (uint32_t)steps[index % 6];
  return (int32_t)(octave < 6 ? step >> (6 - octave) : step << (octave - 6 & 31));
}

/// Reads indices. They are predicted like samples, but without runs, and count from 4.
static bool read_indices(struct crx_cursor *at, uint32_t rows, uint8_t *indices) {
  int32_t before = 0;
  for (uint32_t row = 0; row < rows; row++) {
    int32_t above = crx_above(at, 0), above_left = before, left = row ? above : 0;
    before = row ? above : 0;
    for (at->x = 0; at->x < at->width;) {
      const bool is_last = at->x + 1 == at->width;
      const int32_t next = is_last ? above : crx_above(at, at->x + 1);
      const int32_t guess = row ? crx_median(left, above, above_left) : left;
      uint32_t code;
      if (!crx_read_code(at->bytes, &at->position, at->k, 23, 8, &code)) return false;
      left = guess + crx_signed(code);
      if (left < -4 || left > kMostStepIndex - 4) return false;
      *indices++ = (uint8_t)(left + 4);
      crx_put(at, left);
      const uint32_t k =
          crx_next_k(at->k, row && !is_last ? code + 2 * crx_distance(next, above) : 2 * code);
      at->k = k < 7 ? k : 7;
      above_left = above;
      above = next;
    }
  }
  return true;
}

/// Computes the mean of rows `first` ..< `first + count`. The last row is repeated after the end.
static void mean_row(
    const uint8_t *indices, uint32_t width, uint32_t rows, uint32_t first, uint32_t count,
    int32_t *out) {
  for (uint32_t x = 0; x < width; x++) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t row = first + i < rows ? first + i : rows - 1;
      sum += indices[(size_t)row * width + x];
    }
    out[x] = crx_step(sum / count);
  }
}

bool crx_read_table(
    const struct crx_frame *frame, const struct crx_tile *tile, struct crx_table *table) {
  const uint32_t width = (tile->width + 7) / 8, rows = (tile->height + 1) / 2;
  const size_t area = (size_t)width * rows;
  // An index takes at most 32 bits.
  const size_t most = 4 * area + 8;
  const size_t size = tile->table.size < most ? tile->table.size : most;
  uint8_t *const bytes = calloc(1, size + BROMIDE_UNPACK_PADDING);
  uint8_t *const indices = malloc(area);
  int32_t *const line = calloc((size_t)width * kPlanes, sizeof *line);
  *table = (struct crx_table){.width = width};
  size_t total = 0;
  for (uint32_t level = 0; level < frame->format->levels; level++) {
    const uint32_t count = 1u << level;
    table->rows[level] = (rows + count - 1) / count;
    total += (size_t)table->rows[level] * width;
  }
  int32_t *out = malloc(total * sizeof *out);
  table->memory = out;
  const bromide_raw_source *source = &frame->job->source;
  struct crx_cursor at = {.bytes = bytes, .samples = line, .width = width};
  const bool is_sound = bytes && indices && line && out &&
                        source->read(source->context, tile->table.offset, bytes, size) == size &&
                        read_indices(&at, rows, indices) && at.position <= (uint64_t)size * 8;
  for (uint32_t level = 0; is_sound && level < frame->format->levels; level++) {
    table->steps[level] = out;
    for (uint32_t row = 0; row < table->rows[level]; row++, out += width) {
      mean_row(indices, width, rows, row << level, 1u << level, out);
      for (uint32_t x = 0; x < width; x++)
        if ((uint32_t)out[x] > table->largest[level]) table->largest[level] = (uint32_t)out[x];
    }
  }
  free(line);
  free(indices);
  free(bytes);
  return is_sound;
}
