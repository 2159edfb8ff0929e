// The positions of one JPEG's samples.
#include "ljpeg.h"

#include <string.h>

void ljpeg_write(
    const struct ljpeg_target *target, uint64_t index, const uint16_t *samples, size_t count) {
  const bromide_raw_job *job = target->job;
  const uint64_t area = (uint64_t)target->width * job->height;
  while (count > 0) {
    uint64_t column = area ? index / area : 0;
    if (column > target->columns) column = target->columns;
    const uint64_t left = column * target->width;
    const uint64_t width = column < target->columns ? target->width : job->width - left;
    const uint64_t y = (index - column * area) / width, x = (index - column * area) % width;
    if (y >= job->height) return;
    const size_t run = width - x < count ? (size_t)(width - x) : count;
    uint16_t *out = job->samples + y * job->stride + left + x;
    if (target->curve)
      for (size_t i = 0; i < run; i++) out[i] = target->curve[samples[i]];
    else
      memcpy(out, samples, run * sizeof *out);
    samples += run;
    index += run;
    count -= run;
  }
}
