// Rows of packed samples: the plan, and the work before and after the loops.
#include "packed.h"

#include <string.h>

#include "CVariants.h"

#if defined(__x86_64__)
#define STEPS(isa, ...) ((isa) >= 1 ? packed_steps_v3(__VA_ARGS__) : packed_steps_baseline(__VA_ARGS__))
#else
#define STEPS(isa, ...) ((void)(isa), packed_steps_baseline(__VA_ARGS__))
#endif

struct rows {
  struct packed_plan plan;
  const bromide_raw_packed *format;
  uint32_t width;
};

/// Returns the file position of the n-th byte of bits with the highest first.
static uint32_t place(const bromide_raw_packed *format, uint32_t n) {
  return n / format->word * format->word + format->word - 1 - n % format->word;
}

static void plan_sample(struct packed_plan *plan, const bromide_raw_packed *format, uint32_t i) {
  const uint32_t stored = format->swaps_pairs ? i ^ 1 : i;
  const uint32_t first = stored * format->bits / 8, inside = stored * format->bits % 8;
  const uint32_t count = (inside + format->bits + 7) / 8;
  uint32_t *const offset = &plan->offset[i / 4];
  uint8_t *const index = plan->shuffle[i / 4] + i % 4 * 4;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t at = format->is_low_first ? first + k : place(format, first + k);
    index[format->is_low_first ? k : 3 - k] = (uint8_t)(at - *offset);
  }
  plan->shift[i] = format->is_low_first ? inside : 32 - inside - format->bits;
}

/// Returns false if steps are not complete words.
static bool make_plan(struct packed_plan *plan, const bromide_raw_packed *format) {
  memset(plan, 0, sizeof *plan);
  memset(plan->shuffle, 0x80, sizeof plan->shuffle);
  plan->samples = format->block_samples ? format->block_samples : kStep;
  plan->bytes = format->block_samples ? format->block_bytes : kStep * format->bits / 8;
  plan->mask = (1u << format->bits) - 1;
  if (plan->samples > kStep) return false;
  if (format->word > 1 && plan->samples * format->bits % (8 * format->word) != 0) return false;
  if (plan->samples * format->bits > plan->bytes * 8 || plan->bytes > 2 * kStep) return false;
  if (format->swaps_pairs && plan->samples % 2 != 0) return false;
  for (uint32_t i = 0; i < plan->samples; i++) {
    // The first byte of words. Four samples of 16 bits, and the bytes around them in words of 4,
    // fit in 16 bytes.
    if (i % 4 == 0) plan->offset[i / 4] = i * format->bits / 8 / format->word * format->word;
    plan_sample(plan, format, i);
  }
  return true;
}

static void unpack_run(
    const struct rows *rows, int isa, const uint8_t *bytes, size_t count, uint16_t *out) {
  const struct packed_plan *plan = &rows->plan;
  // The number of steps that write complete vectors.
  const size_t steps = count < kStep ? 0 : (count - kStep) / plan->samples + 1;
  STEPS(isa, plan, bytes, steps, out);
  bytes += steps * plan->bytes;
  for (size_t done = steps * plan->samples; done < count; done += plan->samples) {
    uint16_t last[kStep];
    STEPS(isa, plan, bytes, 1, last);
    const size_t left = count - done;
    memcpy(out + done, last, (left < plan->samples ? left : plan->samples) * sizeof *out);
    bytes += plan->bytes;
  }
}

static bool unpack_rows(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count) {
  const struct rows *rows = parameters;
  const bromide_raw_packed *format = rows->format;
  for (uint32_t row = first; row < first + count; row++, bytes += format->row_bytes) {
    uint16_t *const out = job->samples + row * job->stride;
    unpack_run(rows, job->isa, bytes, rows->width, out);
    if (format->curve)
      for (uint32_t x = 0; x < rows->width; x++) out[x] = format->curve[out[x]];
    if (format->has_gaps) {
      uint8_t gaps = 0;
      for (size_t at = format->block_bytes; at <= format->row_bytes; at += format->block_bytes)
        gaps |= bytes[at - 1];
      if (gaps) return false;
    }
  }
  return true;
}

bool bromide_unpack_packed(const bromide_raw_job *job, const bromide_raw_packed *format) {
  struct rows rows = {.format = format, .width = job->width};
  if (format->bits < 8 || format->bits > 16 || format->word < 1 || format->word > 4) return false;
  if (format->swaps_pairs && job->width % 2 != 0) return false;
  if (!make_plan(&rows.plan, format)) return false;
  const uint64_t steps = ((uint64_t)job->width + rows.plan.samples - 1) / rows.plan.samples;
  if (format->block_samples && steps * rows.plan.samples != job->width) return false;
  if (format->block_samples && steps * rows.plan.bytes > format->row_bytes) return false;
  if ((uint64_t)job->width * format->bits > (uint64_t)format->row_bytes * 8) return false;
  // Rows that begin inside a word are decoded together.
  uint32_t group = 1;
  while (group * format->row_bytes % format->word != 0) group++;
  if (group == 1) return bromide_raw_bands(job, unpack_rows, &rows, 1, format->row_bytes);
  if (job->stride != job->width || job->height % group != 0) return false;
  if ((uint64_t)job->width * format->bits != (uint64_t)format->row_bytes * 8) return false;
  bromide_raw_job joined = *job;
  bromide_raw_packed whole = *format;
  joined.width = rows.width = job->width * group;
  joined.stride = joined.width;
  joined.height = job->height / group;
  joined.part_count = 0;
  whole.row_bytes = format->row_bytes * group;
  rows.format = &whole;
  return bromide_raw_bands(&joined, unpack_rows, &rows, 1, whole.row_bytes);
}
