// Chooses the tiles or bands of a picture to decode.
#include "CRawUnpack.h"

#include <stdlib.h>

static uint64_t end_of(uint32_t start, uint32_t count, uint32_t most) {
  const uint64_t end = (uint64_t)start + count;
  return end < most ? end : most;
}

uint32_t *bromide_raw_choose(
    const bromide_raw_job *job, uint32_t width, uint32_t height, uint32_t last, uint32_t *count) {
  const uint32_t across = (job->width - 1) / width + 1;
  const uint32_t all = across * ((job->height - 1) / height + 1);
  uint32_t *chosen = calloc(all, sizeof *chosen);
  if (!chosen) return NULL;
  for (size_t i = 0; i < job->part_count; i++) {
    const bromide_raw_part *part = &job->parts[i];
    const uint64_t right = end_of(part->x, part->width, job->width);
    const uint64_t bottom = end_of(part->y, part->height, job->height);
    for (uint64_t y = part->y / height; y * height < bottom; y++)
      for (uint64_t x = part->x / width; x * width < right; x++) chosen[y * across + x] = 1;
  }
  if (last < all) chosen[last] = 1;
  // Flags become numbers in place. A number is never written after the flag that is being read.
  *count = 0;
  for (uint32_t i = 0; i < all; i++)
    if (job->part_count == 0 || chosen[i]) chosen[(*count)++] = i;
  if (job->share) *job->share = (bromide_raw_share){*count, all, across > 1};
  return chosen;
}
