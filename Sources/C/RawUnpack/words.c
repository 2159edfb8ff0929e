// Samples of 16 bits that need shifting and checks.
#include "CRawUnpack.h"

#include <string.h>

static bool unpack_rows(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count) {
  const bromide_raw_words *format = parameters;
  const uint64_t right = (uint64_t)format->left + format->visible_width;
  const uint64_t bottom = (uint64_t)format->top + format->visible_height;
  const uint32_t end = right < job->width ? (uint32_t)right : job->width;
  const bool is_swapped = format->is_big_endian == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  for (uint32_t row = first; row < first + count; row++, bytes += (size_t)job->width * 2) {
    uint16_t *const out = job->samples + row * job->stride;
    memcpy(out, bytes, (size_t)job->width * 2);
    if (is_swapped)
      for (uint32_t x = 0; x < job->width; x++) out[x] = (uint16_t)(out[x] << 8 | out[x] >> 8);
    if (format->shift)
      for (uint32_t x = 0; x < job->width; x++) out[x] = (uint16_t)(out[x] >> format->shift);
    if (row < format->top || row >= bottom) continue;
    uint32_t all = 0;
    for (uint32_t x = format->left; x < end; x++) all |= out[x];
    if (all >> format->bits) return false;
  }
  return true;
}

bool bromide_unpack_words(const bromide_raw_job *job, const bromide_raw_words *format) {
  if (format->shift > 15 || format->bits < 1 || format->bits > 16) return false;
  return bromide_raw_bands(job, unpack_rows, format, 1, (size_t)job->width * 2);
}
