// Sony's tiles: four components, which are the sites of 2×2 cells.
#include "ljpeg.h"

#include <string.h>

bool ljpeg_prepare_cells(const bromide_raw_job *job, const bromide_raw_ljpeg *parameters) {
  if (parameters->tile_width % 2 != 0 || parameters->tile_height % 2 != 0 || parameters->curve)
    return false;
  if (job->width % 2 != 0)
    for (size_t y = 0; y < job->height; y++) job->samples[y * job->stride + job->width - 1] = 0;
  if (job->height % 2 != 0)
    memset(job->samples + (job->height - 1) * job->stride, 0, job->width * sizeof *job->samples);
  return true;
}

bool ljpeg_fits_cells(const bromide_raw_ljpeg *parameters, const struct ljpeg_header *header) {
  return header->components == 4 && 2 * header->width == parameters->tile_width &&
         2 * header->height == parameters->tile_height;
}

void ljpeg_write_cells(
    const bromide_raw_job *job, size_t x, size_t y, const uint16_t *samples, size_t cells) {
  if (y + 1 >= job->height) return;
  const size_t left = (job->width - x) / 2;
  if (cells > left) cells = left;
  uint16_t *const upper = job->samples + y * job->stride + x, *const lower = upper + job->stride;
  for (size_t i = 0; i < cells; i++) {
    memcpy(upper + 2 * i, samples + 4 * i, 2 * sizeof *upper);
    memcpy(lower + 2 * i, samples + 4 * i + 2, 2 * sizeof *lower);
  }
}
