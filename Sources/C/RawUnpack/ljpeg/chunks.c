// Reads the chunks of one stream. Each is read as if a symbol began at its start.
#include "stream.h"

#include <string.h>

/// Unstuffs a chunk and the beginning of the next one. `from` is its first byte. One byte before it
/// is also readable.
static void open_chunk(struct worker *worker, int lane, const uint8_t *from, size_t count, size_t *used) {
  const int isa = worker->stream->job->isa;
  struct chunk *chunk = &worker->chunks[lane];
  uint8_t *out = worker->bytes + *used;
  const size_t own = count < kChunk ? count : kChunk;
  if (!worker->stream->plan->is_stuffed) {
    const size_t length = count < kChunk + kTail ? count : kChunk + kTail;
    memcpy(out, from, length);
    memset(out + length, 0, 64);
    chunk->is_last = own == count;
    chunk->start = (uint64_t)*used * 8;
    chunk->end = chunk->start + (uint64_t)own * 8;
    *used += length + 8;
    return;
  }
  // The zero after an FF that ended the previous chunk.
  size_t at = own > 0 && from[-1] == 0xff && from[0] == 0 ? 1 : 0;
  size_t read, length = ljpeg_unstuff(isa, from + at, own - at, out, &read);
  at += read;
  chunk->is_last = true;
  if (at == own) {
    chunk->is_last = own == count;
  } else if (at == own - 1 && own < count && from[own] == 0) {
    out[length++] = 0xff;
    at = own + 1;
    chunk->is_last = false;
  }
  chunk->start = (uint64_t)*used * 8;
  chunk->end = chunk->start + (uint64_t)length * 8;
  if (!chunk->is_last && at < count) {
    const size_t tail = count - at < kTail ? count - at : kTail;
    length += ljpeg_unstuff(isa, from + at, tail, out + length, &read);
  }
  memset(out + length, 0, 64);
  *used += length + 8;
}

static void note_bad(struct chunk *chunk, const ljpeg_entry *entries, size_t first, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!(entries[i] & kMark)) continue;
    if (chunk->bad_count < kMostBad) chunk->bad[chunk->bad_count] = first + i;
    chunk->bad_count++;
  }
}

/// Adds a block that a lane read, starting at `from`.
static void take_block(struct worker *worker, int lane, uint64_t from) {
  struct chunk *chunk = &worker->chunks[lane];
  struct ljpeg_lanes *lanes = &worker->lanes;
  const ljpeg_entry *entries = lanes->entries[lane];
  const bool is_clean = ljpeg_differences(
      worker->stream->job->isa, lanes->windows[lane], entries, kBlock,
      chunk->differences + chunk->count);
  size_t count = kBlock;
  chunk->reached = lanes->positions[lane];
  if (chunk->reached >= chunk->end) {
    count = 0;
    chunk->reached = from;
    while (chunk->reached < chunk->end) chunk->reached += entries[count++] & 63;
    chunk->is_read = true;
    // The lane continues to read, at a position where it does no harm.
    lanes->positions[lane] = 0;
  }
  if (!is_clean) note_bad(chunk, entries, chunk->count, count);
  chunk->count += count;
}

/// Reads all chunks of a group by guessing. Returns false if the file could not be read.
bool ljpeg_read_group(struct worker *worker, uint64_t group) {
  struct stream *stream = worker->stream;
  const bromide_raw_job *job = stream->job;
  const uint64_t first = group * kGroup, left = stream->size - first;
  const size_t needed = left < kGroup + kTail ? (size_t)left : kGroup + kTail;
  // The previous byte belongs to the header or to the previous group.
  const size_t got = job->source.read(
      job->source.context, stream->data + first - 1, worker->stuffed, needed + 1);
  if (got != needed + 1) return false;
  if (group == 0) worker->stuffed[0] = 0;
  size_t used = 0;
  for (int k = 0; k < kLanes; k++) {
    struct chunk *chunk = &worker->chunks[k];
    const size_t at = (size_t)k * kChunk;
    chunk->count = chunk->bad_count = 0;
    chunk->is_read = at >= needed;
    chunk->is_last = true;
    chunk->start = chunk->end = chunk->reached = 0;
    if (!chunk->is_read) open_chunk(worker, k, worker->stuffed + 1 + at, needed - at, &used);
    if (chunk->start == chunk->end) chunk->is_read = true;
    chunk->reached = worker->lanes.positions[k] = chunk->start;
  }
  const int reading = LJPEG_SHARED | ljpeg_reading(stream->codes, stream->has_two_codes);
  for (;;) {
    uint64_t from[kLanes];
    bool is_done = true;
    for (int k = 0; k < kLanes; k++) {
      from[k] = worker->lanes.positions[k];
      is_done = is_done && worker->chunks[k].is_read;
    }
    if (is_done) return true;
    ljpeg_symbols(job->isa, &worker->lanes, true, reading, kBlock);
    for (int k = 0; k < kLanes; k++) {
      if (worker->chunks[k].is_read)
        worker->lanes.positions[k] = 0;
      else
        take_block(worker, k, from[k]);
    }
  }
}
