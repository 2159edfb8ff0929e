// Makers' rows of differences. Two components alternate, a row is predicted from the second row
// above, and there are no stuffed bytes.
#include "ljpeg.h"

#include <stdlib.h>
#include <string.h>

static bool unpack(
    const bromide_raw_job *job, const bromide_raw_differences *format, const struct ljpeg_code *code) {
  struct ljpeg_stream plan = {
      .data = job->offset,
      .row = job->width,
      .rows = job->height,
      .components = 2,
      .limit = format->limit,
      .turns = 2,
  };
  for (int k = 0; k < 4; k++) plan.start[k / 2][k % 2] = format->start[k];
  const struct ljpeg_target target = {.job = job, .curve = format->curve};
  return ljpeg_unpack_stream(job, &plan, code, false, &target);
}

bool bromide_unpack_differences(const bromide_raw_job *job, const bromide_raw_differences *format) {
  if (job->offset == 0 || job->width < 2) return false;
  if (format->split) return ljpeg_unpack_split(job, format);
  struct ljpeg_code *code = calloc(1, sizeof *code);
  bool ok = code != NULL;
  if (ok && format->tree) ok = ljpeg_build_code(format->tree, code);
  if (ok && !format->tree)
    for (size_t i = 0; i < 1u << kTableBits; i++) {
      const uint32_t length = format->codes[i] >> 8, size = format->codes[i] & 255;
      if (length < 1 || length > kTableBits || size > 15) ok = false;
      code->entries[i] = (ljpeg_entry)((length & 15) << 6 | (length + size));
    }
  ok = ok && unpack(job, format, code);
  free(code);
  return ok;
}
