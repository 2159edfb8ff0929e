// Decodes bands of rows, for decoders with independent rows.
#include "CRawUnpack.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  /// The bytes of a band: enough to keep system calls few, and small enough to decode from the L2
  /// cache.
  kBandBytes = 256 * 1024,
  /// The number of bands below which another thread does not pay off.
  kFewBands = 4,
};

struct bands {
  const bromide_raw_job *job;
  bromide_raw_rows rows;
  const void *parameters;
  uint32_t band_rows;
  size_t group_bytes;
  uint32_t group;
  /// The numbers of the bands to decode.
  uint32_t *chosen, count;
  atomic_uint next;
  atomic_bool failed;
};

void bromide_raw_together(const bromide_raw_crew *crew, void (*body)(void *), void *argument) {
  if (crew->run)
    crew->run(crew->context, body, argument);
  else
    body(argument);
}

static void run_bands(void *argument) {
  struct bands *bands = argument;
  const bromide_raw_job *job = bands->job;
  const size_t capacity = (size_t)(bands->band_rows / bands->group) * bands->group_bytes;
  uint8_t *buffer = malloc(capacity + BROMIDE_UNPACK_PADDING);
  if (!buffer) {
    atomic_store(&bands->failed, true);
    return;
  }
  while (!atomic_load_explicit(&bands->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&bands->next, 1);
    if (index >= bands->count) break;
    const uint64_t first = (uint64_t)bands->chosen[index] * bands->band_rows;
    const uint64_t left = job->height - first;
    const uint32_t count = left < bands->band_rows ? (uint32_t)left : bands->band_rows;
    const uint64_t groups = (count + bands->group - 1) / bands->group;
    const size_t size = (size_t)groups * bands->group_bytes;
    const uint64_t offset = job->offset + first / bands->group * bands->group_bytes;
    memset(buffer + size, 0, BROMIDE_UNPACK_PADDING);
    if (job->source.read(job->source.context, offset, buffer, size) != size ||
        !bands->rows(job, bands->parameters, buffer, (uint32_t)first, count)) {
      atomic_store(&bands->failed, true);
    }
  }
  free(buffer);
}

bool bromide_raw_bands(
    const bromide_raw_job *job, bromide_raw_rows rows, const void *parameters, uint32_t group,
    size_t group_bytes) {
  if (group == 0 || group_bytes == 0 || group_bytes > SIZE_MAX / 2) return false;
  const size_t fitting = kBandBytes / group_bytes;
  struct bands bands = {
      .job = job,
      .rows = rows,
      .parameters = parameters,
      .band_rows = group * (uint32_t)(fitting > 0 ? fitting : 1),
      .group_bytes = group_bytes,
      .group = group,
  };
  const uint32_t last = (job->height - 1) / bands.band_rows;
  bands.chosen = bromide_raw_choose(job, job->width, bands.band_rows, last, &bands.count);
  if (!bands.chosen) return false;
  if (bands.count > kFewBands)
    bromide_raw_together(&job->crew, run_bands, &bands);
  else
    run_bands(&bands);
  free(bands.chosen);
  return !atomic_load(&bands.failed);
}
