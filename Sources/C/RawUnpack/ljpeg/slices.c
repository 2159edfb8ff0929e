// One JPEG for the complete picture, with its samples in columns (Canon's slices) or in rows.
#include "ljpeg.h"

#include <stdlib.h>

bool ljpeg_unpack_one(
    const bromide_raw_job *job, const struct ljpeg_target *target, uint32_t dng_components) {
  if (job->offset >= job->source.size) return false;
  const uint64_t left = job->source.size - job->offset;
  const size_t size = (size_t)(left < kMostHeader ? left : kMostHeader);
  uint8_t *bytes = malloc(size);
  struct ljpeg_code *codes = malloc(2 * sizeof *codes);
  struct ljpeg_header header;
  bool has_two_codes;
  bool ok = bytes && codes &&
            job->source.read(job->source.context, job->offset, bytes, size) == size &&
            ljpeg_read_header(bytes, size, &header) && header.predictor == 1 &&
            ljpeg_build_codes(bytes, &header, codes, &has_two_codes);
  free(bytes);
  if (ok) {
    const uint64_t row = (uint64_t)header.width * header.components;
    const uint64_t samples = row * header.height, area = (uint64_t)job->width * job->height;
    if (dng_components > 0)
      // LibRaw reads more samples of a row like this than it contains.
      ok = samples >= area && header.components <= dng_components && (header.components == 1 || header.components * row != job->width);
    else
      // For a single component, LibRaw skips a byte in the header.
      ok = samples == area && header.components > 1;
  }
  if (ok) {
    struct ljpeg_stream plan = {
        .data = job->offset + header.data,
        .is_stuffed = true,
        .row = (uint64_t)header.width * header.components,
        .rows = header.height,
        .components = header.components,
        .limit = 1u << header.bits,
        .turns = 1,
    };
    for (uint32_t c = 0; c < header.components; c++)
      plan.start[0][c] = (uint16_t)(1u << (header.bits - 1));
    ok = ljpeg_unpack_stream(job, &plan, codes, has_two_codes, target);
  }
  free(codes);
  return ok;
}

bool bromide_unpack_ljpeg_slices(const bromide_raw_job *job, const bromide_raw_slices *parameters) {
  if ((uint64_t)parameters->columns * parameters->width + parameters->last_width != job->width)
    return false;
  if (parameters->last_width == 0 || (parameters->columns > 0 && parameters->width == 0)) return false;
  const struct ljpeg_target target = {
      .job = job,
      .columns = parameters->columns,
      .width = parameters->width,
      .curve = parameters->curve,
  };
  return ljpeg_unpack_one(job, &target, 0);
}
