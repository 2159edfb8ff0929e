// Converts the numbers of a complete picture to integers, in bands of rows.
#include "floats.h"

enum {
  /// The rows that a thread converts in one step.
  kBand = 32,
  /// The stops above white that are kept. Then there are still 4096 integers below white.
  kMostStops = 4,
};

struct scale {
  const bromide_raw_job *job;
  const uint32_t *numbers;
  /// The samples of a row.
  size_t row;
  float factor;
  bool fits_white;
  atomic_uint next;
};

static void run_bands(void *argument) {
  struct scale *scale = argument;
  const bromide_raw_job *job = scale->job;
  for (;;) {
    const uint64_t first = (uint64_t)atomic_fetch_add(&scale->next, 1) * kBand;
    for (uint64_t y = first; y < first + kBand && y < job->height; y++) {
      uint16_t *out = job->samples + y * job->stride;
      if (scale->fits_white && scale->numbers)
        floats_fit_32(scale->numbers + y * scale->row, scale->row, scale->factor, out);
      else if (scale->fits_white)
        floats_fit_16(out, scale->row, scale->factor);
      else if (scale->numbers)
        floats_scale_32(scale->numbers + y * scale->row, scale->row, scale->factor, out);
      else
        floats_scale_16(out, scale->row, scale->factor);
    }
    if (first >= job->height) return;
  }
}

void floats_note_largest(atomic_uint *largest, uint32_t bits) {
  unsigned known = atomic_load(largest);
  while (bits > known && !atomic_compare_exchange_weak(largest, &known, bits)) {
  }
}

bromide_raw_float_scale floats_finish(
    const bromide_raw_job *job, uint32_t samples, const uint32_t *numbers, float largest,
    float white, bool fits_white) {
  float top = white, factor;
  uint32_t stops = 0;
  if (fits_white) {
    for (; stops < kMostStops && largest > top; stops++) top *= 2;
    factor = 65535 / top;
  } else {
    if (largest > top) top = largest;
    if (!(top > 1)) top = 1;
    factor = top < 4096 || top > 32767 ? 16383 / top : 1;
  }
  struct scale scale = {
      .job = job, .numbers = numbers, .row = (size_t)job->width * samples, .factor = factor,
      .fits_white = fits_white};
  bromide_raw_together(&job->crew, run_bands, &scale);
  return (bromide_raw_float_scale){largest, factor, stops};
}
