// One stream of coded differences, divided among lanes and threads by guessing.
//
// Huffman codes resynchronise automatically. So the data are divided every 32 KiB, and each chunk
// is read from its first bit as if a symbol began there. Afterwards, the true reader continues from
// the end of the previous chunk, in parallel with the guessed reading, until both are at the same
// bit (after 35 symbols on average) and use the same code next. All later symbols are then correct.
// If they never meet, the true reader has read the complete chunk, which is slow but also exact.
#include "stream.h"

#include <stdlib.h>
#include <string.h>

// MARK: Joining chunks

/// Reads the symbol at a position: its entry and its difference.
static ljpeg_entry read_symbol(
    const struct ljpeg_code *code, const uint8_t *bytes, uint64_t position, uint16_t *difference) {
  uint64_t window;
  memcpy(&window, bytes + (position >> 3), sizeof window);
  window = __builtin_bswap64(window) << (position & 7);
  ljpeg_entry entry = code->entries[window >> (64 - kTableBits)];
  if (!entry) entry = ljpeg_long_entry(code, window);
  const uint32_t length = entry >> 6 & 31, size = (entry & 63) - length;
  window <<= length;
  const uint32_t magnitude = (uint32_t)(window >> 1 >> (63 - size));
  const uint32_t missing = window >> 63 ? 0 : (1u << size) - 1;
  *difference = (uint16_t)((magnitude - missing) | (entry & 0x8000));
  return entry;
}

/// Advances the known state by some symbols.
static void advance(const struct stream *stream, struct state *state, const uint16_t *d, size_t count) {
  const uint32_t components = stream->plan->components;
  size_t i = 0;
  uint64_t column = state->index % stream->row;
  uint64_t row = state->index / stream->row;
  state->index += count;
  for (; i < count; row++) {
    uint16_t *const start = state->start[row % stream->plan->turns];
    const size_t run = stream->row - column < count - i ? (size_t)(stream->row - column) : count - i;
    size_t k = 0;
    for (; k < run && column + k < components; k++) {
      const size_t c = (size_t)column + k;
      state->left[c] = start[c] = (uint16_t)(start[c] + d[i + k]);
    }
    // For rows that end here, only the first samples are needed.
    if (column + run < stream->row) {
      uint16_t sums[kMostComponents] = {0};
      const uint32_t c = (uint32_t)((column + k) % components);
      ljpeg_sums(stream->job->isa, d + i + k, run - k, components, sums);
      for (uint32_t j = 0; j < components; j++) state->left[(c + j) % components] += sums[j];
    }
    i += run;
    column = 0;
  }
}

static void add_piece(struct worker *worker, const uint16_t *differences, size_t count) {
  struct stream *stream = worker->stream;
  const uint64_t left = stream->total - stream->state.index;
  if (count > left) count = (size_t)left;
  if (count == 0) return;
  worker->pieces[worker->piece_count++] = (struct piece){differences, count, stream->state};
  advance(stream, &stream->state, differences, count);
}

/// Joins a chunk to the previous chunks. Returns false if the data are irregular.
static bool join_chunk(struct worker *worker, struct chunk *chunk) {
  struct stream *stream = worker->stream;
  const uint8_t *bytes = worker->bytes;
  uint64_t truth = chunk->start + stream->position, guess = chunk->start;
  size_t bridged = 0, skipped = 0;
  const uint64_t needed = stream->total - stream->state.index;
  while (truth < chunk->end && bridged < needed) {
    uint16_t difference;
    const unsigned phase = stream->has_two_codes ? (stream->state.index + bridged) & 1 : 0;
    if (truth == guess && (!stream->has_two_codes || phase == (skipped & 1))) break;
    if (truth <= guess || skipped == chunk->count) {
      const ljpeg_entry entry = read_symbol(&stream->codes[phase], bytes, truth, &difference);
      if (entry & kMark) return false;
      chunk->bridge[bridged++] = difference;
      truth += entry & 63;
    } else {
      const unsigned other = stream->has_two_codes ? skipped & 1 : 0;
      guess += read_symbol(&stream->codes[other], bytes, guess, &difference) & 63;
      skipped++;
    }
  }
  const bool have_met = truth == guess && truth < chunk->end && bridged < needed;
  add_piece(worker, chunk->bridge, bridged);
  if (have_met) {
    const size_t count = chunk->count - skipped;
    const uint64_t left = stream->total - stream->state.index;
    const size_t taken = count < left ? count : (size_t)left;
    if (chunk->bad_count > kMostBad) return false;
    for (size_t i = 0; i < chunk->bad_count; i++)
      if (chunk->bad[i] >= skipped && chunk->bad[i] - skipped < taken) return false;
    add_piece(worker, chunk->differences + skipped, count);
    truth = chunk->reached;
    // Only the last symbol can end after the data.
    if (chunk->is_last && taken == count && truth > chunk->end) return false;
  } else if (chunk->is_last && truth > chunk->end) {
    return false;
  }
  stream->position = truth - chunk->end;
  stream->is_finished = stream->state.index == stream->total;
  return stream->is_finished || !chunk->is_last;
}

/// Waits for the previous groups and joins this group to them. Returns false if there is no more
/// work.
static bool join_group(struct worker *worker, uint64_t group, bool is_read) {
  struct stream *stream = worker->stream;
  pthread_mutex_lock(&stream->lock);
  while (stream->turn != group && !stream->is_finished && !atomic_load(&stream->failed))
    pthread_cond_wait(&stream->passed, &stream->lock);
  bool goes_on = !stream->is_finished && !atomic_load(&stream->failed);
  worker->piece_count = 0;
  for (int k = 0; goes_on && k < kLanes && !stream->is_finished; k++)
    if (!is_read || !join_chunk(worker, &worker->chunks[k])) {
      atomic_store(&stream->failed, true);
      goes_on = false;
    }
  stream->turn++;
  pthread_cond_broadcast(&stream->passed);
  pthread_mutex_unlock(&stream->lock);
  return goes_on;
}

// MARK: Making samples

/// Returns whether all samples are below the limit. `all` is their bitwise or.
static bool is_below(const uint16_t *samples, size_t count, uint32_t all, uint32_t limit) {
  if (all < limit) return true;
  uint16_t largest = 0;
  for (size_t i = 0; i < count; i++) largest = samples[i] > largest ? samples[i] : largest;
  return largest < limit;
}

static bool write_piece(struct worker *worker, const struct piece *piece) {
  const struct stream *stream = worker->stream;
  const uint32_t components = stream->plan->components;
  struct state state = piece->state;
  for (size_t i = 0; i < piece->count;) {
    const uint64_t column = state.index % stream->row;
    const uint64_t to_end = stream->row - column;
    const size_t run = to_end < piece->count - i ? (size_t)to_end : piece->count - i;
    uint16_t *const start = state.start[state.index / stream->row % stream->plan->turns];
    // The components in their order here. The first samples of a row are predicted from above.
    uint16_t before[kMostComponents];
    for (uint32_t c = 0; c < components; c++) {
      const uint32_t which = (uint32_t)((column + c) % components);
      before[c] = column + c < components ? start[which] : state.left[which];
    }
    const uint32_t all = ljpeg_row(
        stream->job->isa, piece->differences + i, run, components, 1, NULL, before, worker->samples);
    if (!is_below(worker->samples, run, all, stream->plan->limit)) return false;
    ljpeg_write(stream->target, state.index, worker->samples, run);
    for (size_t k = 0; k < run && column + k < components; k++)
      start[column + k] = worker->samples[k];
    // The next row does not need the rest of this row.
    state.index += run;
    i += run;
  }
  return true;
}

static void run_groups(void *argument) {
  struct stream *stream = argument;
  struct worker *worker = calloc(1, sizeof *worker);
  const size_t row = (size_t)(stream->row < kMostSymbols ? stream->row : kMostSymbols);
  const size_t symbols = (size_t)kMostSymbols * 2 * kLanes;
  uint16_t *memory = worker ? malloc((symbols + row + kBlock) * sizeof *memory) : NULL;
  bool goes_on = memory != NULL;
  if (goes_on) {
    worker->stream = stream;
    worker->lanes.bytes = worker->bytes;
    for (int k = 0; k <= stream->has_two_codes; k++)
      worker->lanes.codes[0][k] = stream->codes[k];
    worker->samples = memory + symbols;
    for (int k = 0; k < kLanes; k++) {
      worker->chunks[k].differences = memory + (size_t)kMostSymbols * 2 * (size_t)k;
      worker->chunks[k].bridge = worker->chunks[k].differences + kMostSymbols;
    }
  }
  while (goes_on && !atomic_load_explicit(&stream->failed, memory_order_relaxed)) {
    const uint64_t group = atomic_fetch_add(&stream->next, 1);
    if (group * kGroup >= stream->size) break;
    goes_on = join_group(worker, group, ljpeg_read_group(worker, group));
    for (size_t i = 0; goes_on && i < worker->piece_count; i++) {
      goes_on = write_piece(worker, &worker->pieces[i]);
      if (!goes_on) atomic_store(&stream->failed, true);
    }
  }
  free(memory);
  free(worker);
}

bool ljpeg_unpack_stream(
    const bromide_raw_job *job, const struct ljpeg_stream *plan, const struct ljpeg_code codes[2],
    bool has_two_codes, const struct ljpeg_target *target) {
  if (plan->data >= job->source.size) return false;
  struct stream stream = {
      .job = job,
      .plan = plan,
      .codes = codes,
      .target = target,
      .has_two_codes = has_two_codes,
      .data = plan->data,
      .size = job->source.size - plan->data,
      .row = plan->row,
      .total = plan->row * plan->rows,
  };
  memcpy(stream.state.start, plan->start, sizeof plan->start);
  if (pthread_mutex_init(&stream.lock, NULL) != 0) return false;
  if (pthread_cond_init(&stream.passed, NULL) != 0) {
    pthread_mutex_destroy(&stream.lock);
    return false;
  }
  bromide_raw_together(&job->crew, run_groups, &stream);
  pthread_cond_destroy(&stream.passed);
  pthread_mutex_destroy(&stream.lock);
  return stream.is_finished && !atomic_load(&stream.failed);
}
