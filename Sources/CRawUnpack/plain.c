// Uncompressed samples of 16 bits: read to where they belong, nothing else where the byte order fits.
#include "CRawUnpack.h"

#include <stdatomic.h>

/// Bytes read at once: large enough for few system calls, small enough to share.
enum { kPieceBytes = 1024 * 1024 };

struct plain {
  const bromide_raw_job *job;
  bool swaps;
  uint32_t piece_rows;
  atomic_uint next;
  atomic_bool failed;
};

static void read_rows(void *argument) {
  struct plain *plain = argument;
  const bromide_raw_job *job = plain->job;
  while (!atomic_load_explicit(&plain->failed, memory_order_relaxed)) {
    const uint64_t first = (uint64_t)atomic_fetch_add(&plain->next, 1) * plain->piece_rows;
    if (first >= job->height) return;
    const uint64_t left = job->height - first;
    const size_t count = (size_t)(left < plain->piece_rows ? left : plain->piece_rows) * job->width;
    uint16_t *samples = job->samples + first * job->width;
    const size_t bytes = count * sizeof *samples;
    const uint64_t offset = job->offset + first * job->width * sizeof *samples;
    if (job->source.read(job->source.context, offset, samples, bytes) != bytes)
      atomic_store(&plain->failed, true);
    if (plain->swaps)
      for (size_t i = 0; i < count; i++) samples[i] = (uint16_t)(samples[i] << 8 | samples[i] >> 8);
  }
}

bool bromide_unpack_plain(const bromide_raw_job *job, const bromide_raw_plain *parameters) {
  if (job->stride != job->width || job->width == 0) return false;
  const size_t fitting = kPieceBytes / (job->width * sizeof *job->samples);
  struct plain plain = {
      .job = job,
      .swaps = parameters->is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__),
      .piece_rows = (uint32_t)(fitting > 0 ? fitting : 1),
  };
  bromide_raw_together(&job->crew, read_rows, &plain);
  return !atomic_load(&plain.failed);
}
