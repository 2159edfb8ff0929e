// Applies black levels by position, and sums blocks.
#include "CRawUnpack.h"

#include <stdlib.h>

#pragma clang fp contract(off)

static uint16_t within(float value) {
  const float least = value > 0 ? value : 0;
  return (uint16_t)(int32_t)(least < 65535 ? least : 65535);
}

/// Computes the numbers of one row of positions, without the row's additional number.
static void fill_line(const bromide_raw_by_place *numbers, uint32_t y, uint32_t width, float *line) {
  const float *const pattern =
      numbers->pattern + (size_t)(y % numbers->pattern_height) * numbers->pattern_width;
  for (uint32_t x = 0; x < width; x++)
    line[x] = pattern[x % numbers->pattern_width] + (numbers->columns ? numbers->columns[x] : 0);
}

bool bromide_raw_shift(
    const bromide_raw_plane_samples *plane, float factor, const bromide_raw_by_place *numbers) {
  float *const line = malloc(plane->width * sizeof *line);
  if (!line) return false;
  for (uint32_t y = 0; y < plane->height; y++) {
    uint16_t *const row = plane->samples + y * plane->stride;
    const float more = (numbers->rows ? numbers->rows[y] : 0) + 0.5f;
    if (y == 0 || numbers->pattern_height > 1) fill_line(numbers, y, plane->width, line);
    for (uint32_t x = 0; x < plane->width; x++) {
      uint16_t *const sample = row + (size_t)x * plane->step;
      *sample = within((float)*sample * factor + line[x] + more);
    }
  }
  free(line);
  return true;
}

bool bromide_raw_scale(
    const bromide_raw_plane_samples *plane, float scale, const bromide_raw_by_place *numbers,
    uint16_t *out, uint32_t out_step, size_t out_stride) {
  float *const line = malloc(plane->width * sizeof *line);
  if (!line) return false;
  for (uint32_t y = 0; y < plane->height; y++) {
    const uint16_t *const row = plane->samples + y * plane->stride;
    uint16_t *const to = out + y * out_stride;
    const float more = numbers->rows ? numbers->rows[y] : 0;
    if (y == 0 || numbers->pattern_height > 1) fill_line(numbers, y, plane->width, line);
    for (uint32_t x = 0; x < plane->width; x++)
      to[(size_t)x * out_step] =
          within(((float)row[(size_t)x * plane->step] - (line[x] + more)) * scale);
  }
  free(line);
  return true;
}

void bromide_raw_bin(const bromide_raw_plane_samples *plane, uint32_t divisor) {
  for (uint32_t y = 0; y < plane->height / 2; y++) {
    const uint16_t *const upper = plane->samples + 2 * y * plane->stride;
    const uint16_t *const lower = upper + plane->stride;
    uint16_t *const to = plane->samples + y * plane->stride;
    for (uint32_t x = 0; x < plane->width / 2; x++) {
      const uint32_t sum = (uint32_t)upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1];
      to[x] = (uint16_t)((sum + divisor / 2) / divisor);
    }
  }
}
