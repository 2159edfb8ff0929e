// Tiles of three colours, for pixels with four samples.
#include "ljpeg.h"

bool ljpeg_fits_pixels(const bromide_raw_ljpeg *parameters, const struct ljpeg_header *header) {
  return header->components == 3 && header->width == parameters->tile_width &&
         header->height == parameters->tile_height;
}

void ljpeg_write_pixels(
    const bromide_raw_job *job, const uint16_t *curve, size_t x, size_t y, const uint16_t *samples,
    size_t pixels) {
  if (y >= job->height) return;
  if (pixels > job->width - x) pixels = job->width - x;
  uint16_t *out = job->samples + y * job->stride + 4 * x;
  for (size_t i = 0; i < pixels; i++, samples += 3, out += 4)
    for (size_t c = 0; c < 3; c++) out[c] = curve ? curve[samples[c]] : samples[c];
}
