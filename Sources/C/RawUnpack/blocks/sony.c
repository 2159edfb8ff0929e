// Rows of Sony's blocks.
#include "sony.h"

#if defined(__x86_64__)
#define PAIRS(isa, ...) ((isa) >= 1 ? sony_pairs_v3(__VA_ARGS__) : sony_pairs_baseline(__VA_ARGS__))
#else
#define PAIRS(isa, ...) ((void)(isa), sony_pairs_baseline(__VA_ARGS__))
#endif

/// Returns the value of a code according to `starts`.
static unsigned sloped(const struct sony_curve *curve, unsigned code) {
  unsigned x = 2 * code, value = x;
  for (int k = 0; k < 4; k++)
    if (x > curve->starts[k]) value += (x - curve->starts[k]) << k;
  return value;
}

static void make_curve(struct sony_curve *curve, const uint16_t *values) {
  for (unsigned code = 0; code < kSonyCodes; code++) curve->values[code] = values[2 * code];
  for (int k = 0; k < 4; k++) {
    unsigned last = 0;
    while (last + 1 < 2 * kSonyCodes && values[last + 1] - values[last] < 2 << k) last++;
    curve->starts[k] = (uint16_t)last;
  }
  curve->has_starts = true;
  for (unsigned code = 0; code < kSonyCodes; code++)
    if (sloped(curve, code) != curve->values[code]) curve->has_starts = false;
}

static bool unpack_rows(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count) {
  const struct sony_curve *curve = parameters;
  const size_t pairs = job->width / 32;
  for (uint32_t row = first; row < first + count; row++, bytes += job->width) {
    uint16_t *const out = job->samples + row * job->stride;
    if (!PAIRS(job->isa, curve, bytes, pairs, out)) return false;
  }
  return true;
}

bool bromide_unpack_sony_blocks(const bromide_raw_job *job, const uint16_t *curve) {
  struct sony_curve made;
  if (job->width % 32 != 0) return false;
  make_curve(&made, curve);
  return bromide_raw_bands(job, unpack_rows, &made, 1, job->width);
}
